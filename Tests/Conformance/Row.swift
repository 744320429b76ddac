// SPDX-License-Identifier: Apache-2.0
import Security
import Testing

/// Holds one fact: calls made one after the other on an empty store, and what each must give.
///
/// | field | |
/// |---|---|
/// | `id` | names the row; unique |
/// | `fact` | `Docs/reference/behaviour.md §` and the number of the fact |
/// | `caller` | the access groups of the program; absent: it is unsigned |
/// | `user` | the user who can be asked: `passcode`, the right one, absent: none is set;
/// `answers`, what is typed prompt by prompt, null: the user cancels. Absent: there is no terminal
/// and no passcode |
/// | `tpm` | true: there is a TPM, which makes keys of tokens |
/// | `given` | steps that prepare the store; each must succeed |
/// | `calls` | the steps the fact is about |
struct Row: Sendable, CustomTestStringConvertible {
    let id: String
    let fact: String
    let caller: Caller
    let user: RowUser?
    let hasTPM: Bool
    let given: [Step]
    let calls: [Step]

    var testDescription: String { id }

    init(_ json: JSON) throws {
        let fields = try json.members(["id", "fact", "caller", "user", "tpm", "given", "calls"])
        let id = try fields["id"]?.text()
        guard let id else { throw RowMistake("a row without “id”") }
        do {
            self.id = id
            guard let fact = try fields["fact"]?.text() else { throw RowMistake("no “fact”") }
            self.fact = fact
            caller = try fields["caller"].map(Caller.init) ?? .unsigned
            user = try fields["user"].map(RowUser.init)
            hasTPM = try fields["tpm"]?.boolean() ?? false
            given = try (fields["given"]?.list() ?? []).map { try Step($0, isGiven: true) }
            calls = try (fields["calls"]?.list() ?? []).map { try Step($0, isGiven: false) }
            if calls.isEmpty { throw RowMistake("no “calls”") }
        } catch let mistake as RowMistake {
            throw RowMistake("\(id): \(mistake.description)")
        }
    }

    /// Reads a file that holds a list of rows, or a table with its rows.
    static func all(in file: String) throws -> [Row] {
        try RowTable.rows(of: JSON(file: file)).map(Row.init)
    }
}

/// Holds one step of a row: a call, or what happens to the locks or the TPM between calls.
enum Step: Sendable {
    case call(Call)
    case lock(LockStep)
    case tpm(TPMStep)

    init(_ json: JSON, isGiven: Bool) throws {
        if let step = try LockStep(json) {
            self = .lock(step)
        } else if let step = try TPMStep(json) {
            self = .tpm(step)
        } else {
            self = .call(try Call(json, isGiven: isGiven))
        }
    }
}

/// The user who can be asked.
struct RowUser: Sendable {
    let passcode: String?
    /// nil: the user cancels.
    let answers: [String?]

    init(_ json: JSON) throws {
        let fields = try json.members(["passcode", "answers"])
        passcode = try fields["passcode"]?.text()
        answers = try (fields["answers"]?.list() ?? []).map { $0 == .null ? nil : try $0.text() }
    }
}

/// The calling program: with access groups, or without entitlements.
enum Caller: Sendable, Equatable {
    case unsigned
    case groups([String])

    init(_ json: JSON) throws {
        if json == .string("unsigned") {
            self = .unsigned
        } else {
            self = .groups(try json.list().map { try $0.text() })
        }
    }
}

/// Holds one call of a row.
///
/// | field | |
/// |---|---|
/// | `op` | `add`, `copy`, `update` or `delete` |
/// | `caller` | the caller of this call; absent: the caller of the row |
/// | `query` | the dictionary |
/// | `with` | the second dictionary of an update |
/// | `status` | what must be returned; not in `given`, where it is 0 |
/// | `result` | what the result must be, see ``Expectation``; without it any result is good |
/// | `save` | names the result for later calls |
/// | `asked` | how many prompts are shown; absent: any number |
/// | `discard` | true: no room is given for a result |
struct Call: Sendable {
    enum Operation: String, Sendable { case add, copy, update, delete }

    let operation: Operation
    let caller: Caller?
    let query: JSON
    let change: JSON?
    let status: OSStatus
    let result: JSON?
    let save: String?
    let discardsResult: Bool
    let askedCount: Int?

    init(_ json: JSON, isGiven: Bool) throws {
        let names = ["op", "caller", "query", "with", "result", "save", "discard", "asked"]
        let fields = try json.members(Set(names + (isGiven ? [] : ["status"])))
        guard let name = try fields["op"]?.text(), let operation = Operation(rawValue: name),
            let query = fields["query"]
        else { throw RowMistake("a call without “op” or “query”") }
        let status = try isGiven ? 0 : fields["status"]?.integer()
        guard let status else { throw RowMistake("a call without “status”") }
        self.operation = operation
        self.query = query
        self.status = OSStatus(status)
        caller = try fields["caller"].map(Caller.init)
        change = fields["with"]
        askedCount = try fields["asked"]?.integer()
        result = fields["result"]
        save = try fields["save"]?.text()
        discardsResult = try fields["discard"]?.boolean() ?? false
        if (operation == .update) != (change != nil) {
            throw RowMistake("“with” belongs to “update”")
        }
        let givesResult = operation == .add || operation == .copy
        if !givesResult || discardsResult, result != nil || save != nil {
            throw RowMistake("a result where there is none")
        }
    }
}
