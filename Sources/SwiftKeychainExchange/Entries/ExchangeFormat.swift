import SwiftKeychainMemory

/// A format of password files.
package enum ExchangeFormat: String, CaseIterable, Sendable {
    case apple, bitwarden, chrome, firefox, keepassxc
    case onePassword = "1password"

    /// The name in messages.
    package var title: String {
        switch self {
        case .apple: "CSV of Apple Passwords"
        case .bitwarden: "CSV of Bitwarden"
        case .chrome: "CSV of Chrome"
        case .firefox: "CSV of Firefox"
        case .keepassxc: "CSV of KeePassXC"
        case .onePassword: "CSV of 1Password"
        }
    }

    /// The largest file that is read, in bytes.
    package static let largestFile = 64 << 20
    /// The bytes of a file by which ``recognise(_:)`` tells its format.
    package static let recognisedBytes = 4 << 10

    /// Returns the format of the file that begins with `bytes`; nil if it is none of these.
    package static func recognise(_ bytes: UnsafeRawBufferPointer) -> ExchangeFormat? {
        CSVLayout.recognise(bytes)?.format
    }

    /// Reads a file.
    ///
    /// - Throws: the fault because of which nothing of it can be read.
    package func read(_ bytes: UnsafeRawBufferPointer) throws(ExchangeFault) -> ExchangeReading {
        guard bytes.count <= Self.largestFile else {
            throw ExchangeFault("", "larger than \(Self.largestFile >> 20) MiB")
        }
        switch self {
        case .apple, .bitwarden, .chrome, .firefox, .keepassxc, .onePassword:
            return try CSVLayout.of(self).read(bytes)
        }
    }
}
