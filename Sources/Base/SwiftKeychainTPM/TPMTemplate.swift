// SPDX-License-Identifier: Apache-2.0
import CKeychainSodium

/// The public area of an object, without the key itself: a template.
package enum TPMTemplate: Equatable, Sendable {
    package enum Curve: Sendable {
        case p256, p384

        package var coordinateBytes: Int { self == .p256 ? 32 : 48 }
    }

    /// The storage key that keys are wrapped for, of the TCG's template.
    case parent
    case ellipticCurve(Curve)
    /// RSA of 2048 bits.
    case rsa

    /// The templates of the keys that are made here.
    package static let keys: [TPMTemplate] = [.ellipticCurve(.p256), .ellipticCurve(.p384), .rsa]

    package static let modulusBytes = 256

    /// Returns the public area (`TPMT_PUBLIC`).
    ///
    ///     type │ hash of the name │ attributes │ policy │ cipher │ scheme │ size or curve │ exponent or derivation │ unique
    ///
    /// - Parameter unique: X ‖ Y or the modulus, of an object that exists.
    package func publicArea(unique: [UInt8]? = nil) -> [UInt8] {
        TPMWriter.unsized { area in
            area.short(self == .rsa ? 0x0001 : 0x0023)  // RSA, ECC
            area.short(0x000b)  // SHA-256, for the name
            area.long(attributes)
            area.sized([])  // no policy
            if self == .parent {
                for number: UInt16 in [0x0006, 128, 0x0043] { area.short(number) }  // AES-128-CFB
            } else {
                area.short(0x0010)  // no wrapping of other keys
            }
            area.short(0x0010)  // any scheme
            if self == .rsa {
                area.short(UInt16(8 * Self.modulusBytes))
                area.long(0)  // the exponent, 65537
                area.sized(unique ?? [])
                return
            }
            area.short(self == .ellipticCurve(.p384) ? 0x0004 : 0x0003)
            area.short(0x0010)  // no derivation
            // The TCG's template has a zero key, and another one would be another parent.
            let zeros = [UInt8](repeating: 0, count: self == .parent ? 2 * coordinateBytes : 0)
            let point = unique ?? zeros
            area.sized(Array(point.prefix(coordinateBytes)))
            area.sized(Array(point.dropFirst(coordinateBytes)))
        }
    }

    private var attributes: UInt32 {
        let fixed: UInt32 = 0x2 | 0x10  // fixedTPM, fixedParent
        let own: UInt32 = 0x20 | 0x40 | 0x400  // sensitiveDataOrigin, userWithAuth, noDA
        let use: UInt32 = self == .parent ? 0x30000 : 0x60000  // restricted, decrypt; decrypt, sign
        return fixed | own | use
    }

    package var coordinateBytes: Int {
        if case .ellipticCurve(let curve) = self { curve.coordinateBytes } else { 32 }
    }

    /// Returns X ‖ Y or the modulus of a public area of this template; nil if the area is of another.
    package func unique(of area: [UInt8]) -> [UInt8]? {
        let unique: [UInt8]
        if self == .rsa {
            unique = area.suffix(Self.modulusBytes)
        } else {
            let tail = area.suffix(2 * (coordinateBytes + 2))
            unique =
                Array(tail.dropFirst(2).prefix(coordinateBytes)) + tail.suffix(coordinateBytes)
        }
        return publicArea(unique: unique) == area ? unique : nil
    }

    /// Returns the name of the object with a public area: the hash function's number and its digest.
    package static func name(of area: [UInt8]) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: 32)
        crypto_hash_sha256(&digest, area, UInt64(area.count))
        return [0x00, 0x0b] + digest
    }
}
