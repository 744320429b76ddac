import SwiftKeychain
import SwiftKeychainModel
import SwiftKeychainSystem

/// Finds the keychains that a command names.
enum KeychainArgument {
    /// Gives the keychain that `word` names: a path, or a name beside the default store.
    static func keychain(_ word: [UInt8]) throws(CommandFailure) -> Keychain {
        guard !word.isEmpty else { throw .usage("the name of the keychain is empty") }
        return Keychain(path: String(path: word))
    }

    /// Gives the keychains that `words` name, and the default one when there are none.
    static func keychains(_ words: [[UInt8]]) throws(CommandFailure) -> [Keychain] {
        words.isEmpty ? [Keychain.default] : try named(words)
    }

    /// Gives the keychains that `words` name, and those that are searched when there are none.
    static func searched(_ words: [[UInt8]]) throws(CommandFailure) -> [Keychain] {
        words.isEmpty ? Keychain.searched : try named(words)
    }

    /// Gives the keychains that `words` name.
    static func named(_ words: [[UInt8]]) throws(CommandFailure) -> [Keychain] {
        var keychains: [Keychain] = []
        for word in words { keychains.append(try keychain(word)) }
        return keychains
    }
}

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
    let searchList: SearchList
    let session: Session

    /// The name of the call that searches, in messages.
    let function: String
    static let function = "SecKeychainSearchCopyNext"

    init(
        _ words: [[UInt8]], _ session: Session, function: String = Self.function
    ) throws(CommandFailure) {
        searchList = SearchList(try KeychainArgument.searched(words))
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
        try run(.all, find)
    }

    /// Finds the first match: the oldest of the first keychain that has one.
    ///
    /// Failures count as in ``all(_:)``.
    func first(
        _ find: (Keychain) throws(KeychainError) -> [Item]
    ) throws(CommandFailure) -> FoundItem {
        try run(.one, find)[0]
    }

    private func run(
        _ limit: Query.Limit, _ find: (Keychain) throws(KeychainError) -> [Item]
    ) throws(CommandFailure) -> [FoundItem] {
        var found: [FoundItem] = []
        var failures: [KeychainError] = []
        _ = try calling(function) { () throws(KeychainError) in
            try searchList.forEach(limit: limit, failed: { failures.append($0) }) {
                (keychain, _) throws(KeychainError) in
                let items = try find(keychain)
                found += items.map { FoundItem(item: $0, keychain: keychain) }
                return items.count
            }
        }
        // That nothing was found in the others says nothing about a keychain that failed.
        for failure in found.isEmpty ? failures.dropLast() : failures[...] {
            session.report(function, failure)
        }
        guard found.isEmpty else { return found }
        throw .call(function, failures.last ?? KeychainError(.itemNotFound, "no item matches"))
    }
}
