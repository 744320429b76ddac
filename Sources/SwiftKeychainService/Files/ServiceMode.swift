// SPDX-License-Identifier: Apache-2.0
import CKeychainLinux
import Glibc
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainSystem

/// The way calls reach a store: in this process, or through `securityd`.
package enum ServiceMode: Sendable, Equatable {
    case embedded
    /// - Parameters:
    ///   - owner: the user of securityd where it is neither root nor the caller's own; nil: one of these.
    ///   - isOfStore: whether the store's own folder says so; securityd keeps that store then, and
    ///     otherwise the user's own.
    case securityd(socket: String, owner: UInt32? = nil, isOfStore: Bool = false)

    /// The socket of the machine's securityd.
    package static let systemSocket = "/run/keychain/securityd.sock"
    /// The socket of the user's securityd; nil without `$XDG_RUNTIME_DIR`.
    package static var userSocket: String? {
        Environment.absolutePath("XDG_RUNTIME_DIR").map { $0 + "/keychain/securityd.sock" }
    }
    package static let systemConfiguration = "/etc/keychain/keychain.conf"
    /// The name of the file in the store's folder.
    package static let fileName = "mode"

    /// Reads the configured way: from `$KEYCHAIN_SOCKET`, else the file `mode` in the store's folder, else
    /// `/etc/keychain/keychain.conf`, else embedded. Never searches for a socket.
    ///
    /// A program with raised privileges uses no socket but the system's: the one that
    /// `/etc/keychain/keychain.conf` names, or `/run/keychain/securityd.sock`.
    ///
    /// - Throws: `notAvailable` when a file has other contents, or names a socket that this program must
    ///   not use.
    package static func written(
        for location: Location, system: String = systemConfiguration,
        isRaised: Bool = keychain_has_raised_privileges() != 0
    ) throws(KeychainError) -> ServiceMode {
        if !isRaised, let socket = Environment.value("KEYCHAIN_SOCKET") {
            return .securityd(socket: socket)
        }
        let path = location.directory + "/" + fileName
        guard let own = try read(path, isOfStore: true) else {
            return try read(system, isOfStore: false) ?? .embedded
        }
        guard isRaised, case .securityd(let socket, _, _) = own else { return own }
        let machine = try read(system, isOfStore: false)
        if case .securityd(socket, let owner, _)? = machine {
            return .securityd(socket: socket, owner: owner)
        }
        guard socket == systemSocket else {
            throw KeychainError(
                .notAvailable,
                "\(path): a program with raised privileges uses the system's socket only")
        }
        return .securityd(socket: socket)
    }

    /// Reads the TPM that a line `tpm ADDRESS` of the system's configuration names; nil without one.
    ///
    /// - Throws: `notAvailable` when the file isn't text.
    package static func systemTPM(_ path: String = systemConfiguration) throws(KeychainError)
        -> String?
    {
        try RememberedLines.of(path)?.first { $0.first == "tpm" && $0.count == 2 }?[1]
    }

    private static func read(_ path: String, isOfStore: Bool) throws(KeychainError) -> ServiceMode?
    {
        guard var lines = try RememberedLines.of(path) else { return nil }
        if !isOfStore, lines.contains(where: { $0.first == "tpm" }) {
            lines.removeAll { $0.first == "tpm" && $0.count == 2 }
            if lines.isEmpty { return nil }
        }
        let words = lines.flatMap(\.self)
        if words == ["embedded"] { return .embedded }
        if words.count == 2 || words.count == 3, words[0] == "securityd" {
            let owner = words.count == 3 ? UInt32(words[2]) : nil
            if words.count == 2 || owner != nil {
                return .securityd(socket: words[1], owner: owner, isOfStore: isOfStore)
            }
        }
        throw KeychainError(
            .notAvailable, "\(path): must contain embedded or securityd SOCKET [USER-ID]")
    }

    /// Writes the way into the store's folder, durable and in one piece.
    ///
    /// - Throws: `notAvailable`, `diskFull`, `readOnly`.
    package func write(for location: Location) throws(KeychainError) {
        let text: String
        switch self {
        case .embedded: text = "embedded\n"
        case .securityd(let socket, let owner, _):
            text = "securityd \(socket)" + (owner.map { " \($0)" } ?? "") + "\n"
        }
        let path = location.directory + "/" + Self.fileName
        try SmallFile.replace(path, SecretBytes(copying: text.utf8))
    }

    /// Checks that calls are embedded, before a store is opened or created.
    ///
    /// - Throws: `notAvailable` for `securityd`.
    func requireEmbedded() throws(KeychainError) {
        if case .securityd(let socket, _, _) = self {
            throw KeychainError(
                .notAvailable, "\(socket): securityd keeps this store, and it isn't opened directly"
            )
        }
    }
}
