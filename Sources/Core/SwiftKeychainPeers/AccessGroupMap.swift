// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychainModel
import SwiftKeychainSeam
import SwiftKeychainSystem

/// The access groups that the administrator gives to Unix groups and to units of the system, in
/// `access-groups.plist`.
///
/// The property list is a dictionary. A key is the name of a Unix group, or of a unit if it ends in
/// `.service`; a value is the name of an access group, or an array of such names, of which the first receives
/// new items.
///
///     <dict>
///         <key>mailers</key>
///         <string>com.example.mail</string>
///         <key>backup.service</key>
///         <array><string>com.example.backup</string><string>com.example.mail</string></array>
///     </dict>
struct AccessGroupMap: Sendable {
    /// The access groups of one Unix group or unit.
    struct Entry: Sendable {
        /// The name of the Unix group or unit.
        let name: String
        let accessGroups: [String]
        /// Why the entry gives no rights; nil for a good one.
        let fault: String?
        /// The number of the Unix group; nil for a unit and an unknown group.
        let number: gid_t?

        var isUnit: Bool { name.hasSuffix(".service") }
    }

    let path: String
    /// Sorted by name.
    let entries: [Entry]

    /// Every access group that the list names. Programs of less strength don't get them.
    var accessGroups: [String] { entries.flatMap(\.accessGroups) }

    /// Reads the list; an empty map where there is none.
    ///
    /// - Throws: `missingEntitlement` for a file that can't be read, has another form, or that others than
    ///   the administrator can write; as ``SmallFile/readRights(_:limit:check:)``.
    init(
        _ path: String, accounts: UnixAccounts, administrator: uid_t
    ) throws(KeychainError) {
        self.path = path
        guard let bytes = try AdministratorFile.read(path, administrator) else {
            entries = []
            return
        }
        guard let list = try? PropertyList(bytes).dictionary else { throw Self.malformed(path) }
        var entries: [Entry] = []
        for (name, value) in list.sorted(by: { $0.key < $1.key }) {
            guard let groups = value.strings ?? value.string.map({ [$0] }), !groups.isEmpty else {
                throw Self.malformed(path)
            }
            let number = name.hasSuffix(".service") ? nil : try accounts.number(ofGroup: name)
            let fault = try accounts.fault(of: name, number)
            entries.append(
                Entry(
                    name: name, accessGroups: groups, fault: Self.fault(of: name, groups) ?? fault,
                    number: number))
        }
        self.entries = entries
    }

    private static func malformed(_ path: String) -> KeychainError {
        KeychainError(
            .missingEntitlement,
            "\(path): not a property list of Unix groups and units with the names of access groups")
    }

    private static func fault(of name: String, _ groups: [String]) -> String? {
        for group in groups where AdministratorFile.isReserved(group) {
            return "\"\(group.printable)\" can't be given to one program"
        }
        return name.isEmpty ? "a name is missing" : nil
    }
}

extension UnixAccounts {
    /// Returns why the processes of a group or unit get no rights; nil when they may have them.
    fileprivate func fault(of name: String, _ number: gid_t?) throws(KeychainError) -> String? {
        if name.hasSuffix(".service") { return nil }
        guard let number else { return "no such Unix group" }
        guard case .unfit(let reason) = try verdict(onGroup: number) else { return nil }
        return "the Unix group \(reason)"
    }
}
