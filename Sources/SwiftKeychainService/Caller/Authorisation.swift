import SwiftKeychainFormat
import SwiftKeychainModel
import SwiftKeychainSystem

/// Proves that a request was checked against its caller's access groups. Nobody else makes one.
struct Authorised<Request: Sendable>: Sendable {
    let request: Request
    /// The groups whose rows exist for this call, as far as ``reaches(_:)`` goes.
    let groups: StoreQuery.Groups
    private let caller: Caller

    fileprivate init(_ request: Request, _ groups: StoreQuery.Groups, for caller: Caller) {
        self.request = request
        self.groups = groups
        self.caller = caller
    }

    /// Tells whether a row of `group` exists for this call, where its groups are all.
    func reaches(_ group: String) -> Bool { groups != .all || caller.mayUse(group) }
}

/// Proves that a new item may lie in its access group.
struct AuthorisedItem: Sendable {
    let item: NewItem
    let accessGroup: String

    fileprivate init(_ item: NewItem, in accessGroup: String) {
        self.item = item
        self.accessGroup = accessGroup
    }
}

/// Proves which groups a backup may be made of, and restored to.
struct AuthorisedBackup: Sendable {
    let groups: StoreQuery.Groups

    fileprivate init(_ groups: StoreQuery.Groups) { self.groups = groups }

    /// Tells whether rows of `group` are part of it; what lives on tokens never is.
    func reaches(_ group: String) -> Bool {
        if group == Authorisation.tokenGroup { return false }
        switch groups {
        case .all: return true
        case .some(let list): return list.contains { $0.hasSameBytes(as: group) }
        }
    }
}

/// Decides what a caller may do in which access group.
struct Authorisation: Sendable {
    let caller: Caller

    /// Holds items that live on tokens: readable, never written through this interface.
    static let tokenGroup = "com.apple.token"

    /// Names what a query is for; the status of a refusal depends on it.
    enum Purpose: Sendable { case find, update, delete }

    /// Checks the group a query names, or gives all groups of the caller.
    ///
    /// - Throws: `missingEntitlement`; `noAccessForItem` when an unsigned program would write.
    func authorise(
        _ search: Search, for purpose: Purpose
    ) throws(KeychainError) -> Authorised<Search> {
        try requireGroups()
        guard let named = search.query.accessGroup else {
            if caller.mayUseEverything { return Authorised(search, .all, for: caller) }
            // What lies on tokens exists for a change only to be refused by name.
            let groups = caller.groups.filter { purpose == .find || $0 != Self.tokenGroup }
            return Authorised(search, .some(groups), for: caller)
        }
        try require(named, writing: purpose == .update)
        if named == Self.tokenGroup, purpose != .find { throw tokens() }
        return Authorised(search, .some([named]), for: caller)
    }

    /// Chooses and checks the group of an item that is added.
    func authorise(_ item: NewItem) throws(KeychainError) -> AuthorisedItem {
        try requireGroups()
        let group = item.accessGroup ?? caller.groups.first { $0 != "*" } ?? Caller.unsignedGroup
        try require(group, writing: true)
        if group == Self.tokenGroup { throw tokens() }
        return AuthorisedItem(item, in: group)
    }

    /// Chooses and checks the groups of items that are added together.
    func authorise(_ groups: [[NewItem]]) throws(KeychainError) -> [[AuthorisedItem]] {
        try groups.map { (group) throws(KeychainError) in
            try group.map { (item) throws(KeychainError) in try authorise(item) }
        }
    }

    /// Checks the group a change names before any item is looked for: a refusal tells nothing of
    /// what is stored. An item that is found lies in a group of the caller already.
    func authorise(_ change: Change) throws(KeychainError) {
        guard let named = change.attributes[.accessGroup]?.text else { return }
        try require(named, writing: true)
    }

    /// Checks the group an item has after a change; one that it had before is not asked about.
    func authorise(_ item: NewItem, from old: String) throws(KeychainError) -> AuthorisedItem {
        let group = item.accessGroup ?? old
        if !group.hasSameBytes(as: old) {
            try require(group, writing: true)
            if group == Self.tokenGroup { throw tokens() }
        }
        return AuthorisedItem(item, in: group)
    }

    /// Gives the groups of a backup: all that the caller may read and write, and no other.
    ///
    /// - Parameter withTrust: trust settings too, which every program may change.
    /// - Throws: `missingEntitlement` for a caller without any.
    func authoriseBackup(withTrust: Bool = false) throws(KeychainError) -> AuthorisedBackup {
        try requireGroups()
        let trust = withTrust ? [Caller.trustSettingsGroup] : []
        return AuthorisedBackup(caller.mayUseEverything ? .all : .some(caller.groups + trust))
    }

    private func requireGroups() throws(KeychainError) {
        if let failure = caller.failure { throw failure }
        if caller.groups.isEmpty {
            throw KeychainError(
                .missingEntitlement, "keychain-access-groups: the program is entitled to none")
        }
    }

    private func require(_ group: String, writing: Bool) throws(KeychainError) {
        if caller.mayUse(group) { return }
        throw KeychainError(
            caller.isUnsigned && writing ? .noAccessForItem : .missingEntitlement,
            "kSecAttrAccessGroup: not a group of this program")
    }

    private func tokens() -> KeychainError {
        KeychainError(.missingEntitlement, "kSecAttrAccessGroup: tokens are not written to")
    }
}
