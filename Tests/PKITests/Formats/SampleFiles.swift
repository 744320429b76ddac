// SPDX-License-Identifier: Apache-2.0
import CertificateTestSupport
import Foundation
import SwiftKeychainMemory

@testable import SwiftKeychainPKI

/// Holds a certificate and its key, made once for all tests of files.
struct SamplePair: Sendable {
    let certificate: Certificate
    let key: CryptoKey
    /// Holds the key as PKCS#8 that openssl made.
    let pkcs8: [UInt8]

    static let rsa = try! SamplePair(["-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:2048"])
    static let ellipticCurve = try! SamplePair(
        ["-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-384"])

    init(_ algorithm: [String]) throws {
        let recipe = CertificateRecipe {
            $0.key = algorithm
            $0.subject = "/CN=Example \(algorithm[1])"
        }
        let made = try recipe.makePair()
        certificate = try Certificate(der: made.certificate)
        pkcs8 = made.key
        key = try ImportedFile.read(made.key).items[0].key!
    }
}

extension Passphrase {
    init(_ text: String) { self.init(SecretBytes(copying: Array(text.utf8))) }
}

extension ImportedFile {
    static func read(
        _ bytes: [UInt8], _ passphrase: String? = nil, hint: Hint = Hint()
    ) throws(PKIError) -> ImportedFile {
        try bytes.lending { bytes throws(PKIError) in
            try read(bytes, hint, passphrase: passphrase.map { Passphrase($0) })
        }
    }

    static func text(_ text: String, _ passphrase: String? = nil) throws(PKIError)
        -> ImportedFile
    { try read(Array(text.utf8), passphrase) }
}

extension ExportedFile {
    static func bytes(
        _ items: [ImportedItem.Value], _ format: FileFormat = .unknown, armoured: Bool = false,
        _ passphrase: String? = nil
    ) throws(PKIError) -> [UInt8] {
        try write(
            items.map { ImportedItem($0) }, as: format, isArmoured: armoured,
            passphrase: passphrase.map { Passphrase($0) }
        ).copied
    }
}

extension Workbench {
    /// Runs openssl, which must succeed.
    func need(_ words: [String]) throws -> [UInt8] {
        guard let output = try run("openssl", words) else {
            throw PKIError(.libraryFailure, "openssl \(words.joined(separator: " "))")
        }
        return output
    }

    /// Tells which tool of the system is missing.
    static func has(_ program: String) -> Bool {
        (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").contains {
            FileManager.default.isExecutableFile(atPath: "\($0)/\(program)")
        }
    }
}

/// Gives the code of the error that `body` throws; nil when it throws none.
func code(_ body: () throws -> Void) -> PKIError.Code? {
    do { try body() } catch { return (error as? PKIError)?.code }
    return nil
}
