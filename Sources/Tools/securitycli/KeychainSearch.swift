// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain
import SwiftKeychainModel
import SwiftKeychainSystem

/// The keychains that a command names.
enum KeychainArgument {
    /// Returns the keychain that `word` names: a path, or a name in the folder of the default
    /// store.
    ///
    /// - Throws: wrong usage for an empty word; a message for the system's roots on a machine without them. Whether the
    ///   file exists is found out by the first call on the keychain.
    static func keychain(_ word: [UInt8]) throws(CommandFailure) -> Keychain {
        guard !word.isEmpty else { throw .usage("the name of the keychain can't be empty") }
        let keychain = Keychain(path: String(path: word))
        if keychain.isViewOfSystemRoots, !SystemAnchors.shared.hasBundle {
            throw .message(SystemBundle.missing)
        }
        return keychain
    }

    /// Returns the keychain to change that `word` names.
    ///
    /// - Throws: as ``keychain(_:)``; a message for the system's roots, which are a view of a file of the distribution.
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
        try words.map(keychain)
    }
}

extension Arguments {
    /// Returns the only keychain that the operands name, or the default one, and how messages call it.
    ///
    /// - Parameter unnamed: the name of the default keychain in messages; `<NULL>` is what macOS prints.
    /// - Throws: wrong usage for more than one operand.
    func onlyKeychain(
        unnamed: String = "<NULL>"
    ) throws(CommandFailure) -> (keychain: Keychain, name: String) {
        if operands.count > 1 { throw .usage("more than one keychain") }
        let name = operands.first.map { BufferFormat.escaped($0) } ?? unnamed
        return (try KeychainArgument.keychains(operands)[0], name)
    }
}

/// A search in the keychains that a command names, one after the other.
struct KeychainSearch {
    let searchList: SearchList
    let session: Session

    /// The name of the searching call in messages.
    let function: String
    /// Whether a keychain that can't be searched makes the whole search fail, because it may have a further match.
    var needsEveryKeychain = false
    /// The status of the command where nothing is found; nil for that of the error.
    var exitStatus: Int32?
    /// The call that messages of macOS name when nothing is found.
    static let function = "SecKeychainSearchCopyNext"

    /// Searches these keychains.
    init(_ keychains: [Keychain], _ session: Session, function: String = Self.function) {
        searchList = SearchList(keychains)
        (self.session, self.function) = (session, function)
    }

    /// Searches the keychains that the operands name; without operands those of the search list.
    ///
    /// - Parameter function: the name of Apple's function for error messages.
    init(
        _ words: [[UInt8]], _ session: Session, function: String = Self.function
    ) throws(CommandFailure) {
        self.init(try KeychainArgument.searched(words), session, function: function)
    }

    /// Finds every match.
    ///
    /// A keychain that can't be searched is reported; it is an error only if no other one has a
    /// match.
    ///
    /// - Parameter stopsAtLocked: as in ``SearchList/search(onlyFirst:stopsAtLocked:_:)``.
    /// - Returns: at least one item.
    func all(
        stopsAtLocked: Bool = false, _ find: (Keychain) throws -> [Item]
    ) throws(CommandFailure) -> [FoundItem] {
        try run(false, stopsAtLocked: stopsAtLocked, find, find)
    }

    /// Finds every match, as ``all(_:)``, where finding nothing is no error.
    func allOrNone(_ find: (Keychain) throws -> [Item]) throws(CommandFailure) -> [FoundItem] {
        do throws(CommandFailure) {
            return try all(find)
        } catch {
            guard error.status == KeychainError.Code.itemNotFound.rawValue else { throw error }
            return []
        }
    }

    /// Finds every certificate or identity, as ``allOrNone(_:)``.
    func certificates(
        _ find: (Keychain) throws -> [Item]
    ) throws(CommandFailure) -> [(found: FoundItem, certificate: Certificate)] {
        let found = try allOrNone(find)
        return try calling(Self.function) { try found.map { ($0, try Certificate($0.item)) } }
    }

    /// Finds the first match: the oldest of the first keychain that has one.
    ///
    /// Failures count as in ``all(_:)``.
    ///
    /// - Parameter find: finds matches with these parts; without any if only their groups are wanted.
    func first(
        returning parts: Item.Parts, _ find: (Keychain, Item.Parts) throws -> [Item]
    ) throws(CommandFailure) -> FoundItem {
        try run(true, { try find($0, parts) }, { try find($0, []) })[0]
    }

    /// Searches keychain after keychain. A failure of one is reported only if the others find nothing.
    ///
    /// - Parameter exists: finds what `find` finds, without secrets.
    private func run(
        _ onlyFirst: Bool, stopsAtLocked: Bool = false, _ find: (Keychain) throws -> [Item],
        _ exists: (Keychain) throws -> [Item]
    ) throws(CommandFailure) -> [FoundItem] {
        var (found, failures) = searchList.search(
            onlyFirst: onlyFirst, stopsAtLocked: stopsAtLocked, find)
        if needsEveryKeychain, !failures.isEmpty { found = [] }
        // One failure is thrown instead of reported when nothing was found elsewhere.
        for failure in found.isEmpty ? failures.dropLast() : failures[...] {
            session.report(function, failure)
        }
        guard found.isEmpty else { return found }
        if failures.isEmpty, !session.isQuiet {
            session.noteOtherGroups(searchList.otherGroups(exists))
        }
        throw .call(
            function, failures.last ?? KeychainError(.itemNotFound, "no item matches"),
            exitStatus: exitStatus)
    }
}

extension Session {
    /// Prints a note if there are matches in access groups that this program lacks.
    func noteOtherGroups(_ groups: [String]) {
        guard !groups.isEmpty else { return }
        let names = groups.map { "\"\($0)\"" }.joined(separator: ", ")
        note(
            "security: a match is in an access group that this program lacks: \(names);"
                + " see security entitlements -h")
    }
}
