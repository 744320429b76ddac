// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain
import SwiftKeychainModel
import SwiftKeychainSystem

/// The keychains that a command names.
enum KeychainArgument {
    /// Returns the keychain that `word` names: a path, or a name in the folder of the default
    /// store.
    static func keychain(_ word: [UInt8]) throws(CommandFailure) -> Keychain {
        guard !word.isEmpty else { throw .usage("the name of the keychain can't be empty") }
        let keychain = Keychain(path: String(path: word))
        if keychain.isViewOfSystemRoots, !TrustRequest.hasSystemBundle {
            throw .message(SystemBundle.missing)
        }
        return keychain
    }

    /// Returns the keychain to change that `word` names.
    static func changeable(_ word: [UInt8]) throws(CommandFailure) -> Keychain {
        let keychain = try keychain(word)
        guard !keychain.isViewOfSystemRoots else {
            throw .message(
                "\(BufferFormat.escaped(word)): can only be read; to make the system trust a root, "
                    + "use add-trusted-cert -d")
        }
        return keychain
    }

    /// Returns the keychains that `words` name, or without words the default one.
    static func keychains(_ words: [[UInt8]]) throws(CommandFailure) -> [Keychain] {
        words.isEmpty ? [Keychain.default] : try named(words)
    }

    /// Returns the keychains that `words` name, or without words those that are searched.
    static func searched(_ words: [[UInt8]]) throws(CommandFailure) -> [Keychain] {
        words.isEmpty ? Keychain.searched : try named(words)
    }

    /// Returns the keychains that `words` name.
    static func named(_ words: [[UInt8]]) throws(CommandFailure) -> [Keychain] {
        var keychains: [Keychain] = []
        for word in words { keychains.append(try keychain(word)) }
        return keychains
    }
}

/// An item and the keychain in which it was found.
struct FoundItem {
    let item: Item
    let keychain: Keychain

    /// Deletes the item; for an identity also the private key.
    func delete() throws(CommandFailure) {
        var conditions = Query.Conditions()
        conditions.references = [item.reference]
        _ = try calling("SecKeychainItemDelete") {
            try keychain.delete(Query(nil, conditions))
        }
    }
}

/// A search in the keychains that a command names, one after the other.
struct KeychainSearch {
    let searchList: SearchList
    let session: Session

    /// The name of the searching call in messages.
    let function: String
    static let function = "SecKeychainSearchCopyNext"

    /// Searches these keychains.
    init(_ keychains: [Keychain], _ session: Session) {
        searchList = SearchList(keychains)
        self.session = session
        function = Self.function
    }

    /// Searches the keychains that the operands name; without operands those of the search list.
    ///
    /// - Parameter function: the name of Apple's function for error messages.
    init(
        _ words: [[UInt8]], _ session: Session, function: String = Self.function
    ) throws(CommandFailure) {
        searchList = SearchList(try KeychainArgument.searched(words))
        self.session = session
        self.function = function
    }

    /// Finds every match.
    ///
    /// A keychain that can't be searched is reported; it is an error only if no other one has a
    /// match.
    ///
    /// - Returns: at least one item.
    func all(
        _ find: (Keychain) throws(KeychainError) -> [Item]
    ) throws(CommandFailure) -> [FoundItem] {
        try run(.all, nil, find)
    }

    /// Finds the first match: the oldest of the first keychain that has one.
    ///
    /// Failures count as in ``all(_:)``.
    ///
    /// - Parameter exists: finds matches without their secrets; nil if `find` does.
    func first(
        exists: ((Keychain) throws(KeychainError) -> [Item])? = nil,
        _ find: (Keychain) throws(KeychainError) -> [Item]
    ) throws(CommandFailure) -> FoundItem {
        try run(.one, exists, find)[0]
    }

    /// Searches keychain after keychain. A failure of one is reported only if the others find nothing.
    private func run(
        _ limit: Query.Limit, _ exists: ((Keychain) throws(KeychainError) -> [Item])?,
        _ find: (Keychain) throws(KeychainError) -> [Item]
    ) throws(CommandFailure) -> [FoundItem] {
        var found: [FoundItem] = []
        var failures: [KeychainError] = []
        _ = try calling(function) {
            try searchList.forEach(limit: limit, failed: { failures.append($0) }) {
                (keychain, _) throws(KeychainError) in
                let items = try find(keychain)
                found += items.map { FoundItem(item: $0, keychain: keychain) }
                return items.count
            }
        }
        // One failure is thrown instead of reported when nothing was found elsewhere.
        for failure in found.isEmpty ? failures.dropLast() : failures[...] {
            session.report(function, failure)
        }
        guard found.isEmpty else { return found }
        if failures.isEmpty {
            let keychains = searchList.keychains
            if let exists {
                session.noteOtherGroups(of: keychains, exists)
            } else {
                session.noteOtherGroups(of: keychains, find)
            }
        }
        throw .call(function, failures.last ?? KeychainError(.itemNotFound, "no item matches"))
    }
}

extension Session {
    /// Prints a note if `find`, which found nothing, finds items in access groups that this program
    /// lacks.
    func noteOtherGroups(
        of keychains: [Keychain], _ find: (Keychain) throws(KeychainError) -> [Item]
    ) {
        guard !isQuiet else { return }
        var groups: Set<String> = []
        for keychain in keychains {
            let items = (try? find(keychain.withEveryGroup)) ?? []
            groups.formUnion(items.map(\.accessGroup))
        }
        groups.subtract(Keychain.ownGroups)
        // A match may have been left out for another reason.
        if let caller = try? Entitlements.current() { groups.subtract(caller.groups) }
        guard !groups.isEmpty else { return }
        let names = groups.sorted().map { "\"\($0)\"" }.joined(separator: ", ")
        note(
            "security: a match is in an access group that this program lacks: \(names);"
                + " see security entitlements -h")
    }
}
