// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainSeam
import SwiftKeychainSecretBus
import SwiftKeychainSystem

/// The files of the user that make the bus start this service instead of another one.
///
/// Nothing of the system is changed. Each file that is made begins with a line by which it is known; files that are there
/// already are left alone, but for a setting of KWallet.
package struct SecretServiceFiles {
    /// A file to make, and its contents.
    private struct Entry {
        let path: String
        let contents: String
    }

    /// The first line of each file that ``make()`` writes.
    private static let mark = "# Made by: security secret-service enable\n"

    /// `$XDG_DATA_HOME` and `$XDG_CONFIG_HOME`, or their defaults (XDG Base Directory Specification).
    private let data: String
    private let configuration: String
    /// The path of the program.
    private let program: String

    /// - Throws: `notAvailable` without a home folder.
    package init(program: String) throws(KeychainError) {
        let home = try Location.homeFolder()
        data = Environment.absolutePath("XDG_DATA_HOME") ?? home + "/.local/share"
        configuration = Environment.absolutePath("XDG_CONFIG_HOME") ?? home + "/.config"
        self.program = program
    }

    private static let unit = "keychain-secret-service.service"
    /// Where packages and the administrator install units of users (systemd.unit(5)).
    private static let unitFolders = [
        "/etc/systemd/user", "/usr/local/lib/systemd/user", "/usr/lib/systemd/user",
        "/lib/systemd/user",
    ]

    private static func hasUnit(_ name: String) -> Bool {
        unitFolders.contains { System.exists("\($0)/\(name)") }
    }

    /// The file that makes the bus start the program for a name.
    private func activation(_ name: String) -> Entry {
        var text = Self.mark + "[D-BUS Service]\nName=\(name)\nExec=\(program)\n"
        if Self.hasUnit(Self.unit) { text += "SystemdService=\(Self.unit)\n" }
        return Entry(path: "\(data)/dbus-1/services/\(name).service", contents: text)
    }

    private var entries: [Entry] {
        var entries = [
            activation(ServiceNames.bus), activation(SecretPortal.bus),
            Entry(
                path: "\(data)/xdg-desktop-portal/portals/keychain.portal",
                contents: Self.mark
                    + """
                    [portal]
                    DBusName=\(SecretPortal.bus)
                    Interfaces=org.freedesktop.impl.portal.Secret;
                    UseIn=*

                    """),
            Entry(
                path: "\(configuration)/xdg-desktop-portal/portals.conf",
                contents: Self.mark
                    + "[preferred]\ndefault=*\norg.freedesktop.impl.portal.Secret=keychain\n"),
        ]
        // gnome-keyring's own secrets component would take the name at login.
        let autostart = "gnome-keyring-secrets.desktop"
        if System.exists("/etc/xdg/autostart/\(autostart)") {
            entries.append(
                Entry(
                    path: "\(configuration)/autostart/\(autostart)",
                    contents: Self.mark
                        + "[Desktop Entry]\nType=Application\nName=Secret Storage Service\nHidden=true\n"
                ))
        }
        return entries
    }

    /// Units of gnome-keyring, which a link to /dev/null masks for the user.
    private var masks: [String] {
        ["gnome-keyring-daemon.service", "gnome-keyring-daemon.socket"].filter(Self.hasUnit)
            .map { "\(configuration)/systemd/user/\($0)" }
    }

    private var kwallet: KWalletSetting { KWalletSetting(path: configuration + "/kwalletrc") }

    /// Makes the files, and keeps KWallet from taking the name.
    ///
    /// - Returns: the paths of files that others made, and that stay as they are.
    package func make() throws(KeychainError) -> [String] {
        var kept: [String] = []
        for entry in entries {
            if System.exists(entry.path), !Self.isOurs(entry.path) {
                kept.append(entry.path)
                continue
            }
            // The bus and the portal read them.
            try SmallFile.replace(
                entry.path, SecretBytes(copying: entry.contents.utf8), mode: 0o644)
        }
        try kwallet.turnOff()
        for path in masks {
            try translating { try System.makeFolders(path.parentFolder) }
            if path.withPath({ symlink("/dev/null", $0) }) == 0 { continue }
            guard errno == EEXIST else { throw Self.failure(path) }
            if !Self.isMask(path) { kept.append(path) }
        }
        return kept
    }

    /// Removes the files that ``make()`` made, and lets KWallet take the name again.
    ///
    /// - Throws: `notAvailable` when one can't be removed.
    package func remove() throws(KeychainError) {
        for path in entries.map(\.path) where Self.isOurs(path) {
            guard path.withPath({ unlink($0) }) == 0 || errno == ENOENT else {
                throw Self.failure(path)
            }
        }
        for path in masks where Self.isMask(path) { _ = path.withPath { unlink($0) } }
        try kwallet.turnOn()
    }

    /// Whether the bus starts this service for the user.
    package var areThere: Bool { Self.isOurs(activation(ServiceNames.bus).path) }

    private static func failure(_ path: String) -> KeychainError {
        KeychainError(.notAvailable, "\(path): \(String(cString: strerror(errno)))")
    }

    /// Returns whether a file begins with the mark; false if it can't be read.
    private static func isOurs(_ path: String) -> Bool {
        guard let file = (try? SmallFile.read(path, limit: 1 << 16)) ?? nil else { return false }
        return file.withBytes { $0.starts(with: mark.utf8) }
    }

    private static func isMask(_ path: String) -> Bool {
        System.linkTarget(path) == "/dev/null"
    }
}
