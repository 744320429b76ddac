// SPDX-License-Identifier: Apache-2.0
/// Holds what a store may hold after changes of which some failed.
///
/// A change that succeeded is there. One that failed may be there or not: a call that cannot make
/// its commit durable does not know either.
struct Possibilities {
    private var secrets: [String: Set<String?>] = [:]
    private(set) var statuses: [Int: Int] = [:]
    private(set) var contradictions: [String] = []

    init(_ items: [String]) {
        for item in items {
            let words = item.split(separator: " ").map(String.init)
            secrets[words[0]] = [words[1]]
        }
    }

    /// Takes the line that a probe printed for a change.
    mutating func take(_ line: String) {
        let words = line.split(separator: " ").map { $0.hasSuffix(":") ? $0.dropLast() : $0 }
            .map(String.init)
        switch words[0] {
        case "ok": change(Array(words[1...]), status: nil)
        case "error": change(Array(words[2...]), status: Int(words[1]))
        default: break
        }
    }

    private mutating func change(_ words: [String], status: Int?) {
        guard words.count > 1 else {
            // A repair changes no item.
            if let status { statuses[status, default: 0] += 1 }
            return
        }
        let account = words[1]
        let before = secrets[account] ?? [nil]
        let after: String? = words[0] == "delete" ? nil : words[2]
        switch status {
        case nil: secrets[account] = [after]
        case -25300:
            if !before.contains(nil) { contradictions.append("\(words) found nothing") }
            secrets[account] = [nil]
        case -25299:
            if before == [nil] { contradictions.append("\(words) found something") }
            secrets[account] = before.subtracting([nil])
        case let status?:
            statuses[status, default: 0] += 1
            secrets[account] = before.union([after])
        }
    }

    /// Tells whether a list of items is one of those possible.
    func allow(_ items: [String]) -> Bool {
        var rest = secrets
        for item in items {
            let words = item.split(separator: " ").map(String.init)
            guard let possible = rest.removeValue(forKey: words[0]), possible.contains(words[1])
            else { return false }
        }
        return rest.values.allSatisfy { $0.contains(nil) }
    }
}
