// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainModel

/// An operation and the type of its answer: what a client sends, and what it gets.
///
/// ``Request/Operation`` and ``Reply`` are what travels. Only this file says which reply answers which operation, so that a
/// client can't expect another one.
package struct Operation<Answer>: Sendable {
    package let content: Request.Operation
    /// Takes the answer out of a reply; nil for a reply of another case.
    private let read: @Sendable (Reply) -> Answer?

    private init(_ content: Request.Operation, _ read: @escaping @Sendable (Reply) -> Answer?) {
        self.content = content
        self.read = read
    }

    /// Returns the answer.
    ///
    /// - Throws: the failure that the service replies; `internalComponent` for a reply to another operation, or a reply
    ///   that asks for a grant.
    package func answer(in reply: Reply) throws(KeychainError) -> Answer {
        if case .failed(let error) = reply { throw error }
        if let answer = read(reply) { return answer }
        throw KeychainError(.internalComponent, "service: a reply to another request")
    }
}

extension KeychainService {
    /// Asks for what needs no rights.
    ///
    /// - Throws: as ``Operation/answer(in:)``.
    package func answer<Answer>(
        _ operation: Operation<Answer>, at location: Location
    ) throws(KeychainError) -> Answer {
        try operation.answer(
            in: perform(Request(operation.content, at: location), from: .unsigned))
    }
}

extension Operation<[Item]> {
    private init(finding content: Request.Operation) {
        self.init(content) { if case .items(let items) = $0 { items } else { nil } }
    }

    package static func find(_ find: Find) -> Self { Self(finding: .find(find)) }
    package static func fetch(_ references: [PersistentReference], _ parts: Item.Parts) -> Self {
        Self(finding: .fetch(references, parts))
    }
    package static var syncedItems: Self { Self(finding: .sync(.items)) }
}

extension Operation<[Item]?> {
    /// As ``Operation/find(_:)``; nil if other keychains are searched too.
    package static func findAlone(_ query: Query, returning parts: Item.Parts, skips: Bool)
        -> Self
    {
        Self(.find(Find(query, returning: parts, skips: skips, onlyIfAlone: true))) { reply in
            switch reply {
            case .items(let items): .some(items)
            case .keychainList: .some(nil)
            default: nil
            }
        }
    }
}

extension Operation<Reply.Page> {
    /// One page of candidates.
    package static func candidates(
        _ query: Query, returning parts: Item.Parts, skips: Bool, page: Find.Page
    ) -> Self {
        Self(.find(Find(query, returning: parts, skips: skips, page: page))) {
            if case .page(let page) = $0 { page } else { nil }
        }
    }

    /// One page of what may match, with what is locked.
    ///
    /// - Parameter parts: what to return of items that are unlocked; empty to learn only which match.
    package static func everything(
        _ query: Query, returning parts: Item.Parts, from start: Cursor
    ) -> Self {
        .candidates(
            query, returning: parts, skips: false,
            page: Find.Page(start, opens: false, showsLocked: true))
    }
}

extension Operation<[[Item]]> {
    package static func add(_ groups: [[NewItem]], duplicates: Duplicates) -> Self {
        Self(.add(groups, duplicates: duplicates)) {
            if case .stored(let items) = $0 { items } else { nil }
        }
    }
}

extension Operation<Int> {
    private init(counting content: Request.Operation) {
        self.init(content) { if case .count(let count) = $0 { count } else { nil } }
    }

    package static func update(_ query: Query, _ change: Change) -> Self {
        Self(counting: .update(query, change))
    }
    /// The answer is 0 when the item was added.
    package static func put(_ query: Query, _ change: Change, orAdd item: NewItem) -> Self {
        Self(counting: .put(query, change, orAdd: item))
    }
    package static func delete(_ query: Query) -> Self { Self(counting: .delete(query)) }
    package static func countCandidates(_ query: Query) -> Self {
        Self(counting: .countCandidates(query))
    }
    package static var countItemsThatNeedPasscode: Self {
        Self(counting: .countItemsThatNeedPasscode)
    }
    package static var countItems: Self { Self(counting: .countItems) }
    package static func include(
        _ references: [PersistentReference]?, _ isIncluded: Bool
    ) -> Self { Self(counting: .sync(.include(references, isIncluded))) }
    /// The answer is 0 if that needs the passcode.
    package static var wrapUnderPresentDeviceKey: Self {
        Self(counting: .wrapUnderPresentDeviceKey)
    }
}

extension Operation<Void> {
    private init(doing content: Request.Operation) {
        self.init(content) { if case .done = $0 { () } else { nil } }
    }

    package static func lock(everything: Bool) -> Self {
        Self(doing: .lock(everything: everything))
    }
    package static func unlock(_ passcode: SecretBytes?) -> Self { Self(doing: .unlock(passcode)) }
    package static func setSettings(_ settings: LockSettings) -> Self {
        Self(doing: .setSettings(settings))
    }
    package static var requireKeychain: Self { Self(doing: .requireKeychain) }
    package static func create(_ file: NewKeychainFile) -> Self { Self(doing: .create(file)) }
    package static func rename(device name: String) -> Self { Self(doing: .sync(.rename(name))) }
    package static func remove(device: String) -> Self { Self(doing: .sync(.remove(device))) }
    package static func restore(conflict number: Int64) -> Self {
        Self(doing: .sync(.restore(number)))
    }
    package static func move(_ place: RelayPlace, _ heads: [RelayFile]) -> Self {
        Self(doing: .sync(.move(place, heads)))
    }
    package static var leaveCircle: Self { Self(doing: .sync(.leave)) }
    package static var acknowledgeMembers: Self { Self(doing: .sync(.acknowledgeMembers)) }
    package static func note(problem: String?) -> Self {
        Self(doing: .sync(.note(problem: problem)))
    }
    package static var sentHead: Self { Self(doing: .sync(.sent)) }
    package static var forgetCircle: Self { Self(doing: .sync(.forget)) }
    package static func remove(home: Location, name: String) -> Self {
        Self(doing: .remove(home: home, name: name))
    }
    package static func changeKeychainList(_ change: KeychainList.Change) -> Self {
        Self(doing: .changeKeychainList(change))
    }
}

extension Operation<Reply.LockStatus> {
    package static var status: Self {
        Self(.status) { if case .status(let status) = $0 { status } else { nil } }
    }
}

extension Operation<[UInt8]> {
    /// The answer is the proof that the passcode was given.
    package static func verify(_ passcode: SecretBytes) -> Self {
        Self(.verify(passcode)) { if case .verified(let proof) = $0 { proof } else { nil } }
    }
}

extension Operation<PasscodeChange> {
    package static func setPasscode(_ new: SecretBytes?, old: SecretBytes?) -> Self {
        Self(.setPasscode(new, old: old)) {
            if case .passcodeChange(let change) = $0 { change } else { nil }
        }
    }
}

extension Operation<[String]> {
    package static var filesSetAside: Self {
        Self(.filesSetAside) { if case .paths(let paths) = $0 { paths } else { nil } }
    }
}

extension Operation<LockSettings> {
    package static var settings: Self {
        Self(.settings) { if case .settings(let settings) = $0 { settings } else { nil } }
    }
}

extension Operation<SecretBytes?> {
    /// The answer is the recovery code, of a move to the TPM.
    package static func moveDeviceKey(_ move: DeviceKeyMove) -> Self {
        Self(.moveDeviceKey(move)) { reply in
            switch reply {
            case .recoveryCode(let code): .some(code)
            case .done: .some(nil)
            default: nil
            }
        }
    }
}

extension Operation<Reply.FileState> {
    package static var file: Self {
        Self(.file) { if case .file(let state) = $0 { state } else { nil } }
    }
}

extension Operation<KeychainList> {
    package static var keychainList: Self {
        Self(.keychainList) { if case .keychainList(let list) = $0 { list } else { nil } }
    }
}

extension Operation<(store: [Finding], surroundings: [Finding])> {
    package static var examine: Self {
        Self(.examine) {
            if case .findings(let store, let others) = $0 { (store, others) } else { nil }
        }
    }
}

extension Operation<[Finding]> {
    private init(examining content: Request.Operation) {
        self.init(content) { if case .findings(let findings, _) = $0 { findings } else { nil } }
    }

    package static var repair: Self { Self(examining: .repair) }
    package static func changeAnchor(_ change: AnchorChange) -> Self {
        Self(examining: .changeAnchor(change))
    }
    package static var acceptKeychain: Self { Self(examining: .acceptKeychain) }
}

extension Operation<ArchiveTally> {
    package static func backUp(_ archive: ArchiveRequest) -> Self {
        Self(.backUp(archive)) { if case .archived(let tally, _) = $0 { tally } else { nil } }
    }
}

extension Operation<SecretBytes> {
    private init(joining content: SyncRequest) {
        self.init(.sync(content)) {
            if case .recoveryCode(let code) = $0 { code } else { nil }
        }
    }

    /// The answer is the new recovery code.
    package static func recover(
        _ code: SecretBytes, _ device: NewCircle, _ heads: [RelayFile]
    ) -> Self { Self(joining: .recover(code, device, heads)) }
    /// The answer is the recovery code.
    package static func create(_ circle: NewCircle) -> Self { Self(joining: .create(circle)) }

    /// The answer is the text of the invitation.
    package static func invite(isUnattended: Bool) -> Self {
        Self(.sync(.invite(isUnattended: isUnattended))) {
            if case .invitation(let text) = $0 { text } else { nil }
        }
    }
}

extension Operation<RelayPlace> {
    private init(locating content: Request.Operation) {
        self.init(content) { if case .syncRelay(let place) = $0 { place } else { nil } }
    }

    package static var relay: Self { Self(locating: .sync(.relay)) }
    package static func join(_ device: JoiningDevice) -> Self {
        Self(locating: .sync(.join(device)))
    }
}

extension Operation<SyncPairing> {
    package static func pair(_ files: [RelayFile], code: String?) -> Self {
        Self(.sync(.pair(files, code: code))) {
            if case .syncPairing(let pairing) = $0 { pairing } else { nil }
        }
    }
}

extension Operation<SyncStatus?> {
    /// The answer is nil if the device is in no circle.
    package static var syncStatus: Self {
        Self(.sync(.status)) {
            if case .syncStatus(let status) = $0 { .some(status) } else { nil }
        }
    }
}

extension Operation<[SyncConflict]> {
    package static func conflicts(withSecrets: Bool) -> Self {
        Self(.sync(.conflicts(withSecrets: withSecrets))) {
            if case .syncConflicts(let conflicts) = $0 { conflicts } else { nil }
        }
    }
}

extension Operation<SyncReceived> {
    package static func receive(_ files: [RelayFile]) -> Self {
        Self(.sync(.receive(files))) {
            if case .syncReceived(let received) = $0 { received } else { nil }
        }
    }
}

extension Operation<SyncPlan> {
    package static func plan(_ relay: RelayView) -> Self {
        Self(.sync(.plan(relay))) { if case .syncPlan(let plan) = $0 { plan } else { nil } }
    }
}

extension Operation<RestoreTally> {
    package static func restore(_ archive: ArchiveRequest) -> Self {
        Self(.restore(archive)) { if case .restored(let tally) = $0 { tally } else { nil } }
    }
}
