// SPDX-License-Identifier: Apache-2.0
import CKeychainCrypto

/// A curve of NIST SP 800-186 (SEC 2: secp192r1, secp256r1, secp384r1, secp521r1).
public enum EllipticCurve: CaseIterable, Sendable {
    case p192, p256, p384, p521

    /// The size of a key in bits.
    public var bits: Int { row.bits }

    /// The number of bytes a coordinate has, and a private key too.
    package var coordinateBytes: Int { (bits + 7) / 8 }

    /// The number of bytes a point has in its uncompressed form: 04 ‖ X ‖ Y.
    package var pointBytes: Int { 1 + 2 * coordinateBytes }

    /// libcrypto's name of the curve.
    package var name: StaticString { row.name }

    /// libcrypto's number of the curve.
    var number: Int32 { row.number }

    /// The curve in keys (RFC 5480, section 2.1.1.1).
    var identifier: OID { row.identifier }

    /// SSH's name of the curve (RFC 5656, section 10.1).
    var sshName: String { row.ssh }

    private typealias Row = (
        bits: Int, name: StaticString, number: Int32, identifier: OID, ssh: String
    )
    private var row: Row { Self.rows[self]! }
    private static let rows: [EllipticCurve: Row] = [
        .p192: (
            192, "P-192", NID_X9_62_prime192v1, OID(1, 2, 840, 10045, 3, 1, 1),
            "1.2.840.10045.3.1.1"
        ),
        .p256: (
            256, "P-256", NID_X9_62_prime256v1, OID(1, 2, 840, 10045, 3, 1, 7), "nistp256"
        ),
        .p384: (384, "P-384", NID_secp384r1, OID(1, 3, 132, 0, 34), "nistp384"),
        .p521: (521, "P-521", NID_secp521r1, OID(1, 3, 132, 0, 35), "nistp521"),
    ]
}

extension EllipticCurve {
    /// Returns a point as 04 ‖ X ‖ Y, whatever its form (SEC 1, section 2.3.4). One in this form isn't checked.
    ///
    /// - Throws: `malformed` for other octets that aren't a point of this curve.
    func uncompressed(_ octets: [UInt8]) throws(PKIError) -> [UInt8] {
        if octets.first == 4, octets.count == pointBytes { return octets }
        let point = point { EC_POINT_oct2point($0, $1, octets, octets.count, nil) == 1 }
        guard let point else { throw .crypto(.malformed, "key data: not a point of \(name)") }
        return point
    }

    /// Returns the point that `body` makes of an empty one on the group of the curve, as 04 ‖ X ‖ Y; nil if it fails, and
    /// for the point at infinity, which has no coordinates.
    func point(_ body: (OpaquePointer, OpaquePointer) -> Bool) -> [UInt8]? {
        let group = EC_GROUP_new_by_curve_name_ex(CryptoLibrary.context, nil, number)
        let point = group.flatMap { EC_POINT_new($0) }
        defer {
            EC_POINT_clear_free(point)
            EC_GROUP_free(group)
        }
        var octets = [UInt8](repeating: 0, count: pointBytes)
        guard let group, let point, body(group, point),
            EC_POINT_point2oct(
                group, point, POINT_CONVERSION_UNCOMPRESSED, &octets, octets.count, nil)
                == octets.count
        else { return nil }
        return octets
    }

    /// Finds the curve whose keys have a size in bits.
    package init?(bits: Int) { self.init(where: { $0.bits == bits }) }

    /// Finds the curve that the parameters of an algorithm name (RFC 5480, section 2.1.1); nil for other parameters.
    init?(named parameters: DERElement?) throws(PKIError) {
        guard let parameters, parameters.tag == .objectIdentifier else { return nil }
        let identifier = try OID(parameters)
        self.init(where: { $0.identifier == identifier })
    }

    init?(sshName: String) { self.init(where: { $0.sshName == sshName }) }

    private init?(where isMeant: (EllipticCurve) -> Bool) {
        guard let curve = Self.allCases.first(where: isMeant) else { return nil }
        self = curve
    }
}
