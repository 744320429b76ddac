// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainSystem

/// The members of a JSON object; none for any other value.
///
/// The files of password managers leave out members, or have null in their places, so a member of another kind counts
/// as missing.
struct JSONMembers {
    private let members: [String: JSONValue]

    init(_ value: JSONValue?) { members = value?.object ?? [:] }

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
    func text(_ name: String) -> String { members[name]?.string ?? "" }

    /// Returns a text that may be a secret; nil for a missing or empty one.
    func secret(_ name: String) -> SecretBytes? {
        members[name]?.secret.flatMap { $0.count == 0 ? nil : $0 }
    }

    func list(_ name: String) -> [JSONValue]? { members[name]?.array }
    func members(_ name: String) -> JSONMembers { JSONMembers(members[name]) }

    /// Returns a date in seconds since 1970 as one since 2001.
    func date(_ name: String) -> Double? {
        members[name]?.integer.flatMap { UInt64(exactly: $0) }.flatMap { ExchangeEntry.date($0) }
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
