// SPDX-License-Identifier: Apache-2.0
/// What a process saw of one item, and between which two moments: from before its call to after it.
package struct ItemCall: Sendable, CustomStringConvertible {
    /// What an item is, or isn't there.
    package enum State: Hashable, Sendable {
        case absent
        case holds(UInt64)
    }

    /// What the item must have been at a moment of the call, and what the call made of it.
    package enum Outcome: Sendable, Equatable {
        case added(UInt64)
        /// It couldn't be added, because it was there.
        case duplicate
        case updated(UInt64)
        case deleted
        /// It wasn't found, to be read, updated or deleted.
        case missing
        case found(UInt64)
    }

    package let outcome: Outcome
    /// In nanoseconds of the monotonic clock, which all processes share.
    package let start, end: UInt64

    package init(_ outcome: Outcome, _ start: UInt64, _ end: UInt64) {
        (self.outcome, self.start, self.end) = (outcome, start, end)
    }

    fileprivate func fits(_ state: State) -> Bool {
        switch outcome {
        case .added, .missing: state == .absent
        case .duplicate, .updated, .deleted: state != .absent
        case .found(let value): state == .holds(value)
        }
    }

    /// What the item is afterwards; nil: the same as before.
    fileprivate var effect: State? {
        switch outcome {
        case .added(let value), .updated(let value): .holds(value)
        case .deleted: .absent
        case .duplicate, .missing, .found: nil
        }
    }

    package var description: String { "\(outcome) from \(start) to \(end)" }
}

/// A check that the calls on an item are linearisable: that each can be given a moment between its start and
/// its end, so that in the order of these moments every result is right.
///
/// The search follows the calls in the order of their starts and ends (Wing and Gong; Lowe, "Testing for
/// linearizability"). It keeps what the item may be, together with the calls in progress that may have had
/// their moment already. A call needs its moment when it ends at the latest.
package struct ItemHistory: Sendable {
    package enum Failure: Error, CustomStringConvertible {
        /// No order explains the result of the call.
        case refused(ItemCall, inProgress: [ItemCall])
        /// More calls or orders at the same time than are searched.
        case tooWide

        package var description: String {
            switch self {
            case .refused(let call, let others): "no order explains \(call), beside \(others)"
            case .tooWide: "too many calls at the same time"
            }
        }
    }

    private struct Possibility: Hashable {
        var state: ItemCall.State
        /// The calls in progress that have had their moment, by their slots.
        var done: UInt64 = 0
    }

    private static let mostPossibilities = 200_000
    private var possible: Set<Possibility> = [Possibility(state: .absent)]

    package init() {}

    /// Continues the history with calls that began after all earlier ones had ended.
    package mutating func append(_ calls: [ItemCall]) throws(Failure) {
        var events: [(time: UInt64, isEnd: Bool, call: Int)] = []
        for (index, call) in calls.enumerated() {
            events.append((call.start, false, index))
            events.append((call.end, true, index))
        }
        // At the same time, starts come first: such calls overlap.
        events.sort { ($0.time, $0.isEnd ? 1 : 0) < ($1.time, $1.isEnd ? 1 : 0) }
        var slots = [ItemCall?](repeating: nil, count: 64)
        var slotOfCall: [Int: Int] = [:]
        for event in events {
            let call = calls[event.call]
            if !event.isEnd {
                guard let slot = slots.firstIndex(where: { $0 == nil }) else { throw .tooWide }
                slots[slot] = call
                slotOfCall[event.call] = slot
                possible = Set(possible.map { Self.settled($0, slots) })
            } else if let slot = slotOfCall.removeValue(forKey: event.call) {
                possible = try Self.ended(slot, possible, slots)
                if possible.isEmpty {
                    throw .refused(call, inProgress: slots.compactMap { $0 })
                }
                slots[slot] = nil
            }
        }
    }

    /// Gives their moment to all calls that change nothing and fit now. A later one couldn't be better.
    private static func settled(_ possibility: Possibility, _ slots: [ItemCall?]) -> Possibility {
        var possibility = possibility
        for (slot, call) in slots.enumerated() {
            if let call, call.effect == nil, call.fits(possibility.state) {
                possibility.done |= 1 << UInt64(slot)
            }
        }
        return possibility
    }

    /// Returns what is possible when the call in `slot` has had its moment, perhaps after others in progress.
    private static func ended(
        _ slot: Int, _ before: Set<Possibility>, _ slots: [ItemCall?]
    ) throws(Failure) -> Set<Possibility> {
        let bit: UInt64 = 1 << UInt64(slot)
        let writes = slots.indices.filter { slots[$0]?.effect != nil }
        var after: Set<Possibility> = []
        var seen = before
        var open = Array(before)
        while var possibility = open.popLast() {
            if possibility.done & bit != 0 {
                possibility.done &= ~bit
                after.insert(possibility)
                continue
            }
            for write in writes where possibility.done & (1 << UInt64(write)) == 0 {
                guard let call = slots[write], let effect = call.effect,
                    call.fits(possibility.state)
                else { continue }
                let done = possibility.done | 1 << UInt64(write)
                let next = settled(Possibility(state: effect, done: done), slots)
                if seen.insert(next).inserted { open.append(next) }
            }
            guard seen.count <= mostPossibilities else { throw .tooWide }
        }
        return after
    }
}
