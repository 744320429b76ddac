// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain
import SwiftKeychainModel
import SwiftKeychainSecretBus
import Synchronization

/// The collections of the service: the login keychain, the other keychains of the search list, and the one that ends with
/// the service.
final class Collections: Sendable {
    let session = SessionCollection()
    /// Whether items of other programs are offered.
    let offersNative: Bool

    /// The keychains as they were listed last, and until when they count: programs search again and again.
    private let listed = Mutex(List())
    /// How long a list counts. A keychain that another program adds isn't searched for that time at most.
    private static let patience = Duration.milliseconds(200)

    private struct List: Sendable {
        var keychains: Listed?
        var until = ContinuousClock.now
        /// When a list was forgotten last.
        var forgotten = ContinuousClock.now
    }

    private struct Listed: Sendable {
        let searched: [Keychain]
        let standard: Keychain
    }

    init(offersNative: Bool) { self.offersNative = offersNative }

    private func list() -> Listed {
        if let known = listed.withLock({ $0.until > .now ? $0.keychains : nil }) { return known }
        let started = ContinuousClock.now
        let list = Listed(searched: Keychain.searched, standard: Keychain.default)
        listed.withLock {
            // A list that was begun before another thread forgot the former one may be out of date.
            if $0.forgotten <= started { ($0.keychains, $0.until) = (list, .now + Self.patience) }
        }
        return list
    }

    /// Makes the next call list the keychains again, after one was made or removed.
    func forgetList() { listed.withLock { ($0.keychains, $0.forgotten) = (nil, .now) } }

    private func collection(_ keychain: Keychain) -> KeychainCollection {
        KeychainCollection(keychain, offersNative: offersNative)
    }

    /// Every collection, the login keychain first.
    func all() -> [any ItemCollection] { all(of: list()) }

    private func all(of list: Listed) -> [any ItemCollection] {
        let others = list.searched.filter { !$0.isLogin && !$0.path.isEmpty }
        return [collection(.login)] + others.map(collection) + [session]
    }

    /// Lists the collections again, and returns their paths; nil if the search list can't be read.
    func readPaths() -> [String]? {
        forgetList()
        let list = list()
        // The search list that can't be read has a keychain without a place.
        return list.searched.contains { $0.path.isEmpty } ? nil : all(of: list).map(\.path)
    }

    /// Returns the collection that a path names.
    ///
    /// - Throws: `NoSuchObject`.
    func named(_ name: CollectionName) throws(BusFailure) -> any ItemCollection {
        switch name {
        case .login: return collection(.login)
        case .session: return session
        case .named:
            if let known = all().first(where: { $0.name == name }) { return known }
            // Another program may have made it since.
            forgetList()
            guard let found = all().first(where: { $0.name == name }) else { throw .noSuchObject }
            return found
        case .alias(let alias):
            guard let name = self.alias(alias) else { throw .noSuchObject }
            return try named(name)
        }
    }

    /// Returns the collection of an alias; nil if it means none.
    func alias(_ alias: String) -> CollectionName? {
        switch alias {
        case "default":
            let keychain = list().standard
            return keychain.isLogin || keychain.path.isEmpty ? .login : collection(keychain).name
        case "login": return .login
        case "session": return .session
        default: return nil
        }
    }

    /// Makes a collection the default one.
    ///
    /// - Throws: `NotSupported` for other aliases, and for the collection of the session.
    func setAlias(_ alias: String, _ name: CollectionName) throws(BusFailure) {
        guard alias == "default" else { throw .notSupported("only the alias default can be set") }
        guard let chosen = try named(name) as? KeychainCollection else {
            throw .notSupported("the session can't be the default collection")
        }
        try BusFailure.of(Keychain.setDefault(chosen.keychain))
        forgetList()
    }
}
