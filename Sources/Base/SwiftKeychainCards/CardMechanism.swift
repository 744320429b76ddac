// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainPKI

/// A mechanism of PKCS#11 with its parameters.
struct CardMechanism {
    private let type: UInt
    private let parameters: [UInt]
    /// Bytes whose length and address are two more parameters.
    private let point: [UInt8]?

    // The numbers of PKCS#11 (CKM_RSA_PKCS, CKM_RSA_X_509, …).
    static let rsaPKCS1: UInt = 1
    static let rsaRaw: UInt = 3
    static let rsaOAEP: UInt = 9
    static let rsaPSS: UInt = 0xD
    static let ecdsa: UInt = 0x1041
    static let ecdh: UInt = 0x1050

    init(_ type: UInt, _ parameters: [UInt] = [], point: [UInt8]? = nil) {
        (self.type, self.parameters, self.point) = (type, parameters, point)
    }

    /// PSS over a hash, with a salt of its length.
    ///
    /// CK_RSA_PKCS_PSS_PARAMS: hash, mask, and bytes of the salt.
    static func pss(_ hash: HashFunction) -> CardMechanism {
        CardMechanism(rsaPSS, [hash.numbers.mechanism, hash.numbers.mask, UInt(hash.byteCount)])
    }

    /// OAEP over a hash, without a label: CKZ_DATA_SPECIFIED of no bytes.
    ///
    /// CK_RSA_PKCS_OAEP_PARAMS: hash, mask, source of the label, its address and length.
    static func oaep(_ hash: HashFunction) -> CardMechanism {
        CardMechanism(rsaOAEP, [hash.numbers.mechanism, hash.numbers.mask, 1, 0, 0])
    }

    /// A key exchange without a derivation, CKD_NULL.
    ///
    /// CK_ECDH1_DERIVE_PARAMS: derivation, length and address of shared data, length and address of the point.
    static func exchange(with point: [UInt8]) -> CardMechanism {
        CardMechanism(ecdh, [1, 0, 0], point: point)
    }

    /// Calls `body` with the CK_MECHANISM: type, address and length of the parameters.
    func withWords<Result>(_ body: (UnsafeMutablePointer<UInt>) -> Result) -> Result {
        func pass(_ parameters: [UInt]) -> Result {
            var parameters = parameters
            return parameters.withUnsafeMutableBytes { room in
                var words = [
                    type, UInt(bitPattern: room.isEmpty ? nil : room.baseAddress), UInt(room.count),
                ]
                return body(&words)
            }
        }
        guard let point else { return pass(parameters) }
        return point.withUnsafeBytes { bytes in
            pass(parameters + [UInt(bytes.count), UInt(bitPattern: bytes.baseAddress)])
        }
    }
}

extension HashFunction {
    /// CKM_SHA_1 and the others; CKG_MGF1_SHA1 and the others.
    fileprivate var numbers: (mechanism: UInt, mask: UInt) {
        switch self {
        case .sha1: (0x220, 1)
        case .sha224: (0x255, 5)
        case .sha256: (0x250, 2)
        case .sha384: (0x260, 3)
        case .sha512: (0x270, 4)
        }
    }
}
