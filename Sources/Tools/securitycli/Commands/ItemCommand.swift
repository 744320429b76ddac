// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainSystem

extension CommandOption {
    fileprivate static let add = flag("a", "add", "Add an item")
    fileprivate static let delete = flag("D", "delete", "Delete all matching items")
    fileprivate static let change = word(
        "u", "update", "attr=value,...", "Update all matching items, all or none")
    fileprivate static let query = word(
        "q", "query", "attr=value,...", "The query, like the words at the end")
    fileprivate static let data = flag("g", "show-data", "Also show the secret")
    fileprivate static let showReference = flag(
        "p", "show-reference", "Also show the persistent reference")
    fileprivate static let reference = word(
        "P", "reference", "base64", "A persistent reference to look for")
    fileprivate static let json = flag("j", "json", "Print JSON")
    fileprivate static let all = flag(
        "A", "all", "With -D and -u: don't ask before changing more than one item")
    fileprivate static let limit = word(
        "l", "limit", "count", "The greatest number of items; all by default")
    fileprivate static let secret = CommandOption(
        "d", "data", .secret("data", isAskedFor: false),
        "The new secret; `-` reads standard input")
    fileprivate static let file = word("f", "file", "file", "A file that contains the new secret")
    fileprivate static let asksPasscode = flag(
        "y", "ask-passcode", "Ask for the passcode, to open items that require it")
    fileprivate static let passcode = CommandOption(
        "Y", "passcode", .secret("code", isAskedFor: false),
        "The passcode; `-` reads standard input")
}

extension Command {
    static let item = Command(
        name: "item",
        summary: "Query, add, update or delete items by their attributes.",
        options: [
            .add, .delete, .change, .query, .data, .showReference, .reference, .json, .all,
            .limit, .secret, .file, .asksPasscode, .passcode, .verbose,
        ],
        operands: "[attr=value,...]...",
        notes: [
            "Attributes have the values of their constants as names: class=genp,acct=me,sync=1.",
            "More than one item is changed or deleted only after a question, or with -A.",
            "In a value, a backslash takes the next character literally. A name without one is true.",
            "Other users can see the command line: give secrets with -f or `-d -`,",
            "and the passcode with -y or `-Y -`.",
        ]
    ) { arguments, session in
        try ItemCommand(arguments: arguments, session: session).run()
    }
}

/// One call of `item`.
private struct ItemCommand {
    let arguments: Arguments
    let session: Session

    /// Chooses the action, and refuses options that belong to another one.
    func run() throws -> Int32 {
        let actions = [arguments.has(.add), arguments.has(.delete), arguments.word(.change) != nil]
        guard actions.count(where: { $0 }) <= 1 else {
            throw CommandFailure.usage("-a, -D and -u can't be combined")
        }
        if arguments.has(.all), !arguments.has(.delete), arguments.word(.change) == nil {
            throw CommandFailure.usage("-A is for -D and -u only")
        }
        let isQuery = !actions.contains(true)
        if !isQuery, arguments.has(.data) || arguments.has(.showReference) || arguments.has(.json) {
            throw CommandFailure.usage("-g, -p and -j are for queries only")
        }
        let hasSecret = arguments.secret(.secret) != nil || arguments.word(.file) != nil
        if hasSecret, isQuery || arguments.has(.delete) {
            throw CommandFailure.usage("-d and -f are for -a and -u only")
        }
        if arguments.secret(.passcode)?.isStandardInput == true,
            arguments.secret(.secret)?.isStandardInput == true
        {
            throw CommandFailure.usage("-d and -Y can't both read standard input")
        }
        if arguments.has(.add) { return try add() }
        if arguments.has(.delete) { return try delete() }
        if let change = arguments.word(.change) { return try update(change) }
        return try query()
    }

    /// Finds items and writes each of their attributes. Items that require the user are skipped unless the words say
    /// otherwise.
    ///
    /// - Returns: 0 also if nothing matches, as on macOS; a message says so.
    private func query() throws -> Int32 {
        var words = try selection()
        try words.set("m_Limit", to: limit() ?? .text("m_LimitAll"))
        try words.set("r_Attributes", to: .flag)
        if arguments.has(.data) { try words.set("r_Data", to: .flag) }
        if arguments.has(.showReference) { try words.set("r_PersistentRef", to: .flag) }
        let skipsItems = !words.holds("u_AuthUI")
        if skipsItems { try words.set("u_AuthUI", to: .text("u_AuthUIS")) }
        let context = try context(&words)
        let report = ItemReport(
            showsData: arguments.has(.data), showsReference: arguments.has(.showReference))
        var items: [Item] = []
        let (request, search) = try calling("SecItemCopyMatching") {
            let request = try ItemRequest(words, for: .search)
            return (request, try request.search())
        }
        try verifyPasscode(context, for: search, in: search.keychains, "SecItemCopyMatching")
        do throws(KeychainError) {
            try search.forEachKeychain { keychain, query in
                let found = try keychain.find(
                    query, matching: search.match, returning: request.parts,
                    asking: search.authentication)
                items += found
                return found.count
            }
        } catch {
            guard error.code == .itemNotFound else {
                throw CommandFailure.call("SecItemCopyMatching", error)
            }
            session.report("SecItemCopyMatching", error)
            if !session.isQuiet {
                session.noteOtherGroups(
                    SearchList(search.keychains).otherGroups { try search.all(in: $0) })
            }
        }
        if arguments.has(.json) {
            report.writeJSON(items, to: session.output)
        } else {
            report.writeText(items, to: session.output)
        }
        if skipsItems, arguments.word(.limit) == nil {
            try session.output.flush()
            let hint = context == nil ? "; -y asks for the passcode" : ""
            noteSkippedItems(search, items, hint: hint)
        }
        return 0
    }

    /// Prints a note about matches that were left out because they require the user.
    private func noteSkippedItems(_ search: ItemQuery, _ shown: [Item], hint: String) {
        let shown = Set(shown.map(\.reference))
        let count = search.keychains.reduce(0) { count, keychain in
            let found = search.constrainedItems(in: keychain) ?? []
            return count + found.count { !shown.contains($0.reference) }
        }
        if count == 0 { return }
        session.note(Session.leftOut(count) + hint)
    }

    /// Adds an item with the attributes of the words.
    private func add() throws -> Int32 {
        if arguments.word(.limit) != nil || arguments.word(.reference) != nil {
            throw CommandFailure.usage("-l and -P can't be combined with -a")
        }
        var words = try selection()
        if let secret = try secret(replaces: false) { try words.set("v_Data", to: .secret(secret)) }
        let context = try context(&words)
        let (request, addition) = try calling("SecItemAdd") {
            let request = try ItemRequest(words, for: .add)
            return (request, try request.addition())
        }
        try verifyPasscode(context, for: nil, in: [.default], "SecItemAdd")
        try calling("SecItemAdd") { try request.add(addition) }
        return 0
    }

    /// Changes the items that match.
    ///
    /// - Parameter change: the value of -u, in the syntax of the operands.
    private func update(_ change: [UInt8]) throws -> Int32 {
        var changes = try AttributeWords([change])
        if let secret = try secret(replaces: true) {
            try changes.set("v_Data", to: .secret(secret))
        }
        return try apply(.update, "change", "changed", "SecItemUpdate") { search in
            let change = try Change(changes, of: search.classes)
            return {
                try $0.update($1, change, matching: search.match, asking: search.authentication)
            }
        }
    }

    /// Deletes the items that match.
    private func delete() throws -> Int32 {
        try apply(.delete, "delete", "deleted", "SecItemDelete") { search in
            { try $0.delete($1, matching: search.match, asking: search.authentication) }
        }
    }

    /// Changes or deletes the matches, after a question if there may be more than one. Prints the items, and a note
    /// with their number.
    ///
    /// - Parameters:
    ///   - verb: what the question says, such as "delete".
    ///   - deed: what the note says, such as "deleted".
    ///   - body: returns what changes the matches in one keychain and returns their number.
    private func apply(
        _ purpose: ItemRequest.Action, _ verb: String, _ deed: String, _ function: String,
        _ body: (ItemQuery) throws -> (Keychain, Query) throws -> Int
    ) throws -> Int32 {
        var words = try selection()
        if let limit = try limit() { try words.set("m_Limit", to: limit) }
        let context = try context(&words)
        let (search, change) = try calling(function) {
            let search = try ItemRequest(words, for: purpose).search()
            return (search, try body(search))
        }
        try verifyPasscode(context, for: search, in: search.keychains, function)
        let matches = ItemMatches(search)
        if !arguments.has(.all), matches.mayBeSeveral {
            try session.confirm("\(verb) \(matches.words)", or: "--all")
        }
        let count = try calling(function) { try search.forEachKeychain(change) }
        for item in matches.items { ItemLine.write(item, to: session.output) }
        try session.output.flush()
        session.note("security: \(deed) \(ItemReport.items(count))")
        return 0
    }

    /// The passcode of -Y, or one to ask for; nil without -y and -Y.
    private var passcode: Arguments.Secret? {
        arguments.secret(.passcode) ?? (arguments.has(.asksPasscode) ? .asked : nil)
    }

    /// Adds a context for the passcode to `words`; returns nil without one.
    private func context(_ words: inout AttributeWords) throws -> AuthenticationContext? {
        if arguments.has(.asksPasscode), arguments.secret(.passcode) != nil {
            throw CommandFailure.usage("-y and -Y can't be combined")
        }
        guard passcode != nil else { return nil }
        let context = AuthenticationContext()
        try words.set("u_AuthCtx", to: .context(context))
        return context
    }

    /// Verifies the passcode with the keychains that the call concerns, and records in the context those it opens.
    ///
    /// - Parameters:
    ///   - search: the query of the call; nil for an add.
    ///   - function: the name of the call in messages.
    private func verifyPasscode(
        _ context: AuthenticationContext?, for search: ItemQuery?, in keychains: [Keychain],
        _ function: String
    ) throws {
        guard let context, let passcode else { return }
        let protected = try calling(function) { try ItemPasscode.keychains(among: keychains) }
        let given = try session.password(passcode, asking: "passcode: ")
        let refusals = try calling(function) {
            try ItemPasscode.verify(given, with: protected, for: search, in: context)
        }
        for refusal in refusals { session.note("security: \(refusal)") }
    }

    /// Returns the attributes that select the items: -q, the operands and -P.
    private func selection() throws -> AttributeWords {
        let given = arguments.words(.query) + arguments.operands
        var words = try AttributeWords(given)
        if let reference = arguments.word(.reference) {
            guard let bytes = Base64.bytes(reference) else {
                throw CommandFailure.usage("-P: must be base64")
            }
            try words.set("v_PersistentRef", to: .data(bytes))
        } else if given.isEmpty {
            throw CommandFailure.usage("no query was given")
        }
        return words
    }

    /// Reads the value of -l; nil without the option.
    private func limit() throws -> AttributeWords.Value? {
        guard let word = arguments.word(.limit) else { return nil }
        guard let count = Int(String(decoding: word, as: UTF8.self)), count > 0 else {
            throw CommandFailure.usage("-l: must be a number above 0")
        }
        return .number(count)
    }

    /// Returns the new secret from a file or from the arguments; nil without these options.
    private func secret(replaces: Bool) throws -> SecretBytes? {
        if let path = arguments.word(.file) {
            if arguments.secret(.secret) != nil {
                throw CommandFailure.usage("-d and -f can't be combined")
            }
            return try SecretInput.file(path)
        }
        return try arguments.secret(.secret).map {
            try session.newPassword($0, replaces: replaces)
        }
    }
}
