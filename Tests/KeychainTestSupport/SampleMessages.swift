// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain
import SwiftKeychainService

/// A request of each kind and a reply of each kind, with every field set in one of them.
package enum SampleMessages {
    package static let requests: [SentRequest] = operations.map {
        SentRequest(
            Request($0, at: home),
            Grant(verification: [1, 2], applicationPassword: "pw".passcode))
    }

    private static let home = Location(home: "/h")
    private static let reference = PersistentReference(
        itemClass: .genericPassword, uuid: Array(0..<16))

    private static let query: Query = {
        var conditions = Query.Conditions([
            .account: .string("a"), .generic: .data([0, 255]), .creator: .number(-1),
            .isInvisible: .boolean(true), .creationDate: .date(0.5),
        ])
        conditions.synchronizable = .any
        conditions.references = [reference]
        conditions.itemList = [reference, reference]
        conditions.comparison = [.caseInsensitive]
        conditions.limit = .atMost(3)
        conditions.leavesTombstones = true
        return unwrapped { () throws(KeychainError) in try Query(.genericPassword, conditions) }
    }()

    private static let narrowed = unwrapped { () throws(KeychainError) in
        try query.among([reference])
    }
    private static let newItem = unwrapped { () throws(KeychainError) in
        try NewItem.password(service: "s", [.label: .string("é")])
    }
    private static let change = unwrapped { () throws(KeychainError) in
        try Change([.label: .string("l")], secret: "new".passcode)
    }
    private static let archive = ArchiveRequest(
        .file("/b"), passphrase: "p".passcode, withTrust: true)

    private static func unwrapped<Value>(
        _ make: () throws(KeychainError) -> Value
    ) -> Value {
        do throws(KeychainError) { return try make() } catch { fatalError("\(error)") }
    }

    private static let operations: [Request.Operation] =
        [
            .find(
                Find(narrowed, returning: [.attributes, .secret], skips: true, onlyIfAlone: true)),
            .find(
                Find(
                    narrowed, returning: .reference, skips: false,
                    page: Find.Page(Cursor(table: 1, rowid: 7), opens: true))),
            .add([[newItem], []], duplicates: .refusedIfAll),
            .update(narrowed, change), .put(narrowed, change, orAdd: newItem), .delete(narrowed),
            .status, .lock(everything: true), .unlock("1".passcode), .unlock(nil),
            .verify("1".passcode), .setPasscode("2".passcode, old: "1".passcode),
            .setPasscode(nil, old: nil), .countItemsThatNeedPasscode, .countItems, .filesSetAside,
            .settings,
            .setSettings(LockSettings(lockAfter: 60, lockOnSleep: true)), .file, .requireKeychain,
            .create(NewKeychainFile(home: home, name: "w", password: .given("1".passcode))),
            .create(NewKeychainFile(home: home, name: "w", password: .asked)),
            .remove(home: home, name: "w"), .keychainList, .changeKeychainList(.standard(nil)),
            .changeKeychainList(.searched(["a", "/b"])), .examine, .repair, .backUp(archive),
            .restore(archive),
            .restore(ArchiveRequest(.message([1, 2]), passphrase: "p".passcode)),
            .moveDeviceKey(.toTPM(pcrs: [7, 11])), .moveDeviceKey(.toFile),
            .moveDeviceKey(.recover(code: "c".passcode)), .wrapUnderPresentDeviceKey,
            .restore(archive), .changeAnchor(AnchorChange(.enable)),
            .changeAnchor(
                AnchorChange(.accept, passcode: "1".passcode, ownerPassword: "2".passcode)),
            .acceptKeychain, .countCandidates(narrowed),
            .fetch([reference], [.attributes, .secret]),
        ] + circleRequests.map { .sync($0) }

    private static let file = RelayFile(name: "h/1", bytes: [1, 2])
    private static let cluster = RelayPlace(
        RelayAddress(
            .etcd, prefix: "/p/", endpoints: ["https://a", "https://b"], user: "ann",
            password: "w".passcode, authorities: [[1, 2]]),
        RelayPaths(certificate: "c", key: "k"))
    private static let circleRequests: [SyncRequest] = [
        .status, .create(NewCircle(deviceName: "laptop", relay: .folder("/f"))), .receive([file]),
        .plan(RelayView(head: [1], packs: ["p/1/2"], acceptsDeletions: true)),
        .plan(RelayView(head: nil, packs: [], acceptsDeletions: false)), .sent, .relay,
        .acknowledgeMembers, .leave, .items, .note(problem: "text"), .note(problem: nil),
        .move(cluster, [file]),
        .include([reference], true), .include(nil, false), .rename("phone"), .forget,
        .invite(isUnattended: true),
        .join(
            JoiningDevice(
                invitation: "i".passcode, deviceName: "phone",
                paths: RelayPaths(folder: "/f", certificate: "c", key: "k"))),
        .pair([file], code: "123456"), .pair([], code: nil), .remove("01"),
        .conflicts(withSecrets: true), .restore(7),
        .recover("c".passcode, NewCircle(deviceName: "n", relay: cluster), [file]),
    ]
    private static let circleReplies: [Reply] = {
        var status = SyncStatus(
            circle: "01", device: "02", relay: .folder("/f"),
            devices: [
                SyncStatus.Device(name: "n", identifier: "02", lastSeen: 3, isThisOne: true),
                SyncStatus.Device(name: "o", identifier: "03", lastSeen: nil, isThisOne: false),
            ])
        status.devices[1].sequence = 4
        (status.items, status.changed, status.notSent) = (1, 2, 3)
        (status.ordinary, status.tooLong, status.isPublished) = (4, 5, true)
        (status.standing, status.isLocked) = (.copied, true)
        (status.moved, status.news) = (cluster.address, ["n"])
        var plan = SyncPlan()
        plan.publication = SyncPlan.Publication(puts: [file], head: file, removals: ["p/1/1"])
        (plan.changed, plan.sent, plan.refusedDeletions, plan.waiting) = (1, 2, 3, ["w"])
        plan.news = ["n"]
        var pairing = SyncPairing(mailbox: "m/1/")
        (pairing.puts, pairing.otherName, pairing.code) = ([file], "o", "123456")
        pairing.stage = .asking
        return [
            .syncStatus(status), .syncStatus(nil), .syncRelay(cluster), .syncPlan(plan),
            .syncPlan(SyncPlan()),
            .syncReceived(
                SyncReceived(
                    wanted: ["p/1/2"], faults: ["f"],
                    heads: [SyncReceived.Head(name: "h/1", sequence: 2)])), .syncPairing(pairing),
            .invitation("i".passcode),
            .syncConflicts([
                SyncConflict(number: 1, date: 2, reason: "r", item: item(.genericPassword))
            ]),
        ]
    }()

    private static func item(_ itemClass: ItemClass) -> Item {
        Item(
            reference: PersistentReference(itemClass: itemClass, uuid: Array(1..<17)), revision: 3,
            accessGroup: "g", accessControl: AccessControl(plain: .whenUnlocked),
            synchronizable: true, isTombstone: false, stored: [.label: .string("l")],
            secret: "s".passcode)
    }

    private static let items = [
        item(.genericPassword), Item(identity: item(.certificate), item(.key)),
    ]
    private static let error = KeychainError(.decode, "genp row 1: does not open")
    private static let demand = Demand(
        .access(AccessControl.Demand(passcode: true, device: .biometry)), item: reference,
        itemName: "“a”", refusal: error)

    private static func page(_ stop: Reply.Page.Stop?) -> Reply {
        .page(
            Reply.Page(
                items: items, lockedCount: 1, next: Cursor(table: 0, rowid: 9), damage: error,
                stop: stop))
    }

    package static let replies: [Reply] =
        [
            .items(items), page(nil), page(.lacks(demand)), page(.failed(error)),
            .stored([items, []]),
            .count(-1),
            .status(
                Reply.LockStatus(
                    lockState: .beforeFirstUnlock, hasPasscode: true, mark: [1],
                    reasonUnlockedHereAlone: "r")),
            .verified([9]), .recoveryCode("c".passcode), .passcodeChange(PasscodeChange()),
            .paths(["/a", "/b"]),
            .settings(LockSettings()),
            .file(Reply.FileState(exists: true, mayRead: true, mayWrite: false)),
            .keychainList(KeychainList()),
            .findings(
                [Finding("rows", "1")], surroundings: [Finding("memory", "m", isProblem: true)]),
            .archived(ArchiveTally(), [1, 2]), .restored(RestoreTally()), .done, .lacks(demand),
            .lacks(Demand(.newPassword)), .lacks(Demand(.keychainPassword)),
            .lacks(Demand(.newKeychainPassword)), .lacks(Demand(.ownerPassword)), .failed(error),
        ] + circleReplies
}
