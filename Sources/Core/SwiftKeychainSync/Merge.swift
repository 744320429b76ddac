// SPDX-License-Identifier: Apache-2.0
/// One merge of a device's rows with the heads of all devices: the change of each row, and the next own head.
///
/// This module is the rule by which the devices of a user agree on items, through a relay that may delay, withhold and
/// repeat what they publish. Its idea is that each device writes only its own head, with a map of the records that it made,
/// and that everything else follows from the heads. A missing record is never a deletion as long as a head that has it may
/// still arrive.
///
///     heads ─▶ members ─▶ accepted heads ─▶ union ─▶ changes of rows
///                                             └────▶ own map ─▶ next head
///
/// 1. A head of this device that it doesn't know means that its disk was put back, or copied. It is taken once.
/// 2. Removals are applied before heads. Everything that a removed device publishes later is ignored.
/// 3. Heads are accepted only with all that their writers had seen.
/// 4. The union has the greatest record of each item. A row that wasn't changed follows it. If the row's version is greater,
///    no other device has that version any more, and this one publishes it again. If the row was changed, the greater
///    version wins. A change follows what it replaces, so a wrong clock decides between changes that didn't know of each
///    other, and only there.
/// 5. If a change is overwritten by a device that had not seen it, the author keeps a copy for the user.
/// 6. A deletion is dropped when it is old, and every member has seen all that could contradict it. What is made later is
///    dated above it (`floor`).
///
/// While a device is locked, records and rows that need it to be unlocked are neither judged nor dropped, and removed
/// devices' records aren't taken over. What it writes then is dated above those that it read before (`lockedFloor`).
///
/// A pure function: it reads no clock, no file and no key, and its result doesn't depend on the order of heads or rows.
package struct Merge {
    package internal(set) var state: SyncState
    /// The changes of rows; the others stay as they are.
    package internal(set) var changes: [RecordKey: RowChange] = [:]
    /// Records of this device that others replace unseen, and that no row has, since the state was put back or another device
    /// has it. Their contents are kept for the user.
    package internal(set) var unseen: [RecordKey: SyncRecord] = [:]
    package private(set) var outcome = Outcome.merged
    /// Whether the own head says something new, other than what it has seen.
    package internal(set) var hasNews = false

    /// The members of which heads are missing that others had seen; nothing is taken of these others until they come.
    package private(set) var missing: Set<DeviceID> = []

    /// Whether rows were merged. If not, no head may be published either.
    package enum Outcome: Sendable {
        case merged
        /// The state was put back, and merges only while the keychain is unlocked.
        case postponed
        /// Another device has this one's name and keys; this one must join again.
        case copied
        /// This device is no member any more.
        case removed
    }

    let rows: [RecordKey: SyncRow]
    let isLocked: Bool
    let now: UInt64
    let leastAge: UInt64
    /// The greatest records of all maps that can be read.
    var union: [RecordKey: SyncRecord] = [:]
    /// The union of the last merge.
    let former: [RecordKey: SyncRecord]
    /// Whether a record that is in no map may still come.
    var isUnsettled = false
    /// Whether the state was put back, and the own map is one that this device no longer knew.
    var wasPutBack = false

    /// How long a deletion is kept at least: 30 days in milliseconds, so that archives of that time don't bring it back.
    package static let leastAge: UInt64 = 30 * 24 * 3600 * 1000

    /// Merges.
    ///
    /// - Parameters:
    ///   - heads: the newest head of each device that is known, whole and signed by the device.
    ///   - rows: the rows of synchronized items, of tombstones, and of others whose key a record has.
    ///   - isLocked: whether records that need it can't be read.
    ///   - now: the time in milliseconds since 2001.
    ///   - leastAge: how long a deletion is kept at least, in milliseconds; the rule doesn't depend on it.
    package init(
        _ state: SyncState, heads: [DeviceID: SyncHead], rows: [RecordKey: SyncRow],
        isLocked: Bool = false, now: UInt64, leastAge: UInt64 = Merge.leastAge
    ) {
        (self.state, self.rows, self.isLocked) = (state, rows, isLocked)
        (self.now, self.leastAge) = (now, leastAge)
        former = state.union
        if let head = heads[state.device], state.isForeign(head) {
            // The own map that this device doesn't know can only be judged as a whole.
            if isLocked {
                outcome = .postponed
                return
            }
            self.state.adopt(foreign: head)
            wasPutBack = true
        }
        if self.state.isCopied {
            outcome = .copied
            return
        }
        self.state.learn(from: heads.merging([state.device: self.state.own]) { $1 })
        if self.state.isRemoved {
            outcome = .removed
            return
        }
        self.state.accept(heads)
        missing = self.state.missing(for: heads)
        isUnsettled = isLocked || self.state.isUnsettled
        unite()
        raiseFloor()
        for key in Set(rows.keys).union(union.keys) { decide(key) }
        publish()
    }

    /// Finds the greatest record of each item.
    private mutating func unite() {
        for source in state.sources {
            for (place, record) in source.records where isReadable(record) {
                if let other = union[place.key], other.version >= record.version { continue }
                union[place.key] = record
            }
        }
    }

    func isReadable(_ record: SyncRecord) -> Bool { !isLocked || !record.needsUnlock }

    private mutating func raiseFloor() {
        var floors = state.sources.map(\.floor) + [state.memory.floor]
        if !isLocked {
            for (key, record) in former where record.state != .live && union[key] == nil {
                floors.append(record.version.milliseconds)
            }
        }
        state.memory.floor = floors.max() ?? 0
    }
}
