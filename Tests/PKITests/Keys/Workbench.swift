// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

@testable import SwiftKeychainPKI

/// Runs commands of the system on files in a folder of its own.
final class Workbench {
    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("keychain-keys-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// Writes a file and gives its path.
    func file(_ bytes: [UInt8]) throws -> String {
        let url = folder.appendingPathComponent(UUID().uuidString)
        try Data(bytes).write(to: url)
        return url.path
    }

    /// Reads a file.
    func contents(_ path: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(filePath: path)))
    }

    /// Lets only the owner read a file.
    func restrict(_ path: String) throws {
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    }

    /// Runs a command; gives what it printed, or nil when it failed.
    func run(_ program: String, _ words: [String]) throws -> [UInt8]? {
        let (process, output) = (Process(), Pipe())
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [program] + words
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return process.terminationStatus == 0 ? [UInt8](data) : nil
    }

    func openssl(_ words: String...) throws -> [UInt8]? { try run("openssl", words) }

    /// Runs `openssl pkeyutl` with a key, and options of its own.
    func pkeyutl(
        _ operation: String, _ key: CryptoKey, _ input: [UInt8]? = nil, options: [String] = [],
        more: [String] = []
    ) throws -> [UInt8]? {
        var words = ["pkeyutl", operation, "-inkey", try file(key.der), "-keyform", "DER"]
        if key.part == .public { words += ["-pubin"] }
        if let input { words += ["-in", try file(input)] }
        return try run("openssl", words + options.flatMap { ["-pkeyopt", $0] } + more)
    }
}

extension CryptoKey {
    /// Wraps the key as other programs want it: SubjectPublicKeyInfo (RFC 5280), PKCS#1
    /// `RSAPrivateKey`, or `ECPrivateKey` (RFC 5915).
    var der: [UInt8] {
        let whole = privateBytes?.copied
        guard case .ellipticCurve(let curve) = family else {
            return whole
                ?? element(
                    0x30,
                    hex("300d06092a864886f70d0101010500") + element(0x03, [0] + publicBytes))
        }
        let name =
            switch curve {
            case .p192: hex("06082a8648ce3d030101")
            case .p256: hex("06082a8648ce3d030107")
            case .p384: hex("06052b81040022")
            case .p521: hex("06052b81040023")
            }
        let point = element(0x03, [0] + publicBytes)
        guard let whole else {
            return element(0x30, element(0x30, hex("06072a8648ce3d0201") + name) + point)
        }
        return element(
            0x30,
            [2, 1, 1] + element(0x04, Array(whole[publicBytes.count...])) + element(0xA0, name)
                + element(0xA1, point))
    }
}

/// Makes an element of DER.
func element(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
    let count = content.count
    if count < 0x80 { return [tag, UInt8(count)] + content }
    if count < 0x100 { return [tag, 0x81, UInt8(count)] + content }
    return [tag, 0x82, UInt8(count >> 8), UInt8(count & 0xFF)] + content
}
