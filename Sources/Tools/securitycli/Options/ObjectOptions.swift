// SPDX-License-Identifier: Apache-2.0
// Table: the options that select certificates, keys, keychains and file formats.
import SwiftKeychain
import SwiftKeychainModel
import SwiftKeychainSystem

extension CommandOption {
    static let keychain = word(
        "k", "keychain", "keychain", "The keychain to use instead of the default one")
    static let commonName = word(
        "c", "common-name", "name", "Text that the common name contains, ignoring case")
    static let mailAddress = word("e", "email", "address", "A mail address of the certificate")
    static let certificateHash = word(
        "Z", "hash", "hash", "The SHA-1 or SHA-256 of the certificate, in hexadecimal")
    static let applicationLabel = CommandOption(
        "a", "application-label", .attribute("label", .applicationLabel, .bytes),
        "Application label, the hash of the public key: bytes, or 0x and digits")
    static let keyClass = word(
        "t", "type", "class", "Class of the key: symmetric, public or private")

    /// The options that select keys by what they can be used for.
    static let keyUses: [(option: CommandOption, attribute: Attribute)] = [
        (use("d", "decrypt"), .canDecrypt), (use("e", "encrypt"), .canEncrypt),
        (use("r", "derive"), .canDerive), (use("s", "sign"), .canSign),
        (use("u", "unwrap"), .canUnwrap), (use("v", "verify"), .canVerify),
        (use("w", "wrap"), .canWrap),
    ]

    /// The options that select keys.
    static let keyMatch =
        [applicationLabel, creator, kind, comment, label, keyClass] + keyUses.map(\.option)

    private static func use(_ letter: Unicode.Scalar, _ name: String) -> CommandOption {
        flag(letter, name, "Only keys that can \(name)")
    }

    static let format = word(
        "f", "format", "format",
        "openssl, openssh2, bsafe, raw, pkcs7, pkcs8, pkcs12, x509 or pemseq")
    static let wrapped = flag(
        "w", "wrapped", "Private keys are encrypted: PKCS#8, or traditional PEM with -f openssl")
    static let passphrase = CommandOption(
        "P", "passphrase", .secret("passphrase", isAskedFor: true),
        "The passphrase of the file; `-` reads standard input")
}

extension CommandOption {
    static let policy = word(
        "p", "policy", "policy",
        "basic, ssl-client, ssl-server, smime, eap, ipsec, codesigning, timestamping or an OID")
}

extension Arguments {
    /// Returns the policies that -p names.
    func policies() throws(CommandFailure) -> [NamedPolicy] {
        try CommandFailure.only { try words(.policy).map(NamedPolicy.named) }
    }

    /// Returns the conditions on certificates that options set.
    func selection() throws(CommandFailure) -> CertificateSelection {
        var selection = CertificateSelection()
        selection.name = try text(.commonName)
        // Every name contains the empty text.
        if selection.name == "" { throw .usage("-c: the name can't be empty") }
        selection.emailAddress = try text(.mailAddress)
        if let word = word(.certificateHash) {
            guard let hash = Hexadecimal.bytes(mayHaveColons: word),
                [20, 32].contains(hash.count)
            else {
                throw .usage("-Z: must be 40 or 64 hexadecimal digits")
            }
            selection.hash = hash
        }
        return selection
    }

    /// Returns the keychain that -k names, or the default one.
    func chosenKeychain() throws(CommandFailure) -> Keychain {
        guard let word = word(.keychain) else { return Keychain.default }
        return try KeychainArgument.changeable(word)
    }

    /// Returns the attributes of keys that options set.
    func keyAttributes() throws(CommandFailure) -> [Attribute: AttributeValue] {
        var attributes = try attributes()
        for (option, attribute) in CommandOption.keyUses where has(option) {
            attributes[attribute] = .boolean(true)
        }
        attributes[.keyClass] = try choice(
            .keyClass, ["symmetric": .number(2), "public": .number(0), "private": .number(1)])
        return attributes
    }

    /// Returns the format that -f and -w name.
    func format() throws(CommandFailure) -> FileFormat {
        var format = FileFormat.unknown
        if let word = word(.format) {
            guard let known = FileFormat.named[String(decoding: word, as: UTF8.self)] else {
                throw .usage("-f: unknown format")
            }
            format = known
        }
        guard has(.wrapped) else { return format }
        guard let wrapped = format.wrapped else {
            throw .usage("-w: the format can't be encrypted")
        }
        return wrapped
    }
}

extension FileFormat {
    /// The formats by their names on macOS. Those that can't be read or written here are refused later, by what they
    /// are used for.
    fileprivate static let named: [String: FileFormat] = [
        "openssl": .openSSL, "openssh1": .openSSH1, "openssh2": .openSSH, "bsafe": .bsafe,
        "raw": .rawKey, "pkcs7": .pkcs7, "pkcs8": .wrappedPKCS8, "pkcs12": .pkcs12,
        "netscape": .netscapeSequence, "x509": .certificate, "pemseq": .pemSequence,
    ]

    /// The format with encrypted private keys; nil if there is none.
    var wrapped: FileFormat? {
        switch self {
        case .unknown, .wrappedPKCS8: .wrappedPKCS8
        case .openSSL: .wrappedOpenSSL
        default: nil
        }
    }

    /// Whether the format always needs a passphrase.
    var isEncrypted: Bool { [.pkcs12, .wrappedPKCS8, .wrappedOpenSSL].contains(self) }
}
