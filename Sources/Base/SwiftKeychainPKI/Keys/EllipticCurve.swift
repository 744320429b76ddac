// SPDX-License-Identifier: Apache-2.0
/// A curve of NIST SP 800-186 (SEC 2: secp192r1, secp256r1, secp384r1, secp521r1).
public enum EllipticCurve: CaseIterable, Sendable {
    case p192, p256, p384, p521

    /// libcrypto's name of the curve.
    package var name: StaticString {
        switch self {
        case .p192: "P-192"
        case .p256: "P-256"
        case .p384: "P-384"
        case .p521: "P-521"
        }
    }

    /// The size of a key in bits.
    public var bits: Int {
        switch self {
        case .p192: 192
        case .p256: 256
        case .p384: 384
        case .p521: 521
        }
    }

    /// The number of bytes a coordinate has, and a private key too.
    package var coordinateBytes: Int { (bits + 7) / 8 }

    /// The number of bytes a point has in its uncompressed form: 04 ‖ X ‖ Y.
    package var pointBytes: Int { 1 + 2 * coordinateBytes }

    /// Finds the curve whose keys have a size in bits.
    package init?(bits: Int) {
        guard let curve = Self.allCases.first(where: { $0.bits == bits }) else { return nil }
        self = curve
    }
}

extension EllipticCurve {
    /// The curve in keys (RFC 5480, section 2.1.1.1).
    var identifier: OID {
        switch self {
        case .p192: OID(1, 2, 840, 10045, 3, 1, 1)
        case .p256: OID(1, 2, 840, 10045, 3, 1, 7)
        case .p384: OID(1, 3, 132, 0, 34)
        case .p521: OID(1, 3, 132, 0, 35)
        }
    }

    init?(identifier: OID) {
        guard let curve = Self.allCases.first(where: { $0.identifier == identifier }) else {
            return nil
        }
        self = curve
    }
}

extension EllipticCurve {
    /// SSH's name of the curve (RFC 5656, section 10.1).
    var sshName: String {
        switch self {
        case .p192: "1.2.840.10045.3.1.1"
        case .p256: "nistp256"
        case .p384: "nistp384"
        case .p521: "nistp521"
        }
    }

    init?(sshName: String) {
        guard let curve = Self.allCases.first(where: { $0.sshName == sshName }) else { return nil }
        self = curve
    }
}
