// SPDX-License-Identifier: Apache-2.0
import CKeychainLinux
import Glibc
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainSystem

/// The way calls reach a store: in this process, or through `securityd`.
package enum ServiceMode: Sendable, Equatable {
    case embedded
    /// - Parameter owner: the user of securityd where it is neither root nor the caller's own; nil: one of these.
    case securityd(socket: String, owner: UInt32? = nil, source: Source = .environment)

    /// What names a securityd. It keeps the keychains of the folder with the file `mode`, otherwise the user's own.
    package enum Source: Sendable {
        /// `$KEYCHAIN_SOCKET`.
        case environment
        /// The file `mode` in the folder of the login keychain, which the user can write.
        case folder
        /// Root's file for one user, ``AdoptionEntry``.
        case adoption
        /// Root's file for the machine, `keychain.conf`.
        case machine
    }

    /// The socket of the machine's securityd.
    package static let systemSocket = "/run/keychain/securityd.sock"
    /// The socket of the user's securityd; nil without `$XDG_RUNTIME_DIR`.
    package static var userSocket: String? {
        Environment.absolutePath("XDG_RUNTIME_DIR").map { $0 + "/keychain/securityd.sock" }
    }
    /// The folder of the files that only root can write.
    package static let systemFolder = "/etc/keychain"
    /// The name of the file in the store's folder.
    package static let fileName = "mode"

    /// Whether this process unlocks a keychain for a login. It then obeys root's files alone, as a program with
    /// raised privileges does.
    @TaskLocal package static var isForLogin = false

    /// Whether only root's files name the way.
    package static var obeysRootAlone: Bool {
        keychain_has_raised_privileges() != 0 || isForLogin
    }

    /// Reads the configured way: from `$KEYCHAIN_SOCKET`, else the file `mode` in the folder of the login keychain,
    /// else root's file for the user, else `keychain.conf`, else embedded. Never searches for a socket.
    ///
    /// A keychain in another folder that shares the device key of the login keychain has the way of that one.
    ///
    /// - Parameters:
    ///   - folder: the folder of root's files.
    ///   - obeysRootAlone: whether the environment and the user's file don't count.
    ///   - administrator: the user besides root to whom root's files may belong, for tests.
    /// - Throws: `notAvailable` when a file has other contents, or is one of root's that other users can change. If only
    ///   root's files count, one that isn't there is refused, too, where other users can make it.
    package static func written(
        for location: Location, folder: String = systemFolder,
        obeysRootAlone: Bool = obeysRootAlone, administrator: uid_t = 0
    ) throws(KeychainError) -> ServiceMode {
        if !obeysRootAlone {
            if let socket = Environment.value("KEYCHAIN_SOCKET") {
                return .securityd(socket: socket)
            }
            let path = location.home.directory + "/" + fileName
            if let own = try read(path, .folder) { return own }
        }
        let entry = AdoptionEntry(of: geteuid(), folder: folder)
        let machine = configuration(in: folder)
        if obeysRootAlone {
            for path in [folder, entry.folder, entry.path, machine] {
                try AdministratorFile.require(path, administrator)
            }
        }
        if let adopted = try read(entry.path, .adoption),
            obeysRootAlone || location.home.isInAccountsHome
        {
            for path in [folder, entry.folder, entry.path] {
                try AdministratorFile.require(path, administrator)
            }
            return adopted
        }
        guard let all = try read(machine, .machine) else { return .embedded }
        for path in [folder, machine] { try AdministratorFile.require(path, administrator) }
        return all
    }

    /// Returns the path of root's file for the machine.
    package static func configuration(in folder: String = systemFolder) -> String {
        folder + "/keychain.conf"
    }

    /// Reads the TPM that a line `tpm ADDRESS` of the system's configuration names; nil without one.
    ///
    /// - Throws: `notAvailable` when the file isn't text.
    package static func systemTPM() throws(KeychainError) -> String? {
        try RememberedLines.of(configuration())?.first { $0.first == "tpm" && $0.count == 2 }?[1]
    }

    /// Reads one of root's files or the user's; nil if there is none, or it names no way.
    ///
    ///     embedded
    ///     securityd /run/keychain/securityd.sock
    ///     securityd /run/keychain/securityd.sock 990     the service runs as user 990; in root's files alone
    ///     tpm ADDRESS                                    a further line of keychain.conf, which names no way
    private static func read(_ path: String, _ source: Source) throws(KeychainError) -> ServiceMode?
    {
        guard var lines = try RememberedLines.of(path) else { return nil }
        if source == .machine, lines.contains(where: { $0.first == "tpm" }) {
            lines.removeAll { $0.first == "tpm" && $0.count == 2 }
            if lines.isEmpty { return nil }
        }
        let words = lines.flatMap(\.self)
        if words == ["embedded"] { return .embedded }
        let owner = words.count == 3 ? UInt32(words[2]) : nil
        if words.first == "securityd", words.count == 2 || owner != nil {
            // A program that can write to the folder could name a server that records what it receives.
            guard owner == nil || source != .folder else {
                throw KeychainError(
                    .notAvailable,
                    "\(path): only the files of \(systemFolder) may name the user of a service")
            }
            return .securityd(socket: words[1], owner: owner, source: source)
        }
        throw KeychainError(
            .notAvailable, "\(path): must contain embedded or securityd SOCKET [USER-ID]")
    }

    /// Writes the way into the store's folder, durable and in one piece.
    ///
    /// - Throws: `notAvailable`, `diskFull`, `readOnly`.
    package func write(for location: Location) throws(KeychainError) {
        try location.requireOwnFolder()
        let path = location.directory + "/" + Self.fileName
        try SmallFile.replace(path, SecretBytes(copying: line.utf8))
    }

    /// The line of a file that names this way.
    var line: String {
        switch self {
        case .embedded: "embedded\n"
        case .securityd(let socket, let owner, _):
            "securityd \(socket)" + (owner.map { " \($0)" } ?? "") + "\n"
        }
    }

    /// Checks that calls are embedded, before a store is opened or created.
    ///
    /// - Throws: `notAvailable` for `securityd`.
    package func requireEmbedded() throws(KeychainError) {
        if case .securityd(let socket, _, _) = self {
            throw KeychainError(
                .notAvailable, "\(socket): securityd keeps this store, and it isn't opened directly"
            )
        }
    }
}
