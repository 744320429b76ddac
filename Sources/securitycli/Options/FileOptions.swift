// Table: the options by which import and export say what a file is.
import SwiftKeychain
import SwiftKeychainModel

extension CommandOption {
    static let format = CommandOption(
        "f", "format", .word("format"),
        "openssl, openssh2, bsafe, raw, pkcs7, pkcs8, pkcs12, x509 or pemseq")
    static let wrapped = CommandOption(
        "w", "wrapped", .none, "Private keys are encrypted: PKCS#8, with -f openssl traditional PEM"
    )
    static let passphrase = CommandOption(
        "P", "passphrase", .secret("passphrase", isAskedFor: true),
        "The passphrase of the file; `-` reads standard input")
}

extension FileFormat {
    /// Finds a format by the name that macOS gives it.
    init?(word: [UInt8]) {
        switch String(decoding: word, as: UTF8.self) {
        case "openssl": self = .openSSL
        case "openssh1": self = .openSSH1
        case "openssh2": self = .openSSH
        case "bsafe": self = .bsafe
        case "raw": self = .rawKey
        case "pkcs7": self = .pkcs7
        case "pkcs8": self = .wrappedPKCS8
        case "pkcs12": self = .pkcs12
        case "netscape": self = .netscapeSequence
        case "x509": self = .certificate
        case "pemseq": self = .pemSequence
        default: return nil
        }
    }

    /// Gives the format in which private keys are encrypted; nil where there is none.
    var wrapped: FileFormat? {
        switch self {
        case .unknown, .wrappedPKCS8: .wrappedPKCS8
        case .openSSL: .wrappedOpenSSL
        default: nil
        }
    }

    /// Tells whether nothing is written without a passphrase.
    var isEncrypted: Bool { [.pkcs12, .wrappedPKCS8, .wrappedOpenSSL].contains(self) }
}

extension Arguments {
    /// Gives the format that -f and -w name.
    func format() throws(CommandFailure) -> FileFormat {
        var format = FileFormat.unknown
        if let word = word(.format) {
            guard let known = FileFormat(word: word) else { throw .usage("-f: an unknown format") }
            format = known
        }
        guard has(.wrapped) else { return format }
        guard let wrapped = format.wrapped else {
            throw .usage("-w: the format has no encrypted form")
        }
        return wrapped
    }
}
