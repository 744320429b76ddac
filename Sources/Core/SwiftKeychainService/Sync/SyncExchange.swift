// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainCircle
import SwiftKeychainModel
import SwiftKeychainSeam
import SwiftKeychainSync
import SwiftKeychainSystem

/// One merge of a store with the heads that are there, and the making of the next own head, in a transaction.
///
/// A head and its packs are files of the circle before the transaction ends, and its end stores the state that names them.
/// So a process may be killed anywhere: either nothing happened, or the head is there to be published.
struct SyncExchange {
    let transaction: Transaction
    let system: SystemSources
    let files: CircleFiles
    private(set) var circle: OpenCircle
    private let heads: CircleHeads
    /// The records of all heads that were read.
    private var records: [ItemRecord.Name: ItemRecord] = [:]
    /// The newest head of each device that is whole, if it wasn't accepted yet.
    private var newest: [DeviceID: CircleHeads.Opened] = [:]

    init(
        _ heads: CircleHeads, _ files: CircleFiles, _ transaction: Transaction,
        _ system: SystemSources
    ) {
        (self.heads, self.files) = (heads, files)
        (self.transaction, self.system) = (transaction, system)
        // With the secrets that heads gave to this device.
        circle = heads.circle
    }

    private var now: UInt64 { system.milliseconds }
    private var device: DeviceID { circle.state.device }

    /// Merges, makes a head if there is something to say, and stores the state.
    ///
    /// - Throws: `notAvailable` when files are missing that nothing can be concluded without.
    mutating func run(acceptsDeletions: Bool) throws(KeychainError) -> SyncPlan {
        var plan = SyncPlan()
        let heads = heads
        // A device that joined is where the others are.
        if circle.state.own == nil { circle.state.moved = heads.move?.time ?? 0 }
        let former = circle.state
        let own = try ownHead()
        if heads.hasUnread(device, since: former.own) {
            plan.waiting.append("another head of this device, whose files aren't complete")
            return plan
        }
        var held: [DeviceID: SyncHead] = [:]
        for (member, seen) in former.held {
            if let opened = heads.head(member, seen) { held[member] = read(opened) }
        }
        var found: [DeviceID: SyncHead] = [:]
        for member in heads.opened.keys {
            let seen = member == device ? former.own : former.held[member]
            guard let opened = heads.newest(member, since: seen), opened.hash != seen?.hash,
                let head = read(opened)
            else { continue }
            found[member] = head
            newest[member] = opened
        }
        let unlocked = (former.unlocked ?? former.heads).compactMap { member, seen in
            heads.head(member, seen).flatMap { read($0) }
        }
        var state = SyncState(
            former.memory, first: former.genesis.device.name,
            recovery: Set(heads.roster.recovery), own: own.head, held: held, unlocked: unlocked,
            added: heads.roster.added)
        // Removals count before the packs of the head that announces them have arrived.
        state.learn(
            from: heads.opened.filter { $0.key != device }.compactMapValues {
                $0.last.map { heads.summary(of: $0, records: []) }
            })
        for member in former.removing where state.members.contains(member) { state.remove(member) }
        let present = circle
        let pass = SyncPass(
            transaction: transaction, circle: former.circle, system: system, records: records,
            deviceName: { heads.name($0) }, acceptsDeletions: acceptsDeletions,
            required: Set(former.held.keys),
            // A locked device can't begin to write under another epoch: it would have to seal all packs anew.
            mayWrite: { state in
                !present.isLocked
                    || Self.epoch(for: state, present, heads) == present.state.epoch
            })
        let result = try pass.run(state, heads: found, isLocked: circle.isLocked)
        for record in result.sent { records[record.name] = record }
        switch result.outcome {
        case .waiting(let missing):
            plan.waiting += files(of: missing)
            return plan
        case .locked:
            plan.waiting.append("the keychain to be unlocked, since the keys of the circle changed")
            return plan
        case .refused(let deletions):
            plan.refusedDeletions = deletions
            return plan
        case .merged:
            if let reason = Self.obstacle(result.merge.outcome) { plan.waiting.append(reason) }
        }
        (plan.changed, plan.sent) = (result.changed, result.sent.count)
        if result.lost > 0 {
            let items = result.lost == 1 ? "1 item" : "\(result.lost) items"
            plan.news = [
                "\(items) lost against another device's change; see security sync conflicts"
            ]
        }
        try conclude(result.merge, from: own)
        // A device that leaves has said all that it has to, and waits for no one.
        if plan.waiting.isEmpty, !circle.state.leaves {
            let unread = result.merge.state.members.filter {
                $0 != device && heads.hasUnread($0, since: circle.state.held[$0])
            }
            plan.waiting = files(of: unread.union(result.merge.missing))
        }
        if !circle.state.leaves, let move = heads.move, move.time > circle.state.moved {
            plan.waiting.append("this device to follow the circle; see security sync status")
        }
        if circle.state.known == nil { circle.state.known = result.merge.state.members }
        try circle.store(transaction, system.random)
        return plan
    }

    /// Returns what must happen before this device can merge; nil if it has.
    private static func obstacle(_ outcome: Merge.Outcome) -> String? {
        switch outcome {
        case .merged: nil
        case .postponed: "the keychain to be unlocked, since it was put back"
        case .copied:
            "this device to leave and join again, since another machine uses a copy of it"
        case .removed: "this device to leave and join again, since the others removed it"
        }
    }

    /// Returns what is missing of some devices.
    private func files(of devices: Set<DeviceID>) -> [String] {
        devices.map { "the files of \"\(heads.name($0))\"" }.sorted()
    }

    /// Removes files that neither the state before nor the one after needs. The transaction may still fail, and while it lasts
    /// no other process makes a head.
    ///
    /// - Parameter next: the heads after the merge.
    func removeFiles(neededBy next: CircleHeads) {
        files.removeAll(but: heads.needed.union(next.needed))
    }

    /// Returns the own head, as it is now or before the first.
    private mutating func ownHead() throws(KeychainError) -> (
        opened: CircleHeads.Opened?, head: SyncHead
    ) {
        guard let seen = circle.state.own else { return (nil, SyncHead(device)) }
        guard let opened = heads.head(device, seen), let head = read(opened) else {
            throw KeychainError(
                .notAvailable,
                "this device's own files are gone, here and from the relay; leave the circle and join"
                    + " again")
        }
        return (opened, head)
    }

    /// Reads a head with its records; nil if packs are missing, or aren't what a member writes. The records are kept
    /// for rows that take them.
    private mutating func read(_ opened: CircleHeads.Opened) -> SyncHead? {
        guard opened.isWhole, let items = try? heads.records(of: opened) else { return nil }
        for item in items { records[item.name] = item }
        return heads.summary(of: opened, records: items)
    }

    /// Takes over what a merge found, and makes the next head.
    private mutating func conclude(
        _ merge: Merge, from own: (opened: CircleHeads.Opened?, head: SyncHead)
    ) throws(KeychainError) {
        let former = circle.state
        circle.state.memory = merge.state.memory
        circle.state.removing = []
        circle.state.statements = heads.roster.statements.sorted {
            $0.bytes.lexicographicallyPrecedes($1.bytes)
        }
        guard let (next, _) = merge.next(leaves: circle.state.leaves) else { return }
        for (member, head) in merge.state.held {
            guard let opened = newest[member], opened.head.sequence == head.sequence else {
                continue
            }
            circle.state.held[member] = opened.seen
        }
        circle.state.unlocked = circle.isLocked ? former.unlocked ?? former.heads : nil
        // The relay's head of this device took the place of the own one, since the disk was put back.
        let adopted = merge.state.memory.foreignHeads > former.memory.foreignHeads
        let present = adopted ? newest[device] : own.opened
        if let present, adopted {
            try files.keep(.head, present.head.bytes)
            circle.state.own = present.seen
        }
        chooseEpoch(merge.state)
        guard isDue(next, merge, after: present) else { return }
        try publish(next, after: present)
    }

    /// Returns whether a head is due: it says something new, or it has acknowledged nothing for an hour.
    private func isDue(
        _ next: SyncHead, _ merge: Merge, after former: CircleHeads.Opened?
    ) -> Bool {
        guard let former, !merge.hasNews, !circle.state.leaves,
            former.body.name == circle.state.name,
            former.head.epoch == circle.state.epoch, former.head.grants == circle.state.grants,
            former.body.relay?.time ?? 0 == circle.state.moved
        else { return true }
        let body = former.body
        // A head of a later time is from before the clock was set back, and says nothing of when an hour has passed.
        return next.seen != body.seen.mapValues(\.sequence)
            && (now < body.time || now - body.time >= Self.acknowledgementInterval)
    }

    /// Returns the epoch under which a device writes. Once a device was removed, or a recovery code used, that is the one with
    /// the smallest name that all members have, and neither a removed device nor a former recovery member; nil if there is
    /// none.
    private static func epoch(
        for state: SyncState, _ circle: OpenCircle, _ heads: CircleHeads
    ) -> [UInt8]? {
        let removed = Set(state.memory.removed.keys).union(heads.roster.recovery.dropLast())
        if removed.isEmpty { return circle.state.epoch }
        let fitting = heads.granted.filter { name, having in
            circle.epochs[name] != nil && state.members.isSubset(of: having.union([state.device]))
                && removed.isDisjoint(with: having)
        }
        return fitting.keys.min { $0.lexicographicallyPrecedes($1) }
    }

    /// Chooses the epoch under which this device writes, or makes another.
    private mutating func chooseEpoch(_ state: SyncState) {
        if let epoch = Self.epoch(for: state, circle, heads) {
            circle.state.epoch = epoch
            // Until a device is removed, every member got the epoch when it joined.
            if !state.memory.removed.isEmpty {
                let behind = state.members.filter { heads.opened[$0]?.last?.head.epoch != epoch }
                circle.giveEpochAgain(to: behind, heads.roster)
            }
        } else if state.members.count == 1
            || state.members.contains(where: { $0 != device && heads.opened[$0] != nil })
        {
            // Before the first head of another member is there, it can't be known who was removed.
            circle.beginEpoch(state.members, heads.roster, system.random)
        }
    }

    /// How often a head may only acknowledge, in milliseconds.
    private static let acknowledgementInterval: UInt64 = 3600 * 1000

    /// Makes the files of a head, and names it in the state.
    private mutating func publish(
        _ next: SyncHead, after former: CircleHeads.Opened?
    ) throws(KeychainError) {
        guard let epoch = circle.epochs[circle.state.epoch] else { return }
        var body = HeadBody()
        body.genesis = circle.state.genesis.encoded
        body.former = former?.hash ?? []
        (body.time, body.name, body.program) = (now, circle.state.name, "swift-keychain")
        for (member, sequence) in next.seen {
            // A head from before the disk was put back has seen heads that this device may not hold.
            let held = circle.state.held[member] ?? former?.body.seen[member]
            guard let held else { continue }
            body.seen[member] = HeadBody.Seen(sequence: sequence, hash: held.hash)
        }
        body.statements = circle.state.statements
        (body.removed, body.left, body.floor) = (next.removed, next.left, next.floor)
        if circle.state.moved != 0 {
            body.relay = RelayMove(
                time: circle.state.moved, address: circle.state.relay.address)
        }
        let puts: [[UInt8]]
        (body.packs, puts) = try packs(of: next, after: former, under: epoch)
        let head = Head(
            body, circle: circle.state.circle, sequence: next.sequence, grants: circle.state.grants,
            keys: circle.state.keys, under: epoch, system.random)
        // No device would read it, and neither would this one.
        guard head.bytes.count <= Head.longest else {
            throw KeychainError(
                .notAvailable,
                "what this device has to say is too long; leave the circle and join again")
        }
        for pack in puts { try files.keep(.pack, pack) }
        try files.keep(.head, head.bytes)
        circle.state.superseded = circle.state.staying(system.now())
        circle.state.own = HeadBody.Seen(sequence: next.sequence, hash: head.hash)
    }

    /// Makes the packs that a map needs in addition to those of the former head.
    ///
    /// - Returns: all packs of the map, and the new files.
    private mutating func packs(
        of next: SyncHead, after former: CircleHeads.Opened?, under epoch: EpochKeys
    ) throws(KeychainError) -> (packs: [HeadBody.PackReference], puts: [[UInt8]]) {
        var entries: [PackList.Entry] = []
        if let former, former.head.epoch != epoch.name {
            // The packs of a head are sealed under its epoch.
            let numbers = former.body.packs.flatMap(\.files).map(\.number)
            for number in numbers { circle.state.superseded[number] = now }
            circle.state.nextPack = max(circle.state.nextPack, (numbers.max() ?? 0) + 1)
        } else if let former, let contents = try? heads.contents(of: former) {
            entries = contents.map { reference, contents in
                contents.map { PackList.Entry(reference, $0) } ?? PackList.Entry(unread: reference)
            }
        }
        let map = next.records.compactMap { place, record in
            records[ItemRecord.Name(place.key, record.version)]
        }
        var list = PackList(entries)
        let last = entries.flatMap(\.reference.files).map(\.number).max() ?? 0
        // An own head that was adopted has numbers that this state doesn't know.
        circle.state.nextPack = max(circle.state.nextPack, last + 1)
        let (name, device, random) = (circle.state.circle, device, system.random)
        let changes = list.update(
            to: map, kinds: circle.isLocked ? [.afterFirstUnlock] : PackKind.allCases,
            next: &circle.state.nextPack
        ) { contents, number, kind in
            let place = PackPlace(circle: name, device: device, number: number, kind: kind)
            return Pack.seal(contents, at: place, under: epoch, random)
        }
        guard map.count == next.records.count, changes.tooLong.isEmpty else {
            throw KeychainError(
                .internalComponent, "a record of the own map can't be written")
        }
        for number in changes.superseded { circle.state.superseded[number] = now }
        return (list.entries.map(\.reference), changes.puts.map(\.1))
    }
}
