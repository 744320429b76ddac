// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychainMemory
import SwiftKeychainSystem

/// A format of password files, or another store of passwords.
///
/// The raw values are the words that `security import --from` takes.
package enum ExchangeFormat: String, CaseIterable, Sendable {
    case apple, bitwarden, chrome, firefox, keepassxc
    case lastpass, dashlane
    case onePassword = "1password"
    case protonPass = "proton-pass"
    case bitwardenJSON = "bitwarden-json"
    /// The JSON file in an archive with attachments.
    case bitwardenZip = "bitwarden-zip"
    /// The archive of 1Password 8.
    case onePUX = "1pux"
    case aegis
    /// Names and secrets: see ``SecretsDocument``.
    case json
    /// Addresses with the seeds of one-time passwords: see ``SeedLines``.
    case otpauth
    case keepassxcXML = "keepassxc-xml"
    /// A database that another program decrypts: see ``KDBXFile``.
    case kdbx
    case gnomeKeyring = "gnome-keyring"
    case pass
    case macOS = "macos"
    /// The text of `security dump-keychain -d`.
    case macOSDump = "macos-dump"
    case kwallet
    /// A running Secret Service, which is no file: see ``RunningSecretService``.
    case secretService = "secret-service"

    /// The name in messages.
    package var title: String {
        switch self {
        case .apple: "CSV of Apple Passwords"
        case .bitwarden: "CSV of Bitwarden"
        case .chrome: "CSV of Chrome"
        case .firefox: "CSV of Firefox"
        case .keepassxc: "CSV of KeePassXC"
        case .lastpass: "CSV of LastPass"
        case .dashlane: "CSV of Dashlane"
        case .onePassword: "CSV of 1Password"
        case .protonPass: "CSV of Proton Pass"
        case .bitwardenJSON: "JSON of Bitwarden"
        case .bitwardenZip: "archive of Bitwarden"
        case .onePUX: "archive of 1Password"
        case .aegis: "vault of Aegis"
        case .json: "JSON of names and secrets"
        case .otpauth: "addresses of one-time passwords"
        case .keepassxcXML: "XML of KeePassXC"
        case .kdbx: "database of KeePassXC"
        case .gnomeKeyring: "gnome-keyring"
        case .pass: "pass"
        case .macOS: "keychain of macOS"
        case .macOSDump: "text of dump-keychain"
        case .kwallet: "KWallet"
        case .secretService: "Secret Service"
        }
    }

    /// The largest file that is read, in bytes.
    ///
    /// The whole file is in locked memory while it is read.
    package static let largestFile = 64 << 20
    /// The number of bytes that ``recognise(_:)`` needs of a file.
    package static let recognisedBytes = 4 << 10

    /// Returns the format of a folder, or of a regular file by its beginning; reading anything else would take from
    /// its contents.
    ///
    /// - Throws: a fault for a file that is known and can't be read, with what to do instead.
    package static func recognise(
        fileAt path: String
    ) throws(ExchangeFault) -> ExchangeFormat? {
        var status = stat()
        guard path.withPath({ stat($0, &status) }) == 0 else { return nil }
        if status.st_mode & S_IFMT == S_IFDIR { return PassStore.recognise(path) ? .pass : nil }
        guard status.st_mode & S_IFMT == S_IFREG,
            let descriptor = try? System.open(path, O_RDONLY, followsLink: true)
        else { return nil }
        defer { System.close(descriptor) }
        var count = 0
        let bytes = SecretBytes(count: recognisedBytes) {
            count = (try? System.read(descriptor, path, at: 0, into: $0)) ?? 0
        }
        return try bytes.withBytes { (bytes) throws(ExchangeFault) in
            try recognise(beginning: UnsafeRawBufferPointer(rebasing: bytes[..<count]))
        }
    }

    /// Returns the format of a file by its beginning.
    ///
    /// - Throws: as ``recognise(fileAt:)``.
    package static func recognise(
        beginning bytes: UnsafeRawBufferPointer
    ) throws(ExchangeFault) -> ExchangeFormat? {
        let bytes = UnsafeRawBufferPointer(rebasing: bytes.prefix(recognisedBytes))
        if let refusal = UnreadableFile.rule(bytes) { throw ExchangeFault(refusal) }
        return recognise(bytes)
    }

    /// Returns the format of the file that begins with `bytes`; nil if it is none of these.
    ///
    /// Formats with a magic come first; CSV has none, and is known by the columns of its first line.
    package static func recognise(_ bytes: UnsafeRawBufferPointer) -> ExchangeFormat? {
        if GnomeKeyringFile.recognise(bytes) || GnomeKeyringText.recognise(bytes) {
            return .gnomeKeyring
        }
        if MacKeychainFile.recognise(bytes) { return .macOS }
        if KWalletFile.recognise(bytes) { return .kwallet }
        if KDBXFile.recognise(bytes) { return .kdbx }
        if KeePassDocument.recognise(bytes) { return .keepassxcXML }
        if KeychainDump.recognise(bytes) { return .macOSDump }
        if SeedLines.recognise(bytes) { return .otpauth }
        if ZipFile.isOnePassword(bytes) { return .onePUX }
        if ZipFile.isBitwarden(bytes) { return .bitwardenZip }
        if let outline = JSONOutline(bytes) {
            if BitwardenDocument.recognise(outline) { return .bitwardenJSON }
            if AegisDocument.recognise(outline) { return .aegis }
        }
        return CSVLayout.recognise(bytes)?.format
    }

    /// Returns whether a file that begins with `bytes` is read with a password.
    package func isEncrypted(_ bytes: UnsafeRawBufferPointer) -> Bool {
        switch self {
        case .macOS, .kwallet, .kdbx: true
        case .gnomeKeyring: !GnomeKeyringText.recognise(bytes)
        default: false
        }
    }

    /// Returns the path of the file with the salt that belongs to a file; nil for a format without one.
    ///
    /// KWallet has the salt of `kdewallet.kwl` in `kdewallet.salt`.
    package func saltPath(_ path: [UInt8]) -> [UInt8]? {
        guard self == .kwallet else { return nil }
        let suffix = Array(".kwl".utf8)
        return (path.reversed().starts(with: suffix.reversed()) ? path.dropLast(4) : path[...])
            + Array(".salt".utf8)
    }

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - password: the password of an encrypted file.
    ///   - salt: the contents of the file at ``saltPath(_:)``, if there is one.
    /// - Throws: the fault because of which nothing of it can be read.
    package func read(
        _ bytes: UnsafeRawBufferPointer, password: SecretBytes? = nil, salt: SecretBytes? = nil
    ) throws(ExchangeFault) -> ExchangeReading {
        guard bytes.count <= Self.largestFile else {
            throw ExchangeFault("larger than \(Self.largestFile >> 20) MiB")
        }
        // KWallet and gnome-keyring allow an empty password.
        let password = password ?? SecretBytes(copying: EmptyCollection())
        switch self {
        case .apple, .bitwarden, .chrome, .dashlane, .firefox, .keepassxc, .lastpass, .onePassword,
            .protonPass:
            return try CSVLayout.of(self).read(bytes)
        case .bitwardenJSON: return try BitwardenDocument.read(bytes)
        case .bitwardenZip: return try ZipFile.readBitwarden(bytes)
        case .onePUX: return try ZipFile.readOnePassword(bytes)
        case .aegis: return try AegisDocument.read(bytes)
        case .json: return try SecretsDocument.read(bytes)
        case .otpauth: return SeedLines.read(bytes)
        case .macOSDump: return KeychainDump.read(bytes)
        case .keepassxcXML: return KeePassDocument.read(bytes)
        case .gnomeKeyring:
            if GnomeKeyringText.recognise(bytes) { return GnomeKeyringText(bytes).read() }
            return try GnomeKeyringFile(bytes).read(password)
        case .macOS: return try MacKeychainFile(bytes).read(password)
        case .kwallet: return try KWalletFile(bytes).read(password, salt: salt)
        case .kdbx: throw ExchangeFault("only keepassxc-cli reads it")
        case .pass: throw ExchangeFault("no folder")
        case .secretService: throw ExchangeFault("no service")
        }
    }
}
