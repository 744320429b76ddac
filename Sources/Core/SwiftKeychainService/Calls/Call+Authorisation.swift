// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainFormat
import SwiftKeychainModel
import SwiftKeychainSystem

/// The proof that a search, a query, or references to fetch were checked against the caller's access groups. Only this
/// file makes one.
struct Authorised<Content: Sendable>: Sendable {
    let content: Content
    /// The groups whose rows exist for this call; see ``reaches(_:)``.
    let groups: StoreQuery.Groups
    private let caller: Caller

    fileprivate init(_ content: Content, _ groups: StoreQuery.Groups, for caller: Caller) {
        self.content = content
        self.groups = groups
        self.caller = caller
    }

    /// Returns whether a row of `group` exists for this call, if it may use all groups.
    func reaches(_ group: String) -> Bool { groups != .all || caller.mayUse(group) }

    /// Returns whether a row that no query was compared with exists for this call.
    func mayHave(_ group: String) -> Bool {
        guard case .some(let groups) = groups else { return caller.mayUse(group) }
        return groups.contains { $0.hasSameBytes(as: group) }
    }

    /// Returns whether a row that was found exists for this call.
    func reaches(_ stored: StoredRow) -> Bool {
        // The store has compared the groups unless the call may use all.
        guard case .all = groups, case .sealed(let row) = stored else { return true }
        return caller.mayUse(row.accessGroup)
    }
}

extension Authorised<Find> {
    /// The proof for the query alone.
    var query: Authorised<Query> { Authorised<Query>(content.query, groups, for: caller) }
}

/// The proof that a new item may be added to its access group.
struct AuthorisedItem: Sendable {
    let item: NewItem
    let accessGroup: String

    fileprivate init(_ item: NewItem, in accessGroup: String) {
        self.item = item
        self.accessGroup = accessGroup
    }
}

/// The proof of the groups that a backup or restore may include.
struct AuthorisedBackup: Sendable {
    let groups: StoreQuery.Groups

    fileprivate init(_ groups: StoreQuery.Groups) { self.groups = groups }

    /// Returns whether rows of `group` are included. Items on tokens never are, nor is what belongs to one device of a circle.
    func reaches(_ group: String) -> Bool {
        if group == Caller.tokenGroup || group == Caller.syncGroup { return false }
        switch groups {
        case .all: return true
        case .some(let list): return list.contains { $0.hasSameBytes(as: group) }
        }
    }
}

// The rules for what a caller may do in each access group.
extension Call {
    /// The purpose of a query, which decides the status of a refusal.
    enum Purpose: Sendable { case find, update, delete }

    /// Checks the group that a query names, or returns all groups of the caller.
    ///
    /// - Throws: `missingEntitlement`; `noAccessForItem` when an unsigned program tries to write.
    func authorise(
        _ query: Query, for purpose: Purpose
    ) throws(KeychainError) -> Authorised<Query> {
        try requireGroups()
        guard let named = query.accessGroup else {
            if caller.mayUseEverything { return Authorised(query, .all, for: caller) }
            // A change finds no items on tokens, and is refused if it names their group.
            let groups = caller.groups.filter { purpose == .find || $0 != Caller.tokenGroup }
            return Authorised(query, .some(groups), for: caller)
        }
        try require(named, writing: purpose == .update)
        if named == Caller.tokenGroup, purpose != .find { throw tokens() }
        return Authorised(query, .some([named]), for: caller)
    }

    /// Checks a search as its query.
    func authorise(_ find: Find) throws(KeychainError) -> Authorised<Find> {
        Authorised(find, try authorise(find.query, for: .find).groups, for: caller)
    }

    /// Authorises the fetch of items, which are those of the groups of the caller.
    func authorise(
        fetching references: [PersistentReference]
    ) throws(KeychainError) -> Authorised<[PersistentReference]> {
        try requireGroups()
        return Authorised(
            references, caller.mayUseEverything ? .all : .some(caller.groups), for: caller)
    }

    /// Chooses and checks the group of a new item.
    func authorise(_ item: NewItem) throws(KeychainError) -> AuthorisedItem {
        try requireGroups()
        let group = item.accessGroup ?? caller.standardGroup
        try require(group, writing: true)
        if group == Caller.tokenGroup { throw tokens() }
        return AuthorisedItem(item, in: group)
    }

    /// Chooses and checks the groups of new items.
    func authorise(_ groups: [[NewItem]]) throws(KeychainError) -> [[AuthorisedItem]] {
        try translating { try groups.map { try $0.map(authorise) } }
    }

    /// Checks the group that a change names before the search, so that a refusal reveals nothing about stored
    /// items. The items found are in groups of the caller.
    func authorise(_ change: Change) throws(KeychainError) {
        guard let named = change.attributes[.accessGroup]?.text else { return }
        try require(named, writing: true)
    }

    /// Checks the new group of a changed item, if it differs from the old one.
    func authorise(_ item: NewItem, from old: String) throws(KeychainError) -> AuthorisedItem {
        let group = item.accessGroup ?? old
        if !group.hasSameBytes(as: old) {
            try require(group, writing: true)
            if group == Caller.tokenGroup { throw tokens() }
        }
        return AuthorisedItem(item, in: group)
    }

    /// Returns the groups of a backup: exactly those that the caller may read and write.
    ///
    /// - Parameter withTrust: also includes trust settings, which every program may change.
    /// - Throws: `missingEntitlement` for a caller without groups.
    func authoriseBackup(withTrust: Bool = false) throws(KeychainError) -> AuthorisedBackup {
        try requireGroups()
        let trust = withTrust ? [Caller.trustSettingsGroup] : []
        return AuthorisedBackup(caller.mayUseEverything ? .all : .some(caller.groups + trust))
    }

    /// Checks that the caller has any access group at all.
    private func requireGroups() throws(KeychainError) {
        if let failure = caller.failure { throw failure }
        if caller.groups.isEmpty {
            throw KeychainError(
                .missingEntitlement, "keychain-access-groups: the program is entitled to none")
        }
    }

    /// Checks that the caller may use a group. An unsigned program that writes gets another status than one that reads,
    /// as on macOS.
    private func require(_ group: String, writing: Bool) throws(KeychainError) {
        if caller.mayUse(group) { return }
        throw KeychainError(
            caller.isUnsigned && writing ? .noAccessForItem : .missingEntitlement,
            "kSecAttrAccessGroup: \(Self.quoted([group])) isn't a group of this program, which "
                + (caller.isUnsigned ? "is unsigned and has only " : "has ")
                + Self.quoted(caller.groups))
    }

    /// Names of access groups, which the store shows too, are the only values in details of errors.
    private static func quoted(_ groups: [String]) -> String {
        groups.map { "\"\($0.printable)\"" }.joined(separator: ", ")
    }

    private func tokens() -> KeychainError {
        KeychainError(.missingEntitlement, "kSecAttrAccessGroup: tokens are not written to")
    }
}
