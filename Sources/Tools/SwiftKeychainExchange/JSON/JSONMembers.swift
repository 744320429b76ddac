// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainSystem

/// The members of a JSON object; none for any other value.
///
/// The files of password managers leave out members, or have null in their places, so a list or an object that is
/// something else counts as missing. A value in the place of a text is read or is a fault, because it may be a secret.
struct JSONMembers {
    private let members: [String: JSONValue]

    init(_ value: JSONValue?) { members = value?.object ?? [:] }

    /// - Throws: a fault for an entry that isn't an object.
    init(entry value: JSONValue) throws(ExchangeFault) {
        guard let object = value.object else { throw ExchangeFault("not an object") }
        members = object
    }

    /// Reads the outermost object of a file.
    ///
    /// - Throws: a fault for a text that isn't JSON.
    init(file bytes: UnsafeRawBufferPointer) throws(ExchangeFault) {
        do throws(JSONValue.Malformed) {
            self.init(try JSONValue(UnsafeRawBufferPointer(rebasing: bytes.withoutMark)))
        } catch {
            throw ExchangeFault("not JSON: \(error.detail)")
        }
    }

    subscript(_ name: String) -> JSONValue? { members[name] }

    /// The members in the order of their names, so that a second import makes the same items.
    var sorted: [(name: String, value: JSONValue)] {
        members.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    /// Returns a text; empty for a missing one.
    ///
    /// - Throws: as ``secret(_:)``.
    func text(_ name: String) throws(ExchangeFault) -> String { try secret(name)?.text ?? "" }

    /// Returns a text that may be a secret; nil for a missing or empty one.
    ///
    /// - Throws: a fault for a value that has no ``JSONValue/asText``.
    func secret(_ name: String) throws(ExchangeFault) -> SecretBytes? {
        guard let value = members[name], value != .null else { return nil }
        guard let text = value.asText else {
            throw ExchangeFault("the field \"\(name)\" isn't a text")
        }
        return text.count == 0 ? nil : text
    }

    /// Returns a text of each object of a list, without empty ones.
    ///
    /// - Throws: as ``secret(_:)``.
    func texts(_ name: String, ofEach list: String) throws(ExchangeFault) -> [String] {
        var texts: [String] = []
        for object in self.list(list) ?? [] { texts.append(try JSONMembers(object).text(name)) }
        return texts.filter { !$0.isEmpty }
    }

    func list(_ name: String) -> [JSONValue]? { members[name]?.array }
    func members(_ name: String) -> JSONMembers { JSONMembers(members[name]) }

    /// Returns a date in seconds since 1970 as one since 2001.
    func date(_ name: String) -> Double? {
        members[name]?.integer.flatMap { UInt64(exactly: $0) }.flatMap { ExchangeEntry.date($0) }
    }
}

extension JSONValue {
    /// A string, or the digits or the word of an integer or a boolean, which scripts write in place of strings; nil for
    /// other values. A real number may have lost digits.
    var asText: SecretBytes? {
        switch self {
        case .string(let text): text
        case .integer(let number): SecretBytes(text: String(number))
        case .boolean(let isTrue): SecretBytes(text: String(isTrue))
        case .null, .real, .array, .object: nil
        }
    }
}

extension ExchangeEntry {
    /// Reads ISO 8601, with or without a fraction of a second, which is dropped.
    static func date(iso8601 text: String) -> Double? {
        let digits = text.hasSuffix("Z") ? text.dropLast() : text[...]
        guard let second = digits.split(separator: ".", omittingEmptySubsequences: false).first
        else { return nil }
        return CalendarDate(iso8601: (second + "Z")[...])?.seconds
    }

    /// Adds a field that isn't a secret, unless it is empty.
    mutating func append(_ name: String, _ text: String) {
        guard !text.isEmpty else { return }
        fields.append(.init(name, SecretBytes(text: text), isProtected: false))
    }
}
