// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel
import SwiftKeychainService
import Synchronization

/// A change that a call of this process made to a keychain, or the reading of an item's secret.
package struct KeychainChange: Sendable {
    package enum Kind: Sendable {
        case locked, unlocked, added, deleted, updated, passcodeChanged
        case defaultChanged, secretRead, listChanged, trustSettingsChanged
    }

    package let kind: Kind
    package let keychain: Keychain
    /// The item; nil for changes that concern no item.
    package let reference: PersistentReference?

    fileprivate static let receiver = Receiver<KeychainChange>()
    /// Whether there is a receiver, so that calls of most programs cost nothing more.
    static let isObserved = Atomic(false)

    /// Sets the function that receives each change after its call succeeded, on the thread of the call;
    /// nil for none. A process has one.
    package static func observe(_ receive: (@Sendable (KeychainChange) -> Void)?) {
        receiver.replace(by: receive)
        isObserved.store(receive != nil, ordering: .releasing)
    }
}

/// An operation, with the information that afterwards determines which changes it made.
struct ChangeInProgress {
    private let operation: Request.Operation
    private let keychain: Keychain
    /// The items that an update or delete will find.
    private var references: [PersistentReference] = []
    private var lockState: LockState?
    private var list: KeychainList?

    init(_ operation: Request.Operation, of keychain: Keychain) {
        self.operation = operation
        self.keychain = keychain
        switch operation {
        case .update(let query, _), .delete(let query), .put(let query, _, _):
            references = references(query)
        case .lock, .unlock: lockState = readLockState()
        case .create, .remove, .changeKeychainList: list = Self.readList()
        default: break
        }
    }

    /// Reports the changes, after the operation succeeded.
    func report(_ reply: Reply) {
        for change in changes(after: reply) { KeychainChange.receiver.send(change) }
    }

    /// Returns the changes that a reply means, compared with the state before the request where the reply doesn't say
    /// it.
    private func changes(after reply: Reply) -> [KeychainChange] {
        switch (operation, reply) {
        case (.add, .stored(let groups)):
            return changes(.added, groups.joined().flatMap(\.halves))
        case (.update, .count): return changes(.updated, references)
        case (.put(let query, _, _), .count(let count)):
            return count == 0
                ? changes(.added, references(query)) : changes(.updated, references)
        case (.delete, .count): return changes(.deleted, references)
        case (.find(let find), .items(let items)) where find.parts.contains(.secret):
            return changes(.secretRead, items.flatMap(\.halves))
        case (.fetch(_, let parts), .items(let items)) where parts.contains(.secret):
            return changes(.secretRead, items.map(\.reference))
        case (.lock, .done), (.unlock, .done):
            guard let lockState, let now = readLockState(), now != lockState else { return [] }
            return [change(now == .unlocked ? .unlocked : .locked)]
        case (.setPasscode, .passcodeChange): return [change(.passcodeChanged)]
        case (.create, .done), (.remove, .done), (.changeKeychainList, .done):
            guard let list, let now = Self.readList() else { return [] }
            return (now.standard == list.standard ? [] : [change(.defaultChanged)])
                + (now.searched == list.searched ? [] : [change(.listChanged)])
        default: return []
        }
    }

    /// Returns one change an item; those of trust settings have a separate kind.
    private func changes(
        _ kind: KeychainChange.Kind, _ references: [PersistentReference]
    ) -> [KeychainChange] {
        let groups = keychain.caller?.groups ?? []
        if groups == [Caller.trustSettingsGroup] {
            return kind == .secretRead ? [] : [change(.trustSettingsChanged)]
        }
        // No program has a reference to the other items that the package keeps for itself.
        if groups.contains(where: Caller.ownGroups.contains) { return [] }
        return references.map { change(kind, $0) }
    }

    private func change(
        _ kind: KeychainChange.Kind, _ reference: PersistentReference? = nil
    ) -> KeychainChange {
        KeychainChange(kind: kind, keychain: keychain, reference: reference)
    }

    /// Finds the items of a query, all where it has no limit; none where it fails.
    private func references(_ query: Query) -> [PersistentReference] {
        var given = query.given
        given.limit = given.limit ?? .all
        guard let query = try? Query(query.itemClass, given),
            let items = try? keychain.perform(.find(Find(query, returning: [], skips: false)))
        else { return [] }
        return items.flatMap(\.halves)
    }

    private func readLockState() -> LockState? { try? keychain.lockState() }

    private static func readList() -> KeychainList? {
        try? Keychain.login.perform(.keychainList)
    }
}

extension Item {
    /// The references of the rows: of an identity the certificate's and the key's.
    fileprivate var halves: [PersistentReference] {
        guard let certificate, let privateKey else { return [reference] }
        return [certificate.reference, privateKey.reference]
    }
}
