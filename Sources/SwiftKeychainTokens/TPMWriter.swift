import SwiftKeychainPKI

/// Bytes as the TPM 2.0 specification writes them: numbers with the highest byte first, and a size of two bytes in
/// front of what has no fixed one (`TPM2B`).
struct TPMWriter {
    private(set) var bytes: [UInt8] = []

    mutating func short(_ number: UInt16) { bytes += [UInt8(number >> 8), UInt8(number & 0xff)] }

    mutating func long(_ number: UInt32) {
        short(UInt16(number >> 16))
        short(UInt16(number & 0xffff))
    }

    mutating func append(_ content: [UInt8]) { bytes += content }

    mutating func sized(_ content: [UInt8]) {
        short(UInt16(content.count))
        bytes += content
    }

    /// Returns the bytes with their size in front.
    static func sized(_ write: (inout TPMWriter) -> Void) -> [UInt8] {
        var inner = TPMWriter()
        write(&inner)
        var outer = TPMWriter()
        outer.sized(inner.bytes)
        return outer.bytes
    }

    static func unsized(_ write: (inout TPMWriter) -> Void) -> [UInt8] {
        var writer = TPMWriter()
        write(&writer)
        return writer.bytes
    }
}

/// The reader of such bytes; nil where they end too early.
struct TPMReader {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func bytes(_ count: Int) -> [UInt8]? {
        guard rest.count >= count else { return nil }
        defer { rest = rest.dropFirst(count) }
        return Array(rest.prefix(count))
    }

    mutating func short() -> UInt16? { bytes(2).map { UInt16($0[0]) << 8 | UInt16($0[1]) } }

    mutating func long() -> UInt32? { bytes(4).map { $0.reduce(0) { $0 << 8 | UInt32($1) } } }

    mutating func sized() -> [UInt8]? { short().flatMap { bytes(Int($0)) } }
}

/// The public area of an object, without the key itself: a template.
enum TPMTemplate: Equatable {
    /// The storage key that keys are wrapped for, of the TCG's template.
    case parent
    case ellipticCurve(EllipticCurve)

    /// Returns the public area (`TPMT_PUBLIC`).
    ///
    /// - Parameter point: X ‖ Y, of an object that exists.
    func publicArea(point: [UInt8]? = nil) -> [UInt8] {
        let curve: EllipticCurve = if case .ellipticCurve(let curve) = self { curve } else { .p256 }
        return TPMWriter.unsized { area in
            area.short(0x0023)  // ECC
            area.short(0x000b)  // SHA-256, for the name
            area.long(attributes)
            area.sized([])  // no policy
            if self == .parent {
                for number: UInt16 in [0x0006, 128, 0x0043] { area.short(number) }  // AES-128-CFB
            } else {
                area.short(0x0010)  // no wrapping of other keys
            }
            area.short(0x0010)  // any scheme
            area.short(curve == .p384 ? 0x0004 : 0x0003)
            area.short(0x0010)  // no derivation
            let size = curve.coordinateBytes
            if let point {
                area.sized(Array(point.prefix(size)))
                area.sized(Array(point.dropFirst(size)))
            } else {
                // The TCG's template has a zero key, and another one would be another parent.
                let unique = [UInt8](repeating: 0, count: self == .parent ? size : 0)
                area.sized(unique)
                area.sized(unique)
            }
        }
    }

    private var attributes: UInt32 {
        let fixed: UInt32 = 0x2 | 0x10  // fixedTPM, fixedParent
        let own: UInt32 = 0x20 | 0x40 | 0x400  // sensitiveDataOrigin, userWithAuth, noDA
        let use: UInt32 = self == .parent ? 0x30000 : 0x60000  // restricted, decrypt; decrypt, sign
        return fixed | own | use
    }

    /// Returns X ‖ Y of a public area of this template; nil if the area is of another.
    func point(of area: [UInt8]) -> [UInt8]? {
        var size = 32
        if case .ellipticCurve(let curve) = self { size = curve.coordinateBytes }
        let tail = area.suffix(2 * (size + 2))
        guard tail.count == 2 * (size + 2) else { return nil }
        let point = Array(tail.dropFirst(2).prefix(size)) + Array(tail.suffix(size))
        return publicArea(point: point) == area ? point : nil
    }

    /// Returns the name of the object with a public area: the hash function's number and its digest.
    static func name(of area: [UInt8]) -> [UInt8] {
        [0x00, 0x0b] + HashFunction.sha256.digest(area)
    }
}
