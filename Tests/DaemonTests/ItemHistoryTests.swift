// SPDX-License-Identifier: Apache-2.0
import KeychainTestSupport
import Testing

@Suite struct ItemHistoryTests {
    private func check(_ calls: [ItemCall]) throws {
        var history = ItemHistory()
        try history.append(calls)
    }

    @Test func callsAfterEachOther() throws {
        try check([
            ItemCall(.missing, 0, 1), ItemCall(.added(1), 2, 3), ItemCall(.found(1), 4, 5),
            ItemCall(.duplicate, 6, 7), ItemCall(.updated(2), 8, 9), ItemCall(.found(2), 10, 11),
            ItemCall(.deleted, 12, 13), ItemCall(.missing, 14, 15), ItemCall(.added(3), 16, 17),
        ])
    }

    @Test func callsAtTheSameTimeHaveAnyOrder() throws {
        try check([
            ItemCall(.found(2), 0, 9), ItemCall(.deleted, 1, 9), ItemCall(.added(1), 2, 9),
            ItemCall(.updated(2), 3, 9), ItemCall(.missing, 4, 9), ItemCall(.duplicate, 4, 9),
        ])
        // Ended and begun at the same moment.
        try check([ItemCall(.added(1), 0, 5), ItemCall(.missing, 5, 6), ItemCall(.found(1), 5, 6)])
    }

    static let refused: [[ItemCall]] = [
        // A value that was never written, and the item before it was added.
        [ItemCall(.found(1), 0, 1)],
        [ItemCall(.found(1), 0, 1), ItemCall(.added(1), 2, 3)],
        [ItemCall(.added(1), 0, 1), ItemCall(.found(2), 2, 3)],
        // A value, or the item, that was replaced before the call began.
        [ItemCall(.added(1), 0, 1), ItemCall(.updated(2), 2, 3), ItemCall(.found(1), 4, 5)],
        [ItemCall(.added(1), 0, 1), ItemCall(.deleted, 2, 3), ItemCall(.found(1), 4, 5)],
        [ItemCall(.added(1), 0, 1), ItemCall(.missing, 2, 3)],
        // Two that succeeded where only one can.
        [ItemCall(.added(1), 0, 9), ItemCall(.added(2), 0, 9)],
        [ItemCall(.added(1), 0, 1), ItemCall(.deleted, 2, 9), ItemCall(.deleted, 2, 9)],
        [ItemCall(.updated(1), 0, 1)],
        [ItemCall(.duplicate, 0, 9), ItemCall(.missing, 0, 9)],
        // The new value, and later the old one, while the update is in progress.
        [
            ItemCall(.added(1), 0, 1), ItemCall(.updated(2), 2, 9), ItemCall(.found(2), 3, 4),
            ItemCall(.found(1), 5, 6),
        ],
        // Two readers that see two updates in different orders.
        [
            ItemCall(.added(1), 0, 1), ItemCall(.updated(2), 2, 20), ItemCall(.updated(3), 2, 20),
            ItemCall(.found(2), 3, 4), ItemCall(.found(3), 5, 6), ItemCall(.found(2), 7, 8),
        ],
    ]

    @Test(arguments: refused.indices)
    func whatNoOrderExplainsIsRefused(_ index: Int) {
        #expect {
            try check(Self.refused[index])
        } throws: {
            guard case ItemHistory.Failure.refused = $0 else { return false }
            return true
        }
    }

    @Test func aHistoryContinues() throws {
        var history = ItemHistory()
        try history.append([ItemCall(.added(1), 0, 5), ItemCall(.updated(2), 2, 7)])
        try history.append([ItemCall(.found(2), 10, 11)])
        #expect(throws: ItemHistory.Failure.self) {
            try history.append([ItemCall(.missing, 12, 13)])
        }
    }

    @Test func tooManyAtTheSameTimeAreRefused() {
        #expect {
            try check((0..<65).map { _ in ItemCall(.missing, 0, 1) })
        } throws: {
            guard case ItemHistory.Failure.tooWide = $0 else { return false }
            return true
        }
    }

    /// Calls that had their moments in one order, seen as longer than they were. One wrong value among
    /// them is noticed.
    @Test func longHistories() throws {
        for _ in 0..<20 {
            var calls: [ItemCall] = []
            var value: UInt64?
            for step in 0..<2000 as Range<UInt64> {
                let outcome: ItemCall.Outcome
                switch Int.random(in: 0..<6) {
                case 0, 1:
                    outcome = value == nil ? .added(step) : .duplicate
                    value = value ?? step
                case 2:
                    outcome = value == nil ? .missing : .updated(step)
                    value = value.map { _ in step }
                case 3:
                    outcome = value == nil ? .missing : .deleted
                    value = nil
                default: outcome = value.map { .found($0) } ?? .missing
                }
                let moment = 1000 + 10 * step
                calls.append(
                    ItemCall(outcome, moment - .random(in: 0...40), moment + .random(in: 0...40)))
            }
            try check(calls.shuffled())
            calls[1500] = ItemCall(.found(9999), calls[1500].start, calls[1500].end)
            #expect(throws: ItemHistory.Failure.self) { try check(calls) }
        }
    }
}
