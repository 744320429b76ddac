// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainPKI
import SwiftKeychainMemory
import SwiftKeychainModel

extension FuzzTarget {
    /// The target for PKCS#12: the certificate and key of an identity must belong together, and the
    /// items must survive being written in other formats.
    public static let pkcs12 = FuzzTarget(name: "pkcs12") { bytes throws(Finding) in
        let items = bytes.withUnsafeBytes { bytes in
            try? ImportedFile.readPKCS12(
                bytes, passphrase: FormatRules.passphrase, nanoseconds: FormatRules.nanoseconds)
        }
        guard let items else { return false }
        for item in items {
            guard case .identity(let certificate, let key) = item.value else { continue }
            try require(certificate.belongs(to: key), "an identity of two pairs")
        }
        try FormatRules.writeAgain(items)
        return true
    }

    /// The target for files of any format: the items must survive being written and read again.
    public static let pem = FuzzTarget(name: "pem") { bytes throws(Finding) in
        guard let file = FormatRules.read(bytes) else { return false }
        try require(file.format != .unknown, "a file of no format")
        try FormatRules.writeAgain(file.items)
        return true
    }

    /// The target for private keys of OpenSSH, without the armour.
    public static let openSSH = FuzzTarget(name: "openssh") { bytes throws(Finding) in
        let read = bytes.withUnsafeBytes { bytes in try? SSHPrivateKey.read(bytes) }
        guard let read else { return false }
        let key = read.0
        let written = try? ExportedFile.write([ImportedItem(.key(key))], as: .openSSH)
        let again = written.flatMap { FormatRules.read($0.withBytes { [UInt8]($0) }) }
        try require(again?.items.map(\.key) == [key], "a key of OpenSSH is not read again")
        return true
    }
}

private enum FormatRules {
    static let passphrase = Passphrase(SecretBytes(copying: Array("fuzz".utf8)))
    /// The time for deriving keys from a passphrase: short, so that many inputs are tried.
    static let nanoseconds = 6_000_000

    static func read(_ bytes: [UInt8]) -> ImportedFile? {
        bytes.withUnsafeBytes { bytes in
            try? ImportedFile.read(bytes, passphrase: passphrase, nanoseconds: nanoseconds)
        }
    }

    /// Writes items as PEM, and each key in the other unencrypted formats, and requires that reading
    /// them gives the same items.
    static func writeAgain(_ items: [ImportedItem]) throws(Finding) {
        guard !items.isEmpty else { return }
        let text = try? ExportedFile.write(items, as: .pemSequence)
        let again = text.flatMap { read($0.withBytes { [UInt8]($0) }) }
        try require(
            again?.items.compactMap(\.certificate) == items.compactMap(\.certificate),
            "certificates are not read again")
        try require(
            again?.items.compactMap(\.key) == items.compactMap(\.key), "keys are not read again")
        for key in items.compactMap(\.key) {
            for format in [FileFormat.openSSL, .bsafe, .openSSH] {
                guard let bytes = try? ExportedFile.write([ImportedItem(.key(key))], as: format)
                else {
                    // A public elliptic curve key has no BSAFE form.
                    try require(format == .bsafe && key.part == .public, "a key is not written")
                    continue
                }
                let other = read(bytes.withBytes { [UInt8]($0) })
                try require(other?.items.map(\.key) == [key], "a key is another in \(format)")
            }
        }
    }
}
