// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftKeychain
import KeychainTestSupport
import Testing

/// Takes what a system trusts into a keychain and out again: certificates of many makers.
@Suite struct BundleTests {
    private static let path = SystemBundle.find() ?? SystemBundle.paths[0]

    private func read(_ bytes: [UInt8]) throws -> [Certificate] {
        try bytes.withUnsafeBytes { bytes in
            try ImportedFile.read(bytes).items.compactMap(\.certificate)
        }
    }

    @Test func theSystemsBundleGoesInAndComesOut() throws {
        let bundle = try read([UInt8](Data(contentsOf: URL(fileURLWithPath: Self.path))))
        #expect(bundle.count > 100)
        let keychain = TestKeychain().keychain
        let items = try bundle.map { try NewItem.certificate($0) }
        _ = try keychain.add(items, duplicates: .refused)
        for certificate in bundle {
            let subject = certificate.subject.normalisedContent
            let issuer = certificate.issuer.normalisedContent
            for attributes: [Attribute: AttributeValue] in [
                [.subject: .data(subject)],
                [.issuer: .data(issuer), .serialNumber: .data(certificate.serialNumber)],
                [.publicKeyHash: .data(certificate.publicKeyHash)],
            ] {
                try expect(certificate, in: keychain, attributes)
            }
            if let identifier = certificate.subjectKeyIdentifier {
                try expect(certificate, in: keychain, [.subjectKeyID: .data(identifier)])
            }
        }
        let stored = try keychain.all(.certificate).map { try Certificate($0) }
        let file = try ExportedFile.write(
            stored.map { ImportedItem(.certificate($0)) }, as: .pemSequence)
        #expect(try read(file.copied) == bundle)
    }

    private func expect(
        _ certificate: Certificate, in keychain: Keychain,
        _ attributes: [Attribute: AttributeValue]
    ) throws {
        let found = try keychain.all(.certificate, attributes)
        #expect(
            found.contains { $0.secret?.copied == certificate.der },
            "\(certificate.subjectSummary ?? "?") by \(attributes.keys)")
    }
}
