// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain

/// The time to find one identity among others.
struct IdentitySuite {
    /// The number of certificates, and of private keys.
    let size: Int
    let home: String

    /// The number of identities with the same issuer.
    private let perIssuer = 10
    /// Returns the index of the next identity, in an order that defeats caches of neighbours.
    private func scattered(_ index: Int) -> Int { (index &* 7919) % size }

    func run(into report: inout Report) throws {
        let keychain = Keychain(home: home, groups: nil)
        try fill(keychain)
        let runs = 2_000
        report.add(
            size, "identity by label", "typed",
            try Samples.of(runs) { index in
                let label = AttributeValue.string("identity-\(scattered(index))")
                try expectOne(keychain, [.label: label])
            })
        report.add(
            size, "identity by issuer", "typed",
            try Samples.of(runs) { index in
                let issuer = DistinguishedName.normalisedContent(
                    of: BenchmarkCertificate.name(issuer(of: scattered(index))))
                try expectOne(keychain, [.issuer: .data(issuer ?? [])])
            })
        report.add(
            size, "identity by key hash", "typed",
            try Samples.of(runs) { index in
                let hash = AttributeValue.data(Self.hashes[scattered(index) % Self.hashes.count])
                try expectOne(keychain, [.applicationLabel: hash])
            })
        report.add(
            size, "match issuers", "typed",
            try Samples.of(200) { index in
                var match = CertificateMatch()
                match.issuers = try CertificateMatch.issuers([
                    BenchmarkCertificate.name(issuer(of: scattered(index)))
                ])
                try expectOne(keychain, [:], match)
            })
    }

    private func issuer(of index: Int) -> String { "issuer-\(index / perIssuer)" }

    private func expectOne(
        _ keychain: Keychain, _ attributes: [Attribute: AttributeValue],
        _ match: CertificateMatch? = nil
    ) throws {
        let query = try Query(.identity, Query.Conditions(attributes))
        let found = try keychain.find(
            query, matching: match, returning: [.attributes, .reference])
        precondition(found.count == 1 && found[0].privateKey != nil)
    }

    private static let keys = (0..<100).map { _ in
        try! CryptoKey.generate(.ellipticCurve, bits: 256)
    }
    private static let hashes = keys.map(\.publicKeyHash)

    /// Adds the identities, a thousand at a time; adding isn't measured here.
    private func fill(_ keychain: Keychain) throws {
        for start in stride(from: 0, to: size, by: 1_000) {
            let items = try (start..<min(size, start + 1_000)).flatMap { index in
                let key =
                    index < Self.keys.count
                    ? Self.keys[index] : try CryptoKey.generate(.ellipticCurve, bits: 256)
                let certificate = try BenchmarkCertificate.make(
                    subject: "identity-\(index)", issuer: issuer(of: index), serial: index + 1,
                    key: key)
                return [try NewItem.certificate(certificate), try NewItem.key(key)]
            }
            _ = try keychain.add(items, duplicates: .refused)
        }
    }
}

/// Certificates with invalid signatures, which storing and finding doesn't check.
enum BenchmarkCertificate {
    static func make(
        subject: String, issuer: String, serial: Int, key: CryptoKey
    ) throws -> Certificate {
        let algorithm = DER.element(
            .sequence, DER.element(.objectIdentifier, [0x2B, 0x65, 0x70]))
        let times = ["20200101000000Z", "21200101000000Z"].flatMap {
            DER.element(.generalizedTime, $0.utf8)
        }
        let number = withUnsafeBytes(of: UInt32(serial).bigEndian) { Array($0) }
        // The first byte 1 makes the number positive.
        let serial = DER.element(.integer, [1] + number)
        let point: [UInt8] = [
            0x30, 0x13, 6, 7, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 2, 1,
            6, 8, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 3, 1, 7,
        ]
        let publicKey = DER.element(
            .sequence, point + DER.element(.bitString, [0] + key.publicBytes))
        let fields = [
            DER.element(.constructed(0), [2, 1, 2]), serial, algorithm, name(issuer),
            DER.element(.sequence, times), name(subject), publicKey,
        ]
        let signed = DER.element(.sequence, fields.flatMap { $0 })
        let signature = DER.element(.bitString, [UInt8](repeating: 0, count: 65))
        return try Certificate(
            der: DER.element(.sequence, signed + algorithm + signature))
    }

    static func name(_ commonName: String) -> [UInt8] {
        let attribute = [6, 3, 0x55, 4, 3] + DER.element(.utf8String, commonName.utf8)
        return DER.element(
            .sequence, DER.element(.set, DER.element(.sequence, attribute)))
    }
}
