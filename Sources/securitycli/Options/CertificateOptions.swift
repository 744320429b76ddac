// Table: the options by which commands name certificates and the keychain to use.
import SwiftKeychain
import SwiftKeychainModel
import SwiftKeychainSystem

extension CommandOption {
    static let keychain = CommandOption(
        "k", "keychain", .word("keychain"), "The keychain to use instead of the default one")
    static let commonName = CommandOption(
        "c", "common-name", .word("name"), "Text that the common name contains, in any case")
    static let mailAddress = CommandOption(
        "e", "email", .word("address"), "A mail address of the certificate")
    static let certificateHash = CommandOption(
        "Z", "hash", .word("hash"), "The SHA-1 or SHA-256 of the certificate, in hexadecimal")
}

extension Arguments {
    /// Collects what options say of certificates.
    func selection() throws(CommandFailure) -> CertificateSelection {
        var selection = CertificateSelection()
        selection.name = try text(.commonName)
        // It is a part of every name, and hardly what anybody means.
        if selection.name == "" { throw .usage("-c: empty") }
        selection.emailAddress = try text(.mailAddress)
        if let word = word(.certificateHash) {
            guard let hash = Hexadecimal.bytes(word.filter { $0 != UInt8(ascii: ":") }),
                [20, 32].contains(hash.count)
            else {
                throw .usage("-Z: not 40 or 64 hexadecimal digits")
            }
            selection.hash = hash
        }
        return selection
    }

    /// Gives the value of an option that must be text.
    func text(_ option: CommandOption) throws(CommandFailure) -> String? {
        guard let word = word(option) else { return nil }
        guard let text = String(validating: word, as: UTF8.self) else {
            throw .said("-\(option.letter): not UTF-8")
        }
        return text
    }

    /// Gives the keychain that -k names, or the default one.
    func chosenKeychain() throws(CommandFailure) -> Keychain {
        guard let word = word(.keychain) else { return Keychain.default }
        return try KeychainArgument.keychain(word)
    }
}
