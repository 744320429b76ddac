/// Names a curve of NIST SP 800-186 (SEC 2: secp192r1, secp256r1, secp384r1, secp521r1).
public enum EllipticCurve: CaseIterable, Sendable {
    case p192, p256, p384, p521

    /// Names the curve as libcrypto does.
    package var name: StaticString {
        switch self {
        case .p192: "P-192"
        case .p256: "P-256"
        case .p384: "P-384"
        case .p521: "P-521"
        }
    }

    /// Tells the size of a key in bits.
    public var bits: Int {
        switch self {
        case .p192: 192
        case .p256: 256
        case .p384: 384
        case .p521: 521
        }
    }

    /// Tells how many bytes a coordinate has, and a private key too.
    package var coordinateBytes: Int { (bits + 7) / 8 }

    /// Tells how many bytes a point has in its uncompressed form: 04 ‖ X ‖ Y.
    package var pointBytes: Int { 1 + 2 * coordinateBytes }

    /// Finds the curve whose keys have a size in bits.
    package init?(bits: Int) {
        guard let curve = Self.allCases.first(where: { $0.bits == bits }) else { return nil }
        self = curve
    }
}
