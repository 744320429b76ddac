import SwiftKeychainModel
import SwiftKeychainSystem

/// The way calls reach a store: in this process, or through `securityd`.
enum ServiceMode: Sendable, Equatable {
    case embedded
    case securityd(socket: String)

    /// Reads the configured way: from `$KEYCHAIN_SOCKET`, else the file `mode` in the store's folder, else
    /// `/etc/keychain/keychain.conf`, else embedded. Never searches for a socket.
    ///
    /// - Throws: `notAvailable` when a file has other contents.
    static func written(
        for location: Location, system: String = "/etc/keychain/keychain.conf"
    ) throws(KeychainError) -> ServiceMode {
        if let socket = Environment.value("KEYCHAIN_SOCKET") { return .securityd(socket: socket) }
        for path in [location.directory + "/mode", system] {
            guard let bytes = try SmallFile.read(path, limit: 4096) else { continue }
            guard let text = bytes.withBytes({ String(validating: $0, as: UTF8.self) }) else {
                throw KeychainError(.notAvailable, "\(path): not text")
            }
            let words = text.split(whereSeparator: \.isWhitespace)
            if words == ["embedded"] { return .embedded }
            if words.count == 2, words[0] == "securityd" {
                return .securityd(socket: String(words[1]))
            }
            throw KeychainError(.notAvailable, "\(path): must contain embedded or securityd SOCKET")
        }
        return .embedded
    }

    /// Checks that calls are embedded, before a store is opened or created.
    ///
    /// - Throws: `notAvailable` for `securityd`, which this version can't call.
    func requireEmbedded() throws(KeychainError) {
        if case .securityd(let socket) = self {
            throw KeychainError(.notAvailable, "\(socket): this version has no securityd client")
        }
    }
}
