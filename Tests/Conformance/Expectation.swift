// SPDX-License-Identifier: Apache-2.0
import Foundation
import Security

/// Compares a result with what a row expects of it.
///
/// A value (see ``Values``) expects a result of the same type and value. Beside it there are:
///
///     {"nil": true}                            no result
///     {"type": "data"}, and "count": 20, "prefix": "genp"
///     {"has": {…}, "lacks": […], "keys": […]}  a dictionary: entries as expected, entries absent,
///                                              all its keys; any of the three may be left out
///     {"elements": […]}                        an array of just these, in this order
///     {"count": 3}, and "each": …              an array of so many
///     {"recent": true}                         a date of now
///     {"after": {"saved": …}, "by": 0.001}     a date at least that much later
///     {"not": …}                               anything else
struct Expectation {
    let values: Values

    /// Gives what differs, nil when nothing does.
    func difference(_ found: AnyObject?, _ expected: JSON) throws -> String? {
        let fields = (try? expected.members()) ?? [:]
        let names = Set(fields.keys)
        if names == ["nil"] { return found.map { "expected no result, got \(shown($0))" } }
        guard let found else { return "expected a result, got none" }
        if let kind = fields["type"] {
            return try difference(found, kind: kind.text(), expected)
        }
        if !names.isEmpty, names.isSubset(of: ["has", "lacks", "keys"]) {
            return try dictionaryDifference(found, fields)
        }
        if names == ["elements"] || names == ["count"] || names == ["count", "each"] {
            return try arrayDifference(found, fields)
        }
        if names == ["recent"] || names == ["after", "by"] {
            return try dateDifference(found, fields)
        }
        if names == ["not"], let other = fields["not"] {
            return try difference(found, other) == nil
                ? "expected anything but \(shown(found))" : nil
        }
        let value = try values.object(expected)
        return Self.equal(found, value) ? nil : "expected \(shown(value)), got \(shown(found))"
    }

    private func difference(_ found: AnyObject, kind: String, _ expected: JSON) throws -> String? {
        let fields = try expected.members(["type", "count", "prefix"])
        if kind != Self.kind(found) { return "expected \(kind), got \(shown(found))" }
        let data = found as? NSData
        if let count = try fields["count"]?.integer(), data?.length != count {
            return "expected \(count) bytes, got \(shown(found))"
        }
        if let prefix = try fields["prefix"]?.text(), data?.starts(with: prefix.utf8) != true {
            return "expected bytes that begin with \(prefix), got \(shown(found))"
        }
        return nil
    }

    private func dictionaryDifference(
        _ found: AnyObject, _ fields: [String: JSON]
    ) throws -> String? {
        guard let dictionary = found as? NSDictionary else {
            return "expected a dictionary, got \(shown(found))"
        }
        for (name, expected) in try fields["has"]?.members() ?? [:] {
            let value = dictionary.object(forKey: NSString(string: try Constants.resolve(name)))
            if let difference = try difference(value as AnyObject?, expected) {
                return "\(name): \(difference)"
            }
        }
        for name in try fields["lacks"]?.list() ?? [] {
            let key = NSString(string: try Constants.resolve(name.text()))
            if dictionary.object(forKey: key) != nil { return "\(name): expected to be absent" }
        }
        if let names = try fields["keys"]?.list() {
            let wanted = try names.map { try Constants.resolve($0.text()) }.sorted()
            let keys = dictionary.allKeys.map { "\($0)" }.sorted()
            if keys != wanted { return "expected the keys \(wanted), got \(keys)" }
        }
        return nil
    }

    private func arrayDifference(_ found: AnyObject, _ fields: [String: JSON]) throws -> String? {
        guard let array = found as? NSArray else {
            return "expected an array, got \(shown(found))"
        }
        let elements = try fields["elements"]?.list()
        let count = try elements?.count ?? fields["count"]?.integer() ?? array.count
        if array.count != count { return "expected \(count) elements, got \(shown(array))" }
        for index in 0..<count {
            guard let expected = elements?[index] ?? fields["each"] else { continue }
            if let difference = try difference(array.object(at: index) as AnyObject, expected) {
                return "element \(index): \(difference)"
            }
        }
        return nil
    }

    private func dateDifference(_ found: AnyObject, _ fields: [String: JSON]) throws -> String? {
        guard let date = found as? NSDate else { return "expected a date, got \(shown(found))" }
        if let earlier = fields["after"] {
            guard let earlier = try values.object(earlier) as? NSDate else {
                throw RowMistake("“after”: no date")
            }
            // A date of our days has a precision of about a ten-millionth of a second.
            let step = try (fields["by"]?.double() ?? 0) - 1e-6
            return date.timeIntervalSinceReferenceDate - earlier.timeIntervalSinceReferenceDate
                >= step ? nil : "expected a date after \(shown(earlier)), got \(shown(date))"
        }
        // An hour: this tells now from a date the caller gave, it measures nothing.
        return abs(date.timeIntervalSinceNow) < 3600 ? nil : "expected now, got \(shown(date))"
    }

    private func shown(_ object: AnyObject) -> String {
        let text = "\(Self.kind(object)) \(object)"
        return text.count > 600 ? "\(text.prefix(600))…" : text
    }
}
