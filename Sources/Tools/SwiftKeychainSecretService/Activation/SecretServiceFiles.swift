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
/// already are left alone, but for settings of KWallet.
package struct SecretServiceFiles {
    /// A file to make, and its contents.
    private struct Entry {
        let path: String
        let contents: String
    }

    /// The first line of each file that ``make(program:)`` writes.
    private static let mark = "# Made by: security secret-service enable\n"

    private let folders: BaseFolders

    /// - Throws: `notAvailable` without a home folder.
    package init() throws(KeychainError) { folders = try BaseFolders() }

    package static let programName = "keychain-secret-service"

    /// The path of the service's program, next to this one or in a usual folder; nil if it isn't installed.
    package static var program: String? {
        let own = try? ProgramFile.path().parentFolder
        return ((own.map { [$0] } ?? []) + ["/usr/local/bin", "/usr/bin"])
            .map { "\($0)/\(programName)" }.first { System.exists($0) }
    }

    private static let unit = "\(programName).service"
    /// Where packages and the administrator install units of users (systemd.unit(5)).
    private static let unitFolders = [
        "/etc/systemd/user", "/usr/local/lib/systemd/user", "/usr/lib/systemd/user",
        "/lib/systemd/user",
    ]

    private static func hasUnit(_ name: String) -> Bool {
        unitFolders.contains { System.exists("\($0)/\(name)") }
    }

    private func activationPath(_ name: String) -> String {
        "\(folders.data)/dbus-1/services/\(name).service"
    }

    /// Returns the file that makes the bus start the program for a name.
    private func activation(_ name: String, _ program: String) -> Entry {
        var text = Self.mark + "[D-BUS Service]\nName=\(name)\nExec=\(program)\n"
        if Self.hasUnit(Self.unit) { text += "SystemdService=\(Self.unit)\n" }
        return Entry(path: activationPath(name), contents: text)
    }

    /// Names for which the bus starts gnome-keyring, which takes that of the service too.
    private static let namesOfGnomeKeyring = [
        "org.gnome.keyring", "org.freedesktop.impl.portal.Secret",
    ]

    private var portalPath: String {
        "\(folders.data)/xdg-desktop-portal/portals/keychain.portal"
    }

    /// gnome-keyring's own secrets component would take the name at login.
    private static let autostart = "autostart/gnome-keyring-secrets.desktop"

    private var autostartPath: String { "\(folders.configuration)/\(Self.autostart)" }

    private func entries(_ program: String) -> [Entry] {
        var entries = [
            activation(ServiceNames.bus, program), activation(SecretPortal.bus, program),
            Entry(
                path: portalPath,
                contents: Self.mark
                    + """
                    [portal]
                    DBusName=\(SecretPortal.bus)
                    Interfaces=org.freedesktop.impl.portal.Secret;
                    UseIn=*

                    """),
        ]
        for name in Self.namesOfGnomeKeyring
        where folders.systemData.contains(where: {
            System.exists("\($0)/dbus-1/services/\(name).service")
        }) {
            entries.append(
                Entry(
                    path: activationPath(name),
                    contents: Self.mark + "[D-BUS Service]\nName=\(name)\nExec=/bin/false\n"))
        }
        if System.exists("/etc/xdg/\(Self.autostart)") {
            entries.append(
                Entry(
                    path: autostartPath,
                    contents: Self.mark
                        + "[Desktop Entry]\nType=Application\nName=Secret Storage Service\nHidden=true\n"
                ))
        }
        return entries
    }

    /// Units of gnome-keyring, which a link to /dev/null masks for the user.
    private static let masked = ["gnome-keyring-daemon.service", "gnome-keyring-daemon.socket"]

    private func maskPath(_ unit: String) -> String {
        "\(folders.configuration)/systemd/user/\(unit)"
    }

    private var portals: PortalsConfiguration {
        PortalsConfiguration(folders: folders, isOurs: Self.isOurs)
    }

    /// Whether the user has a wallet of KWallet.
    private var hasWallet: Bool {
        System.readableNames(in: folders.data + "/kwalletd").contains { $0.hasSuffix(".kwl") }
    }

    /// The paths of files that others made, and that stay as they are.
    package struct Kept {
        package fileprivate(set) var files: [String] = []
        /// Files of the user that choose another backend for the portal of secrets.
        package let portals: [String]

        fileprivate init(portals: [String]) { self.portals = portals }
    }

    /// Makes the files, and keeps KWallet from taking the name.
    ///
    /// - Parameters:
    ///   - program: the path of the service's program.
    ///   - hasCopiedWallet: whether the items of KWallet were copied. Programs with its interface use this service then, or if
    ///     there was no wallet.
    package func make(program: String, hasCopiedWallet: Bool) throws(KeychainError) -> Kept {
        let plan = portals.plan(PortalsConfiguration.desktops)
        var kept = Kept(portals: plan.kept.sorted())
        // What an earlier plan made would count before a file of the user.
        for path in portals.made where !plan.files.contains(where: { $0.path == path }) {
            try translating { try System.unlink(path) }
        }
        let chosen = plan.files.map { Entry(path: $0.path, contents: Self.mark + $0.contents) }
        for entry in entries(program) + chosen {
            if System.exists(entry.path), !Self.isOurs(entry.path) {
                kept.files.append(entry.path)
                continue
            }
            // The bus and the portal read them.
            try SmallFile.replace(
                entry.path, SecretBytes(copying: entry.contents.utf8), mode: 0o644)
        }
        try KWalletSetting.ownsName(folders).turnOff()
        if hasCopiedWallet || !hasWallet { try KWalletSetting.keepsWallets(folders).turnOff() }
        let masks = Self.masked.filter(Self.hasUnit).map(maskPath)
        for path in masks where !Self.isMask(path) {
            try translating { try System.makeFolders(path.parentFolder) }
            do throws(SystemError) {
                try System.symbolicLink(to: "/dev/null", at: path)
            } catch {
                guard error.number == EEXIST else { throw error.keychainError }
                kept.files.append(path)
            }
        }
        return kept
    }

    /// Removes the files that ``make(program:)`` made, and lets KWallet take the name again. They are removed also where
    /// the program or the service that they stand for is no longer installed.
    ///
    /// - Throws: `notAvailable` when one can't be removed.
    package func remove() throws(KeychainError) {
        let names = [ServiceNames.bus, SecretPortal.bus] + Self.namesOfGnomeKeyring
        for path in names.map(activationPath) + [portalPath, autostartPath] + portals.made
        where Self.isOurs(path) {
            try translating { try System.unlink(path) }
        }
        for path in Self.masked.map(maskPath) where Self.isMask(path) { try? System.unlink(path) }
        try KWalletSetting.ownsName(folders).turnOn()
        try KWalletSetting.keepsWallets(folders).turnOn()
    }

    /// Whether the bus starts this service for the user.
    package var areThere: Bool { Self.isOurs(activationPath(ServiceNames.bus)) }

    /// Returns whether a file begins with the mark; false if it can't be read.
    private static func isOurs(_ path: String) -> Bool {
        guard let file = (try? SmallFile.read(path, limit: 1 << 16)) ?? nil else { return false }
        return file.withBytes { $0.starts(with: mark.utf8) }
    }

    private static func isMask(_ path: String) -> Bool {
        System.linkTarget(path) == "/dev/null"
    }
}
