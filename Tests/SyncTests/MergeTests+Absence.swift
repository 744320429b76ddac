// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import SwiftKeychainSync

/// What the rule concludes from a record that is nowhere.
extension MergeTests {
    private static let third = DeviceID(high: 0, low: 3)

    /// It is from a membership that ended, in which no other device took it.
    @Test func aVersionThatNobodyHasIsSentAgain() {
        let old = record(version(20, by: Self.me), saw: [version(10)])
        for lesser in [nil, record(version(10), 2), record(version(10), state: .deleted)] {
            let merge = merge(row(1, base: old), lesser)
            #expect(merge.changes == [Self.key: .send(old)])
            #expect(merge.next()?.head.records(of: Self.key) == [old] && merge.hasNews)
        }
        let changed = merge(row(2, base: old, isChanged: true), nil).changes[Self.key]
        guard case .send(let sent) = changed else {
            Issue.record("\(String(describing: changed)) instead of a record")
            return
        }
        #expect(sent.hasSeen(old.version) && sent.version > old.version)
        // So is its deletion.
        let deleted = merge(
            row(0, base: old, isChanged: true, state: .deleted),
            record(version(10), state: .deleted))
        #expect(deleted.union[Self.key].map { $0.version > old.version } == true)
    }

    /// What isn't above the floor may have been deleted, or may be lost.
    @Test func whatMayHaveBeenDeletedIsSetAside() {
        var (state, heads) = circle()
        heads[Self.other]!.floor = 20
        let rows = [Self.key: row(1, base: record(version(20)))]
        let merge = Merge(state, heads: heads, rows: rows, now: 1)
        #expect(merge.changes == [Self.key: .delete(setsAside: true)])
        // The record of the deletion was there before.
        state.union[Self.key] = record(version(21), state: .deleted)
        let known = Merge(state, heads: heads, rows: rows, now: 1)
        #expect(known.changes == [Self.key: .delete(setsAside: false)])
    }

    /// The head by which it was added has all that its sponsor knew, the floor too.
    @Test func aDeviceThatJoinsWaitsForTheHeadThatAddsIt() {
        var state = SyncState(Self.me, first: Self.other)
        state.added = [Self.other: [Self.me: 2, Self.third: 1]]
        var heads = circle().heads
        heads[Self.other]!.floor = 20
        let rows = [Self.key: row(1, base: record(version(10)))]
        func changes() -> [RecordKey: RowChange] {
            Merge(state, heads: heads, rows: rows, now: 1).changes
        }
        #expect(changes().isEmpty)
        // It has seen a head of another device that is missing.
        heads[Self.other]!.sequence = 2
        heads[Self.other]!.seen = [Self.third: 1]
        #expect(changes().isEmpty)
        #expect(Merge(state, heads: heads, rows: rows, now: 1).missing == [Self.third])
        heads[Self.third] = SyncHead(Self.third)
        heads[Self.third]!.sequence = 1
        #expect(changes() == [Self.key: .delete(setsAside: true)])
        #expect(Merge(state, heads: heads, rows: rows, now: 1).missing.isEmpty)
        // With the recovery code no member adds it.
        state.added = [Self.third: [Self.other: 1]]
        state = SyncState(
            state.memory, first: Self.other, recovery: [Self.third], own: state.own, held: [:],
            unlocked: [], added: [Self.third: [Self.me: 1]])
        heads = [:]
        #expect(changes().isEmpty)
    }

    @Test func aDeviceThatWasPutBackWaitsForWhatItHadSeen() {
        var (state, heads) = circle()
        state.own.sequence = 3
        state.own.seen = [Self.other: 5]
        state.union[Self.key] = record(version(10), state: .deleted)
        let rows = [Self.key: row(1, base: record(version(10)))]
        let early = Merge(state, heads: heads, rows: rows, now: 1)
        #expect(early.changes.isEmpty)
        #expect(early.next()?.head.seen == [Self.other: 5])
        heads[Self.other]!.sequence = 5
        let late = Merge(early.state, heads: heads, rows: rows, now: 1)
        #expect(late.changes == [Self.key: .delete(setsAside: true)])
    }

    @Test func whatACopyOfThisDeviceNeverHadIsSetAside() {
        var (state, heads) = circle()
        state.own.sequence = 5
        let own = record(version(10, by: Self.me))
        state.own.put(own, for: Self.key)
        heads[Self.me] = SyncHead(Self.me)
        heads[Self.me]!.sequence = 6
        let rows = [Self.key: row(1, base: own)]
        heads[Self.me]!.floor = 10
        let merge = Merge(state.restarted([]), heads: heads, rows: rows, now: 1)
        #expect(merge.changes == [Self.key: .delete(setsAside: true)])
    }

    /// Whoever saw the version 40 of an item by this device takes 10 for seen, and nobody would set aside what has it.
    @Test func whatADeviceThatWasPutBackWritesIsAboveWhatItHadPublished() throws {
        let (state, _) = circle()
        var foreign = SyncHead(Self.me)
        (foreign.sequence, foreign.added) = (5, state.added)
        foreign.put(record(version(40, by: Self.me)), for: RecordKey([2]))
        let merge = Merge(
            state, heads: [Self.me: foreign], rows: [Self.key: row(3, modified: 10)], now: 100)
        guard case .send(let sent) = merge.changes[Self.key] else {
            Issue.record("\(String(describing: merge.changes[Self.key])) instead of a record")
            return
        }
        #expect(sent.version.milliseconds == 41)
    }

    @Test func whatARemovedDeviceMayHaveSaidIsWaitedFor() {
        func changes(seen: [DeviceID: UInt64], _ records: SyncRecord...) -> [RowChange] {
            var (state, heads) = circle()
            state.add(Self.third)
            state.held[Self.third] = SyncHead(Self.third)
            state.held[Self.third]!.sequence = 2
            state.remove(Self.third)
            heads[Self.other]!.seen = seen
            for record in records { heads[Self.other]!.put(record, for: Self.key) }
            state.union[Self.key] = record(version(10), state: .deleted)
            let rows = [Self.key: row(1, base: record(version(10)))]
            return Array(Merge(state, heads: heads, rows: rows, now: 1).changes.values)
        }
        let greater = record(version(20), 2)
        #expect(changes(seen: [Self.third: 4]).isEmpty)
        #expect(changes(seen: [Self.third: 4], record(version(5), 2)).isEmpty)
        #expect(changes(seen: [Self.third: 4], greater) == [.take(greater, setsAside: false)])
        #expect(changes(seen: [Self.third: 2]) == [.delete(setsAside: false)])
        #expect(changes(seen: [:]) == [.delete(setsAside: false)])
    }

    /// Also if none of its heads was accepted before; nothing counts that it writes later.
    @Test func theLastHeadOfADeviceThatLeavesCounts() {
        let theirs = record(version(10))
        var (state, heads) = circle(theirs)
        heads[Self.other]!.removed = [Self.other: 1]
        let merge = Merge(state, heads: heads, rows: [:], now: 1)
        #expect(merge.changes == [Self.key: .take(theirs, setsAside: false)])
        #expect(merge.state.members == [Self.me] && merge.state.own.records.count == 1)
        heads[Self.other]!.sequence = 2
        heads[Self.other]!.removed = [Self.other: 2]
        heads[Self.other]!.put(record(version(20), 2), for: Self.key)
        let rows = [Self.key: row(1, base: theirs)]
        #expect(Merge(merge.state, heads: heads, rows: rows, now: 1).changes.isEmpty)
        // Another device had removed it before.
        state.remove(Self.other)
        #expect(Merge(state, heads: heads, rows: [:], now: 1).changes.isEmpty)
    }

    /// A device that was put back finds on the relay the last head of one that left, whose records it had taken over
    /// before. What was deleted since stays deleted.
    @Test func theLastHeadOfADeviceThatLeftCountsOnce() {
        let theirs = record(version(10))
        var (state, heads) = circle(theirs)
        state.held = heads
        state.own.sequence = 1
        heads[Self.other]!.sequence = 2
        heads[Self.other]!.removed = [Self.other: 2]
        var own = SyncHead(Self.me)
        (own.sequence, own.added) = (5, state.added)
        (own.removed, own.left, own.floor) = ([Self.other: 2], [Self.other], 20)
        heads[Self.me] = own
        let rows = [Self.key: row(1, base: theirs)]
        state = state.restarted([])
        let merge = Merge(state, heads: heads, rows: rows, now: 1)
        #expect(merge.changes == [Self.key: .delete(setsAside: false)])
        #expect(merge.state.own.records.isEmpty)
        // It is put back to a time before it had read the last head, and had only acknowledged the one before.
        own.seen = [Self.other: 1]
        heads[Self.me] = own
        let early = Merge(state, heads: heads, rows: rows, now: 1)
        #expect(early.changes.isEmpty && early.state.own.records.count == 1)
    }

    /// Its last head stays on the relay. What was deleted since stays deleted.
    @Test func theLastHeadOfADeviceThatLeftIsNothingToWhoJoinsLater() throws {
        var (state, heads) = circle(record(version(10), needsUnlock: true))
        state.add(Self.third)
        heads[Self.other]!.removed = [Self.other: 1]
        let locked = Merge(state, heads: heads, rows: [:], isLocked: true, now: 1)
        let awaiting = try #require(locked.next())
        #expect(awaiting.head.left == [Self.other])
        let merge = Merge(awaiting.state, heads: heads, rows: [:], now: 1)
        var head = try #require(merge.next()).head
        #expect(merge.hasNews && head.left.isEmpty && head.records.count == 1)
        head.records = [:]
        heads[Self.me] = head
        let joined = SyncState(Self.third, first: Self.me)
        let later = Merge(joined, heads: heads, rows: [:], now: 1)
        #expect(later.changes.isEmpty && later.state.members == [Self.me, Self.third])
    }

    @Test func aDeviceThatWasRemovedCanNotLeave() {
        var (state, heads) = circle()
        state.add(Self.third)
        heads[Self.third] = SyncHead(Self.third)
        heads[Self.third]!.sequence = 1
        heads[Self.third]!.removed = [Self.third: 1]
        heads[Self.third]!.put(record(version(10)), for: Self.key)
        heads[Self.other]!.removed = [Self.third: 1]
        #expect(Merge(state, heads: heads, rows: [:], now: 1).changes.isEmpty)
        // The other one knows that it left.
        heads[Self.other]!.left = [Self.third]
        #expect(Merge(state, heads: heads, rows: [:], now: 1).changes.count == 1)
    }

    @Test func aDeletionIsDroppedWhenAllHaveSeenIt() throws {
        var (state, heads) = circle()
        state.own.sequence = 1
        state.own.put(record(version(70, by: Self.me), state: .deleted), for: Self.key)
        func merge(at now: UInt64, seen: UInt64) throws -> Bool {
            heads[Self.other]!.sequence += 1
            heads[Self.other]!.seen = [Self.me: seen]
            let merge = Merge(state, heads: heads, rows: [:], now: now, leastAge: 10)
            state = try #require(merge.next()).state
            return state.own.records.isEmpty
        }
        #expect(try !merge(at: 0, seen: 1))
        #expect(try !merge(at: 9, seen: 2))
        #expect(try !merge(at: 11, seen: 1))
        #expect(try merge(at: 11, seen: 2))
        #expect(state.memory.floor == 70)
    }

    @Test func whatIsMadeAfterADroppedDeletionIsDatedAboveIt() {
        var (state, heads) = circle()
        heads[Self.other]!.floor = 1_000
        let told = Merge(state, heads: heads, rows: [Self.key: row(1, modified: 5)], now: 1)
        #expect(told.union[Self.key]?.version.milliseconds == 1_001)
        heads[Self.other]!.floor = 0
        state.union[RecordKey([2])] = record(version(2_000), state: .deleted)
        let found = Merge(state, heads: heads, rows: [Self.key: row(1, modified: 5)], now: 1)
        #expect(found.union[Self.key]?.version.milliseconds == 2_001)
        #expect(found.next()?.head.floor == 2_000)
    }
}
