import SwiftKeychainModel
import SwiftKeychainSystem

/// The way calls reach a store: in this process, or through `securityd`.
enum ServiceMode: Sendable, Equatable {
    case embedded
    case securityd(socket: String)

    /// Reads which way is written down: `$KEYCHAIN_SOCKET`, the file `mode` in the store's folder,
    /// `/etc/keychain/keychain.conf`. With none of these, embedded; no socket is looked for.
    ///
    /// - Throws: `notAvailable` when what is written cannot be understood.
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
            throw KeychainError(.notAvailable, "\(path): neither embedded nor securityd SOCKET")
        }
        return .embedded
    }

    /// Refuses a way that this version cannot go. Nothing is opened, nothing is created.
    func requireEmbedded() throws(KeychainError) {
        if case .securityd(let socket) = self {
            throw KeychainError(.notAvailable, "\(socket): this version has no securityd client")
        }
    }
}
