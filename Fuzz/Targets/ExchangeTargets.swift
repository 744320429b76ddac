// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainExchange
import SwiftKeychainMemory

extension FuzzTarget {
    /// The target for CSV files: each entry has a place, and its secrets aren't longer than the file.
    public static let csv = FuzzTarget(name: "csv") { bytes throws(Finding) in
        try ExchangeRules.read(bytes)
    }

    /// The target for the XML documents of KeePassXC, with the same requirements.
    public static let keepass = FuzzTarget(name: "keepass") { bytes throws(Finding) in
        try ExchangeRules.read(bytes, as: .keepassxcXML)
    }

    /// The target for keyrings of gnome-keyring, in text or encrypted with `fuzz`.
    public static let keyring = FuzzTarget(name: "keyring") { bytes throws(Finding) in
        try ExchangeRules.read(bytes, as: .gnomeKeyring)
    }

    /// The target for keychain files of macOS with the password `fuzz`.
    public static let macKeychain = FuzzTarget(name: "mackeychain") { bytes throws(Finding) in
        try ExchangeRules.read(bytes, as: .macOS)
    }
}

extension FuzzTarget {
    /// The target for wallets of KWallet, of the older kind, encrypted with `fuzz`.
    public static let kwallet = FuzzTarget(name: "kwallet") { bytes throws(Finding) in
        try ExchangeRules.read(bytes, as: .kwallet)
    }
}

private enum ExchangeRules {
    static let password = SecretBytes(copying: Array("fuzz".utf8))

    /// Reads a file in a format, or in the one that it is recognised as. Returns whether it has entries.
    static func read(
        _ bytes: [UInt8], as given: ExchangeFormat? = nil
    ) throws(Finding) -> Bool {
        let secret = SecretBytes(copying: bytes)
        let recognised = secret.withBytes {
            ExchangeFormat.recognise(
                UnsafeRawBufferPointer(rebasing: $0.prefix(ExchangeFormat.recognisedBytes)))
        }
        // What is in a zip archive may be larger than the file.
        guard let format = given ?? recognised, format != .onePUX, format != .bitwardenZip else {
            return false
        }
        let reading = secret.withBytes { bytes in try? format.read(bytes, password: password) }
        guard let reading else { return false }
        try require(
            reading.entries.count + reading.faults.count <= bytes.count + 1,
            "more entries than bytes")
        // The address of a seed has the names of its parameters, and `%` before each byte of others.
        let isSeed = format == .aegis || format == .otpauth
        let most = isSeed ? 9 * bytes.count + 200 : bytes.count
        for entry in reading.entries {
            try require(!entry.place.isEmpty, "an entry without a place")
            let parts =
                [entry.secret, entry.oneTimePassword] + entry.fields.map(\.value)
            let count = parts.reduce(0) { $0 + ($1?.count ?? 0) }
            try require(count <= most, "secrets longer than the file")
        }
        return !reading.entries.isEmpty || !reading.keys.isEmpty
    }
}
