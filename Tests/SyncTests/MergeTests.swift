// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import SwiftKeychainSync

/// The rows of the rule's table, each alone. This device is 1; device 2 is the other member.
@Suite struct MergeTests {
    static let me = DeviceID(high: 0, low: 1)
    static let other = DeviceID(high: 0, low: 2)
    static let key = RecordKey([1])

    func version(_ milliseconds: UInt64, by device: DeviceID = other) -> RecordVersion {
        RecordVersion(milliseconds: milliseconds, count: 0, device: device)
    }

    func record(
        _ version: RecordVersion, _ contents: UInt8 = 1, state: SyncRecord.State = .live,
        saw: [RecordVersion] = [], needsUnlock: Bool = false
    ) -> SyncRecord {
        SyncRecord(
            version: version, saw: Dictionary(uniqueKeysWithValues: saw.map { ($0.device, $0) }),
            state: state, contents: state == .live ? [contents] : [], needsUnlock: needsUnlock)
    }

    func row(
        _ contents: UInt8, base: SyncRecord? = nil, isChanged: Bool = false,
        state: SyncRow.State = .live, modified: UInt64 = 50, needsUnlock: Bool = false
    ) -> SyncRow {
        SyncRow(
            state: state, base: base.map { SyncRow.Base($0, revision: 1) },
            revision: isChanged ? 2 : 1,
            modified: modified, contents: [contents], needsUnlock: needsUnlock)
    }

    /// A state in which both devices are members, and the heads of the other device.
    func circle(_ records: SyncRecord...) -> (state: SyncState, heads: [DeviceID: SyncHead]) {
        var state = SyncState(Self.me, first: Self.me)
        state.add(Self.other)
        var head = SyncHead(Self.other)
        head.sequence = 1
        for record in records { head.put(record, for: Self.key) }
        return (state, [Self.other: head])
    }

    func merge(
        _ row: SyncRow?, _ record: SyncRecord?, isLocked: Bool = false
    ) -> Merge {
        let (state, heads) = record.map { circle($0) } ?? circle()
        return Merge(
            state, heads: heads, rows: row.map { [Self.key: $0] } ?? [:], isLocked: isLocked,
            now: 100)
    }

    func change(_ row: SyncRow?, _ record: SyncRecord?, isLocked: Bool = false)
        -> RowChange?
    {
        merge(row, record, isLocked: isLocked).changes[Self.key]
    }

    @Test func anItemThatIsMissingArrives() {
        let live = record(version(10))
        #expect(change(nil, live) == .take(live, setsAside: false))
        #expect(change(nil, record(version(10), state: .deleted)) == nil)
        #expect(change(nil, record(version(10), needsUnlock: true), isLocked: true) == nil)
    }

    @Test func anUnchangedRowFollows() {
        let old = record(version(10))
        let new = record(version(20), 2, saw: [version(10)])
        #expect(change(row(1, base: old), old) == nil)
        #expect(change(row(1, base: old), new) == .take(new, setsAside: false))
        #expect(
            change(row(1, base: old), record(version(20), state: .deleted))
                == .delete(setsAside: false))
        #expect(change(row(1, base: old), record(version(20), state: .released)) == .release)
    }

    @Test func anOwnVersionThatIsReplacedUnseenIsSetAside() {
        let own = record(version(10, by: Self.me))
        let unseen = record(version(20), 2)
        let seen = record(version(20), 2, saw: [own.version])
        #expect(change(row(1, base: own), unseen) == .take(unseen, setsAside: true))
        #expect(change(row(1, base: own), seen) == .take(seen, setsAside: false))
    }

    /// What was published after the copy of the disk was made is in no row.
    @Test(arguments: [true, false], [SyncRecord.State.live, .deleted, .released])
    func whatWasPublishedIsSetAsideWhereItLosesUnseen(_ hasRow: Bool, _ state: SyncRecord.State) {
        let old = record(version(10))
        let own = record(version(20, by: Self.me), 2, saw: [old.version])
        var (member, heads) = circle(record(version(30), 3, state: state, saw: [old.version]))
        heads[Self.me] = SyncHead(Self.me)
        heads[Self.me]!.sequence = 5
        heads[Self.me]!.put(own, for: Self.key)
        let rows = hasRow ? [Self.key: row(1, base: old)] : [:]
        let merge = Merge(member, heads: heads, rows: rows, now: 100)
        #expect(merge.unseen == [Self.key: own])
        // Whoever replaced it knew it.
        heads[Self.other]!.put(
            record(version(30), 3, state: state, saw: [own.version]), for: Self.key)
        #expect(Merge(member, heads: heads, rows: rows, now: 100).unseen.isEmpty)
        // A row that has it is set aside itself.
        heads[Self.other]!.put(record(version(30), 3, state: state), for: Self.key)
        let present = [Self.key: row(2, base: own)]
        #expect(Merge(member, heads: heads, rows: present, now: 100).unseen.isEmpty)
        member = merge.state
        #expect(Merge(member, heads: heads, rows: [:], now: 100).unseen.isEmpty)
    }

    @Test func aLockedDeviceConcludesNothingFromWhatIsMissing() {
        let old = record(version(10))
        #expect(change(row(1, base: old), nil, isLocked: true) == nil)
        #expect(change(row(1, base: old), record(version(5)), isLocked: true) == nil)
        let sealed = row(1, base: old, isChanged: true, needsUnlock: true)
        #expect(change(sealed, record(version(20), 2), isLocked: true) == nil)
    }

    /// The device had deleted the item, and its clock is behind the one of the device that made it.
    @Test func whatALockedDeviceWritesIsAboveWhatItCanNotRead() throws {
        var (state, heads) = circle()
        let old = version(999, by: Self.me)
        state.own.put(
            record(version(1_000, by: Self.me), state: .deleted, saw: [old], needsUnlock: true),
            for: Self.key)
        state = try #require(Merge(state, heads: heads, rows: [:], now: 1).next()).state
        let locked = Merge(
            state.restarted([]), heads: heads, rows: [Self.key: row(2)], isLocked: true, now: 1)
        guard case .send(let sent)? = locked.changes[Self.key] else {
            Issue.record("not sent")
            return
        }
        (_, state) = try #require(locked.next())
        let rows = [Self.key: row(2, base: sent)]
        let unlocked = Merge(
            state.restarted([state.own]), heads: heads, rows: rows, now: 1)
        #expect(unlocked.changes.isEmpty && unlocked.union[Self.key] == sent)
        // The clock counts again once nothing is hidden.
        let later = Merge(
            unlocked.state, heads: heads, rows: [RecordKey([3]): row(4)], isLocked: true, now: 1)
        #expect(later.union[RecordKey([3])]?.version.milliseconds == 50)
    }

    @Test func aChangeFollowsWhatItReplacesWhateverTheClockSays() throws {
        let old = record(version(1_000))
        guard
            case .send(let sent)? = change(
                row(2, base: old, isChanged: true, modified: 5), old)
        else {
            Issue.record("not sent")
            return
        }
        #expect(sent.version == RecordVersion(milliseconds: 1_000, count: 1, device: Self.me))
        #expect(sent.saw == [Self.other: old.version])
    }

    @Test func ofTwoChangesTheLaterWins() {
        let old = record(version(10))
        let later = record(version(60), 3, saw: [old.version])
        #expect(change(row(2, base: old, isChanged: true), later) == .take(later, setsAside: true))
        let earlier = record(version(40), 3, saw: [old.version])
        #expect(
            merge(row(2, base: old, isChanged: true), earlier).next()?.head.records(of: Self.key)
                .first?
                .contents == [2])
        let equal = record(version(60), 2, saw: [old.version])
        #expect(change(row(2, base: old, isChanged: true), equal) == .confirm(equal))
    }

    /// A member that is hostile writes the greatest version and floor.
    @Test func theGreatestVersionStopsNobody() {
        let greatest = RecordVersion(
            milliseconds: RecordVersion.greatest, count: RecordVersion.greatest,
            device: Self.other)
        var (state, heads) = circle(record(greatest, 3))
        heads[Self.other]!.floor = RecordVersion.greatest
        let rows = [
            Self.key: row(2, base: record(greatest), isChanged: true), RecordKey([2]): row(4),
        ]
        let merge = Merge(state, heads: heads, rows: rows, now: 1)
        #expect(merge.changes[Self.key] == .take(record(greatest, 3), setsAside: true))
        #expect(merge.union[RecordKey([2])]?.version.milliseconds == RecordVersion.greatest)
        state = merge.state
        #expect(state.memory.floor == RecordVersion.greatest)
    }

    @Test func aDeletionIsSentOnlyWhereItsItemWasKnown() {
        let old = record(version(10))
        let sent = merge(row(0, base: old, isChanged: true, state: .deleted), old).next()?.head
            .records(of: Self.key).first
        #expect(sent?.state == .deleted)
        #expect(change(row(0, state: .deleted), old) == .take(old, setsAside: false))
        #expect(change(row(0, state: .deleted), nil) == .delete(setsAside: false))
    }

    @Test func anItemMadeAfterADeletionIsAbove() {
        let deleted = record(version(1_000), state: .deleted)
        let sent = merge(row(1), deleted).next()?.head.records(of: Self.key).first
        #expect(sent.map { $0.version > deleted.version && $0.state == .live } == true)
    }

    @Test func aChangeOfWhatEveryoneDeletedIsSetAside() {
        var (state, heads) = circle()
        heads[Self.other]!.floor = 10
        let rows = [Self.key: row(2, base: record(version(10)), isChanged: true)]
        state = Merge(state, heads: heads, rows: [:], now: 1).state
        #expect(
            Merge(state, heads: heads, rows: rows, now: 1).changes
                == [Self.key: .delete(setsAside: true)])
    }

    @Test func anItemThatIsNotSynchronizedStaysUnlessOneArrives() {
        let local = row(1, state: .unsynchronized)
        let live = record(version(10), 2)
        #expect(change(local, nil) == nil)
        #expect(change(local, live) == .take(live, setsAside: true))
        #expect(change(local, record(version(10))) == .confirm(record(version(10))))
    }

    @Test func aDeviceThatJoinedAgainAnswersForItsFormerName() {
        let former = SyncState(DeviceID(high: 0, low: 9), first: Self.other)
        var state = SyncState(Self.me, first: Self.me, former: former)
        state.add(Self.other)
        let own = record(version(10, by: former.device))
        let unseen = record(version(20), 2)
        let heads = circle(unseen).heads
        let merge = Merge(state, heads: heads, rows: [Self.key: row(1, base: own)], now: 1)
        #expect(merge.changes[Self.key] == .take(unseen, setsAside: true))
    }

    @Test func aHeadCountsOnlyWithWhatItsWriterHadSeen() {
        var (state, heads) = circle(record(version(10)))
        state.add(DeviceID(high: 0, low: 3))
        heads[Self.other]!.seen = [DeviceID(high: 0, low: 3): 1]
        #expect(Merge(state, heads: heads, rows: [:], now: 1).changes.isEmpty)
        heads[DeviceID(high: 0, low: 3)] = SyncHead(DeviceID(high: 0, low: 3))
        heads[DeviceID(high: 0, low: 3)]!.sequence = 1
        #expect(Merge(state, heads: heads, rows: [:], now: 1).changes.count == 1)
    }

    @Test func theOrderOfHeadsDoesNotMatter() {
        var state = SyncState(Self.me, first: Self.me)
        var heads: [DeviceID: SyncHead] = [:]
        for low in UInt64(2)...8 {
            let device = DeviceID(high: 0, low: low)
            state.add(device)
            heads[device] = SyncHead(device)
            heads[device]!.sequence = low
            heads[device]!.put(
                record(version(10 + low % 3, by: device), UInt8(low)), for: Self.key)
        }
        var backwards = [DeviceID: SyncHead](minimumCapacity: 1_000)
        for head in heads.values.sorted(by: { $0.device > $1.device }) {
            backwards[head.device] = head
        }
        let one = Merge(state, heads: heads, rows: [:], now: 1)
        let two = Merge(state, heads: backwards, rows: [:], now: 1)
        #expect(one.state == two.state && one.changes == two.changes)
    }

    @Test func aCopiedDeviceWritesNoMoreUnderItsName() {
        var (state, heads) = circle()
        for sequence in UInt64(5)...6 {
            heads[Self.me] = SyncHead(Self.me)
            heads[Self.me]!.sequence = sequence
            state = Merge(state, heads: heads, rows: [:], now: 1).state
            #expect(state.isCopied == (sequence == 6))
            #expect(state.own.sequence == 5)
        }
    }
}
