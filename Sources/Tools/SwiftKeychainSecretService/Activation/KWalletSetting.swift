// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainSeam
import SwiftKeychainSecretBus
import SwiftKeychainSystem

/// A setting of KWallet that is turned off, in `kwalletrc`.
///
/// KWallet writes its file anew and drops comments, so a key marks the change.
struct KWalletSetting {
    /// The path of `kwalletrc`.
    private let path: String
    private let group: String
    private let key: String
    private let mark: String

    private init(_ folders: BaseFolders, _ group: String, _ key: String) {
        path = folders.configuration + "/kwalletrc"
        self.group = "[\(group)]"
        self.key = key + "="
        mark = key + "ChangedBy=security secret-service enable"
    }

    /// Whether KWallet takes the name of the Secret Service when it starts, whichever program the bus would start; since
    /// Frameworks 5.97.
    static func ownsName(_ folders: BaseFolders) -> KWalletSetting {
        KWalletSetting(folders, ServiceNames.bus, "apiEnabled")
    }

    /// Whether programs with KWallet's own interface use its wallets, instead of the Secret Service; since Frameworks 6.14.
    static func keepsWallets(_ folders: BaseFolders) -> KWalletSetting {
        KWalletSetting(folders, "KSecretD", "Enabled")
    }

    /// Whether the bus can start KWallet, of Frameworks 5 or 6.
    private static var isInstalled: Bool {
        [5, 6].contains {
            System.exists("/usr/share/dbus-1/services/org.kde.kwalletd\($0).service")
        }
    }

    /// Turns the setting off, where KWallet is installed or has a file.
    ///
    /// - Throws: `notAvailable` when the file can't be read or written.
    func turnOff() throws(KeychainError) {
        guard var lines = try lines() ?? (Self.isInstalled ? [] : nil) else { return }
        if !lines.contains(group) { lines += [group, ""] }
        let start = lines.firstIndex(of: group)! + 1
        let settings = Self.settings(lines, from: start)
        // Without the mark, so that ``turnOn()`` leaves what the user chose.
        guard !lines[settings].contains(key + "false") else { return }
        let others = lines[settings].filter { !$0.hasPrefix(key) }
        lines.replaceSubrange(settings, with: [key + "false", mark] + others)
        try write(lines)
    }

    /// Undoes ``turnOff()``, and removes what is empty then: the group, the file.
    func turnOn() throws(KeychainError) {
        guard var lines = try lines(), let start = lines.firstIndex(of: group) else { return }
        let settings = Self.settings(lines, from: start + 1)
        guard lines[settings].contains(mark) else { return }
        let others = lines[settings].filter { !$0.hasPrefix(key) && $0 != mark }
        let isEmpty = others.allSatisfy(\.isEmpty)
        lines.replaceSubrange(
            start..<settings.upperBound, with: isEmpty ? [] : [group] + others)
        if lines.isEmpty {
            try translating { try System.unlink(path) }
        } else {
            try write(lines)
        }
    }

    /// Returns the lines of a group that begins after its name.
    private static func settings(_ lines: [String], from start: Int) -> Range<Int> {
        start..<(lines[start...].firstIndex { $0.hasPrefix("[") } ?? lines.endIndex)
    }

    /// Returns the lines of the file, of which the last is what follows the last newline; nil if there is no file.
    private func lines() throws(KeychainError) -> [String]? {
        guard let file = try SmallFile.read(path) else { return nil }
        guard let text = file.withBytes({ String(validating: $0, as: UTF8.self) }) else {
            throw KeychainError(.notAvailable, "\(path): not UTF-8")
        }
        return text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    private func write(_ lines: [String]) throws(KeychainError) {
        // The file may be a link to a collection of settings.
        try SmallFile.replace(
            (try? System.resolve(path)) ?? path,
            SecretBytes(copying: lines.joined(separator: "\n").utf8))
    }
}
