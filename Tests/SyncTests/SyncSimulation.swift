// SPDX-License-Identifier: Apache-2.0
import SeededGenerator

@testable import SwiftKeychainSync

/// A circle of devices with a relay that delays, on a virtual clock; everything follows from a seed.
///
/// Devices change items, merge and publish in any order. At the end all that can are brought together, and
/// ``faults`` says what was not kept: equal items everywhere, no return of what was deleted, and no edit that vanishes
/// without having been seen by who replaced it, or set aside.
struct SyncSimulation {
    typealias Content = SimulatedDevice.Content

    var random: SeededGenerator
    var faults: [String] = []
    /// Whether all members were together at the end, so that deletions had to be dropped too.
    var isComplete = false
    var devices: [SimulatedDevice] = []
    /// All heads that each device has published.
    var streams: [DeviceID: [SyncHead]] = [:]
    /// Milliseconds of the true clock.
    var time: UInt64 = 200_000_000_000
    /// Whether there are hours between two steps instead of milliseconds.
    private var takesMonths = false
    /// How long deletions are kept at least.
    private(set) var leastAge = Merge.leastAge
    private(set) var mostDevices = 8
    /// Whether most of what was published arrives before a merge.
    private var isEager = false
    /// Copies of disks, and the last content that was made before each.
    var disks: [(device: Int, disk: SimulatedDevice.Disk, madeBefore: Content)] = []

    /// The device that made a content, and what became of it.
    var makers: [Content: Int] = [:]
    var ends: [Content: [End]] = [:]
    /// Contents that were set aside somewhere, whether or not that disk is still there.
    var beaten: Set<Content> = []
    /// Contents that may be lost, or live though they were deleted.
    var excused: Set<Content> = []
    var remade: Set<Content> = []
    var lastContent: Content = 0
    /// The device that a copied one became.
    var replaced: [Int: Int] = [:]
    /// The devices that left.
    var hasLeft: Set<Int> = []
    /// The newest head of each device that another accepted.
    var reached: [DeviceID: UInt64] = [:]

    /// A change in whose place a content stood on the device that made the change.
    struct End {
        let device: Int
        /// The first head that can say so.
        let sequence: UInt64
        let isDeletion: Bool
    }

    /// Whether devices join again that left or were removed.
    private let joinsAgain: Bool
    /// Whether each step is printed.
    private let isTraced: Bool

    init(seed: UInt64, joinsAgain: Bool = false, isTraced: Bool = false) {
        random = SeededGenerator(seed &* 0x9e37_79b9)
        self.joinsAgain = joinsAgain
        self.isTraced = isTraced
    }

    mutating func chance(_ percent: Int) -> Bool {
        Int.random(in: 0..<1000, using: &random) < percent * 10
    }

    mutating func rare(_ perMille: Int) -> Bool {
        Int.random(in: 0..<1000, using: &random) < perMille
    }

    mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

    func say(_ text: @autoclosure () -> String) {
        if isTraced { print(text()) }
    }

    /// Runs until all that can be are together, and fills ``faults``.
    mutating func run() {
        takesMonths = chance(50)
        if chance(60) { leastAge = 0 }
        let id = nextID()
        devices.append(SimulatedDevice(SyncState(id, first: id)))
        devices[0].clockError = clockError()
        mostDevices = number(2...8)
        isEager = chance(50)
        let wanted = number(0...min(4, mostDevices - 1))
        for _ in 0..<wanted { join(sponsor: 0) }
        for _ in 0..<number(30...250) {
            time += UInt64(number(0...100)) * (takesMonths ? 7_200_000 : 20)
            act(number(0...devices.count - 1))
            if joinsAgain, chance(8) { joinAgain(number(0...devices.count - 1)) }
        }
        finish()
    }

    mutating func nextID() -> DeviceID {
        DeviceID(high: 0, low: random.next() % 10_000 * 100 + UInt64(devices.count))
    }

    /// Returns an error that may be as long as the run.
    mutating func clockError() -> Int64 {
        chance(50) ? Int64(number(-25_000...25_000)) * (takesMonths ? 3_600_000 : 10) : 0
    }

    mutating func act(_ index: Int) {
        guard devices[index].isOn(time) else { return }
        switch number(0...99) {
        case ..<38: change(index)
        case ..<75:
            for _ in 0..<number(0...4) * (isEager ? mostDevices : 1) { deliver(to: index) }
            merge(index)
        case ..<88: deliver(to: index)
        case ..<91: if devices.count < mostDevices { join(sponsor: index) }
        case ..<93: if chance(75) { remove(by: index) } else { leave(index) }
        case ..<96:
            devices[index].isLocked.toggle()
            say("\(time) \(index) is \(devices[index].isLocked ? "locked" : "unlocked")")
        case ..<97 where chance(15): if devices.count < mostDevices { copy(index) }
        case ..<97:
            devices[index].offUntil =
                chance(10) ? nil : time + UInt64(number(1...40)) * 86_400_000 / 10
        default: useDisk(index)
        }
    }
}
