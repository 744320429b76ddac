import SwiftKeychainPKI
import SwiftKeychainMemory
import SwiftKeychainModel

extension FuzzTarget {
    /// Reads any bytes as PKCS#12: what an identity holds belongs together, and what was read is
    /// read again of the formats it is written in.
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

    /// Reads any bytes as a file of any format: what was read is read again of what is written.
    public static let pem = FuzzTarget(name: "pem") { bytes throws(Finding) in
        guard let file = FormatRules.read(bytes) else { return false }
        try require(file.format != .unknown, "a file of no format")
        try FormatRules.writeAgain(file.items)
        return true
    }

    /// Reads any bytes as a private key of OpenSSH, what stands between its armour.
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
    /// Lets a file cost milliseconds, so that there is time for many.
    static let nanoseconds = 6_000_000

    static func read(_ bytes: [UInt8]) -> ImportedFile? {
        bytes.withUnsafeBytes { bytes in
            try? ImportedFile.read(bytes, passphrase: passphrase, nanoseconds: nanoseconds)
        }
    }

    /// Writes items as PEM, and each key in the other forms that are not encrypted; all of it is
    /// read again as what it was.
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
                    // Points have no bare form.
                    try require(format == .bsafe && key.part == .public, "a key is not written")
                    continue
                }
                let other = read(bytes.withBytes { [UInt8]($0) })
                try require(other?.items.map(\.key) == [key], "a key is another in \(format)")
            }
        }
    }
}
