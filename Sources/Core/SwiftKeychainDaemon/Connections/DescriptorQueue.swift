// SPDX-License-Identifier: Apache-2.0
/// Values by descriptor, in the order in which they were added. Each operation takes the same time on average,
/// however many there are.
struct DescriptorQueue<Value> {
    private var entries: [Int32: (value: Value, turn: UInt64)] = [:]
    /// The turns in their order, also of values that were taken.
    private var turns: [(descriptor: Int32, turn: UInt64)] = []
    /// The index of the first turn that ``takeOldest()`` hasn't seen.
    private var firstTurn = 0
    private var lastTurn: UInt64 = 0

    var isEmpty: Bool { entries.isEmpty }
    var values: [Value] { entries.values.map(\.value) }

    /// Adds a value as the last one.
    mutating func add(_ value: Value, _ descriptor: Int32) {
        lastTurn += 1
        entries[descriptor] = (value, lastTurn)
        turns.append((descriptor, lastTurn))
        // Forget the turns of taken values when they are the most, so that this costs little for each.
        guard turns.count > 2 * entries.count + 64 else { return }
        turns = turns[firstTurn...].filter { entries[$0.descriptor]?.turn == $0.turn }
        firstTurn = 0
    }

    /// Takes the value of a descriptor; nil if there is none. Its turn is skipped later.
    mutating func take(_ descriptor: Int32) -> Value? {
        entries.removeValue(forKey: descriptor)?.value
    }

    /// Takes the value that was added before all others.
    mutating func takeOldest() -> Value? {
        while firstTurn < turns.count {
            let (descriptor, turn) = turns[firstTurn]
            firstTurn += 1
            if entries[descriptor]?.turn == turn { return take(descriptor) }
        }
        return nil
    }
}
