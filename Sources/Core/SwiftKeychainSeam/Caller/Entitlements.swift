// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainSystem

/// The entitlements of an embedded program, from a property list.
///
/// `$KEYCHAIN_ENTITLEMENTS` names the file; otherwise it is `<executable>.entitlements`. Without a file
/// the program is unsigned.
package enum Entitlements {
    /// Returns the running program, determined once. After a failure the next call tries again, because
    /// the files may be readable then.
    package static func current() throws(KeychainError) -> Caller {
        if let caller = known.value { return caller }
        return known.keep(try ofProcess())
    }

    private static let known = OnceValue<Caller>()

    /// Determines the running program.
    ///
    /// - Throws: `missingEntitlement` when a list exists and is unreadable or invalid, and when the program
    ///   was replaced since it was started, so that an error never gives a program more rights.
    static func ofProcess() throws(KeychainError) -> Caller {
        if let list = try namedList() { return Caller(list) }
        if let list = try EntitlementList(beside: ProgramFile.path()) { return Caller(list) }
        try ProgramFile.requireNoListLeftBehind()
        return .unsigned
    }

    /// Returns the list of the program in a file, were it started with the environment of this
    /// process; nil for an unsigned one.
    ///
    /// - Throws: `missingEntitlement` as for ``ofProcess()``.
    package static func list(ofProgramAt path: String) throws(KeychainError) -> EntitlementList? {
        if let list = try namedList() { return list }
        return try EntitlementList(beside: path)
    }

    /// Returns the list that `$KEYCHAIN_ENTITLEMENTS` names; nil when the variable isn't set.
    private static func namedList() throws(KeychainError) -> EntitlementList? {
        guard let path = Environment.value("KEYCHAIN_ENTITLEMENTS") else { return nil }
        guard let list = try EntitlementList(fileAt: path) else {
            throw KeychainError(.missingEntitlement, "\(path): missing")
        }
        return list
    }
}

extension EntitlementList {
    /// Reads the list next to a program; nil when there is none.
    ///
    /// - Throws: `missingEntitlement`; as ``SmallFile/readRights(_:limit:check:)``.
    package init?(beside program: String) throws(KeychainError) {
        try self.init(fileAt: program + ".entitlements")
    }

    /// Reads a list; nil when there is none.
    fileprivate init?(fileAt path: String) throws(KeychainError) {
        guard let bytes = try SmallFile.readRights(path) else { return nil }
        try self.init(bytes.withBytes { [UInt8]($0) }, path: path)
    }
}

extension Caller {
    /// A program with a list of entitlements.
    package init(_ list: EntitlementList) { self.init(groups: list.groups, isEntitledByFile: true) }
}
