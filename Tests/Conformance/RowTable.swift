// SPDX-License-Identifier: Apache-2.0
/// Expands rows that stand for several: the same calls for each class, key or value.
///
/// A row with `classes`, `keys` or `values`, each a list, stands for one row for each of them, with
/// $class, $key and $value replaced, also in its id. `classes` may also give each class its keys.
///
/// A file may hold a table, and rows that are the same calls for every cell of a kind:
///
///     {"table": {"ak": {"unlocked": "open", "locked": "closed", …}, …},
///      "rows": [{"id": "lock.add", "in": "closed", …}, …]}
///
/// A row with `in` stands for one row for each cell of that kind, with `only` for those of the
/// classes it lists. In all its texts $class is the class and $state the state; its id gets both.
enum RowTable {
    /// Gives the rows of a file, whether it is a list or holds a table.
    static func rows(of file: JSON) throws -> [JSON] {
        guard case .object = file else { return try file.list().flatMap(expand) }
        let fields = try file.members(["table", "rows"])
        let cells = try Self.cells(fields["table"] ?? .object([:]))
        return try (fields["rows"] ?? .array([])).list().flatMap { try expand($0, cells) }
    }

    struct Cell: Hashable {
        let itemClass: String
        let state: String
        let kind: String
    }

    static func cells(_ table: JSON) throws -> [Cell] {
        var cells: [Cell] = []
        for (itemClass, states) in try table.members().sorted(by: { $0.key < $1.key }) {
            for (state, kind) in try states.members().sorted(by: { $0.key < $1.key }) {
                cells.append(Cell(itemClass: itemClass, state: state, kind: try kind.text()))
            }
        }
        return cells
    }

    private static func expand(_ row: JSON, _ cells: [Cell]) throws -> [JSON] {
        var fields = try row.members()
        let kind = try fields.removeValue(forKey: "in")?.text()
        let classes = try fields.removeValue(forKey: "only")?.list().map { try $0.text() }
        guard let kind else {
            if classes != nil { throw RowMistake("“only” without “in”") }
            return try expand(row)
        }
        let id = try fields["id"]?.text() ?? ""
        let meant = cells.filter { cell in
            cell.kind == kind && classes?.contains(cell.itemClass) ?? true
        }
        if meant.isEmpty { throw RowMistake("\(id): no cell of the table is meant") }
        if let unknown = classes?.first(where: { name in !meant.contains { $0.itemClass == name } })
        {
            throw RowMistake("\(id): no cell of \(unknown) is \(kind)")
        }
        return meant.map { cell in
            fields["id"] = .string("\(id).\(cell.itemClass).\(cell.state)")
            return JSON.object(fields).replacing(["$class": cell.itemClass, "$state": cell.state])
        }
    }
}

extension RowTable {
    /// Gives a row for each of its classes, keys and values.
    private static func expand(_ row: JSON) throws -> [JSON] {
        var fields = try row.members()
        if case .object(let classes)? = fields["classes"] {
            return try classes.sorted { $0.key < $1.key }.flatMap {
                fields["classes"] = .array([.string($0.key)])
                fields["keys"] = $0.value
                return try expand(.object(fields))
            }
        }
        let words = [("classes", "$class"), ("keys", "$key"), ("values", "$value")]
        let lists = words.compactMap { name, word in
            fields.removeValue(forKey: name).map { (word, $0) }
        }
        return try lists.reduce([.object(fields)]) { rows, list in
            let texts = try list.1.list().map { try $0.text() }
            if texts.isEmpty { throw RowMistake("an empty list of what \(list.0) is") }
            return texts.flatMap { text in rows.map { $0.replacing([list.0: text]) } }
        }
    }
}

extension JSON {
    /// Puts other words into every text and every name of a member.
    fileprivate func replacing(_ words: [String: String]) -> JSON {
        func replaced(_ text: String) -> String {
            words.reduce(text) { $0.replacing($1.key, with: $1.value) }
        }
        return switch self {
        case .string(let text): .string(replaced(text))
        case .array(let list): .array(list.map { $0.replacing(words) })
        case .object(let members):
            .object(
                Dictionary(
                    uniqueKeysWithValues: members.map { (replaced($0), $1.replacing(words)) }))
        default: self
        }
    }
}
