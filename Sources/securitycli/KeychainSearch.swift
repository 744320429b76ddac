import SwiftKeychain
import SwiftKeychainModel

/// Holds an item and the keychain in which it was found.
struct FoundItem {
    let item: Item
    let keychain: Keychain

    /// Deletes the item; of an identity the private key, too.
    func delete() throws(CommandFailure) {
        var conditions = Query.Conditions()
        conditions.references = [item.reference]
        _ = try calling("SecKeychainItemDelete") { () throws(KeychainError) in
            try keychain.delete(Query(nil, conditions))
        }
    }
}

/// Asks the keychains that a command names, one after the other.
struct KeychainSearch {
    let keychains: [Keychain]
    let session: Session

    /// The name of the call that searches, in messages.
    let function: String
    static let function = "SecKeychainSearchCopyNext"

    init(
        _ words: [[UInt8]], _ session: Session, function: String = Self.function
    ) throws(CommandFailure) {
        keychains = try KeychainArgument.searched(words)
        self.session = session
        self.function = function
    }

    /// Finds everything that the keychains have.
    ///
    /// A keychain that cannot be searched is reported, and is an error when no other has a match.
    ///
    /// - Returns: one item or more.
    func all(
        _ find: (Keychain) throws(KeychainError) -> [Item]
    ) throws(CommandFailure) -> [FoundItem] {
        try run(stopsAtFirst: false, find)
    }

    /// Finds the first match: the oldest of the first keychain that has one.
    ///
    /// Failures count as in ``all(_:)``.
    func first(
        _ find: (Keychain) throws(KeychainError) -> [Item]
    ) throws(CommandFailure) -> FoundItem {
        try run(stopsAtFirst: true, find)[0]
    }

    private func run(
        stopsAtFirst: Bool, _ find: (Keychain) throws(KeychainError) -> [Item]
    ) throws(CommandFailure) -> [FoundItem] {
        var found: [FoundItem] = []
        var failures: [KeychainError] = []
        for keychain in keychains {
            do throws(KeychainError) {
                found += try find(keychain).map { FoundItem(item: $0, keychain: keychain) }
            } catch {
                if error.code != .itemNotFound { failures.append(error) }
            }
            if stopsAtFirst, !found.isEmpty { break }
        }
        // That nothing was found in the others says nothing about a keychain that failed.
        for failure in found.isEmpty ? failures.dropLast() : failures[...] {
            session.report(function, failure)
        }
        guard found.isEmpty else { return found }
        throw .call(function, failures.last ?? KeychainError(.itemNotFound, "no item matches"))
    }
}
