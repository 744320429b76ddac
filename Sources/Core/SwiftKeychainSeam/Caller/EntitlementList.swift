// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel
import SwiftKeychainSystem

/// A property list of entitlements: the access groups that it gives a program.
package struct EntitlementList: Sendable, Equatable {
    /// An access group, and where the list names it.
    package struct Entry: Sendable, Equatable {
        package let group: String
        /// The key of the list.
        package let key: String
        /// The text in the list, before its variables are expanded.
        package let written: String
    }

    package let path: String
    /// The content of the file.
    package let bytes: [UInt8]
    private let variables: EntitlementVariables
    /// The groups, each once; the first receives new items.
    package let entries: [Entry]

    package var groups: [String] { entries.map(\.group) }

    /// Reads the four keys that name groups. Their order decides the default group.
    ///
    /// - Parameter team: the team that expands `$(AppIdentifierPrefix)` when the list names none.
    /// - Throws: `missingEntitlement` for a file of another form, and a variable that can't be expanded.
    package init(
        _ bytes: [UInt8], path: String, team: String? = Environment.value("KEYCHAIN_TEAM_ID")
    ) throws(KeychainError) {
        guard let list = try? PropertyList(bytes).dictionary else { throw Self.malformed(path) }
        let variables = EntitlementVariables(list, path: path, team: team)
        var entries: [Entry] = []
        for (key, isList) in [
            ("keychain-access-groups", true),
            ("com.apple.developer.associated-application-identifier", false),
            ("application-identifier", false), ("com.apple.security.application-groups", true),
        ] {
            guard let value = list[key] else { continue }
            guard let named = isList ? value.strings : value.string.map({ [$0] }) else {
                throw Self.malformed(path)
            }
            for text in named {
                let group = try variables.expand(text)
                entries.append(Entry(group: group, key: key, written: text))
            }
        }
        // Bytes, because two texts that Swift calls equal are different groups.
        var seen: Set<[UInt8]> = []
        entries = entries.filter {
            !$0.group.isEmpty && $0.group != Caller.trustSettingsGroup
                && seen.insert(Array($0.group.utf8)).inserted
        }
        // New items are never added to tokens.
        let tokens = entries.filter { $0.group == Caller.tokenGroup }
        self.path = path
        self.bytes = bytes
        self.variables = variables
        self.entries = entries.filter { $0.group != Caller.tokenGroup } + tokens
    }

    /// The identifier of the program in `application-identifier`, without the team; nil where the list
    /// doesn't tell it.
    package var bundle: String? { variables.bundle }

    /// Returns `text` with the value of each variable in its place.
    ///
    /// - Throws: `missingEntitlement` for a variable that can't be expanded.
    package func expand(_ text: String) throws(KeychainError) -> String {
        try variables.expand(text)
    }

    private static func malformed(_ path: String) -> KeychainError {
        KeychainError(.missingEntitlement, "\(path): not a property list of entitlements")
    }
}

/// The variables that Xcode leaves in a list of entitlements and expands when it signs.
///
///     $(AppIdentifierPrefix)com.example.app          ABCDE12345.com.example.app
///     $(AppIdentifierPrefix)$(CFBundleIdentifier)    the same, if that is its bundle
private struct EntitlementVariables: Sendable, Equatable {
    let path: String
    let team: String?
    let bundle: String?

    init(_ list: [String: PropertyList], path: String, team: String?) {
        self.path = path
        let identifier =
            list["application-identifier"]?.string
            ?? list["com.apple.application-identifier"]?.string
        var (prefix, rest) = (nil as String?, identifier)
        if let identifier, let end = identifier.firstIndex(where: { $0 == "." || $0 == ")" }) {
            let first = String(identifier[..<end])
            if Self.isTeam(first) { prefix = first }
            let isVariable = ["$(AppIdentifierPrefix", "$(TeamIdentifierPrefix"].contains(first)
            if prefix != nil || isVariable {
                rest = String(identifier[identifier.index(after: end)...])
            }
        }
        self.team = list["com.apple.developer.team-identifier"]?.string ?? prefix ?? team
        bundle = rest.flatMap { $0.isEmpty || $0.contains(part: "$(") ? nil : $0 }
    }

    /// Apple gives each team ten letters and digits.
    ///
    /// Without the check, `com.example.app` would name a team `com`.
    private static func isTeam(_ text: String) -> Bool {
        text.utf8.count == 10
            && text.utf8.allSatisfy {
                (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0)
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
            }
    }

    /// Returns `text` with the value of each variable in its place.
    func expand(_ text: String) throws(KeychainError) -> String {
        var result = ""
        var rest = text[...]
        while let start = rest.firstRange(ofPart: "$("),
            let end = rest[start.upperBound...].firstIndex(of: ")")
        {
            result += rest[..<start.lowerBound]
            result += try value(of: String(rest[start.upperBound..<end]))
            rest = rest[rest.index(after: end)...]
        }
        return result + rest
    }

    /// Returns the value of a variable, named without `$(` and `)`.
    private func value(of name: String) throws(KeychainError) -> String {
        let rule: String
        switch name {
        case "AppIdentifierPrefix", "TeamIdentifierPrefix":
            if let team { return team + "." }
            rule = "the list doesn't name the team; set KEYCHAIN_TEAM_ID"
        case "CFBundleIdentifier", "PRODUCT_BUNDLE_IDENTIFIER":
            if let bundle { return bundle }
            rule = "the list has no application-identifier to take it from"
        default: rule = "unknown variable"
        }
        throw KeychainError(.missingEntitlement, "\(path): $(\(name)): \(rule)")
    }
}
