// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftKeychainPKI
import Testing

/// Reads the authorities that the system trusts: certificates of many makers.
@Suite struct CertificateBundleTests {
    private static let path = SystemBundle.find() ?? SystemBundle.paths[0]

    private static func bundle() throws -> [[UInt8]] {
        let text = try String(contentsOfFile: path, encoding: .utf8)
        return text.components(separatedBy: "-----BEGIN CERTIFICATE-----").dropFirst()
            .compactMap { part in
                let body = part.components(separatedBy: "-----END CERTIFICATE-----")[0]
                return Data(base64Encoded: body, options: .ignoreUnknownCharacters)
                    .map { [UInt8]($0) }
            }
    }

    @Test(
        .enabled(
            if: FileManager.default.fileExists(atPath: path), "ca-certificates is not installed"))
    func everyAuthorityIsRead() throws {
        let all = try Self.bundle()
        #expect(all.count > 50)
        for der in all {
            let certificate = try Certificate(der: der)
            #expect(certificate.der == der)
            #expect(certificate.algorithmsAgree && !certificate.repeatsExtensions)
            #expect(certificate.subjectSummary != nil)
            for each in certificate.extensions where each.type.description.hasPrefix("2.5.29.") {
                // What stands there can be read, but for one that says how a key was made.
                let property = each.property
                guard case .section(let contents) = property.value else { continue }
                #expect(
                    !contents.contains { $0.label == "Unparsed Data" }
                        || property.title == property.label,
                    "\(certificate.subjectSummary ?? ""): \(property.label)")
            }
        }
    }

    @Test(
        .enabled(
            if: FileManager.default.fileExists(atPath: path), "ca-certificates is not installed"))
    func openSSLReadsTheSame() throws {
        for (index, der) in try Self.bundle().enumerated() where index % 6 == 0 {
            try SecondOpinion.compare(try Certificate(der: der), #_sourceLocation)
        }
    }
}
