// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftKeychain
import Synchronization

/// The time that setting the first passcode of a store takes and delays other calls: it reseals every
/// item while no other call is in flight.
struct PasscodeSuite {
    let size: Int
    let home: String

    /// The outcome of the calls made at the same time.
    private struct Others {
        var isOver = false
        var longest = Duration.zero
        var refused = 0
    }

    func run(into report: inout Report) throws {
        let keychain = Keychain(home: home, groups: nil)
        let items = SampleItems(size: size)
        try items.fill(keychain)
        let passcode = SecretBytes(copying: "a passcode".utf8)
        let others = Mutex(Others())
        let queue = DispatchQueue(label: "others")
        queue.async {
            let other = Keychain(home: home + "/", groups: nil)
            while !others.withLock({ $0.isOver }) {
                let start = ContinuousClock.now
                let isFound = (try? other.find(items.query(size / 2))) != nil
                let duration = start.duration(to: .now)
                others.withLock { others in
                    others.longest = max(others.longest, duration)
                    if !isFound { others.refused += 1 }
                }
            }
        }
        let before = Self.processorSeconds
        report.add(
            size, "first passcode", "typed",
            try Samples.of(1) { _ in
                let change = try keychain.setPasscode(passcode, old: nil)
                precondition(change.resealed == size)
            })
        defer { try? keychain.forgetUnlocked() }
        // Includes the time of the concurrent call, which waits most of the time.
        let seconds = Self.processorSeconds - before
        others.withLock { $0.isOver = true }
        queue.sync {}
        let (longest, refused) = others.withLock { ($0.longest, $0.refused) }
        report.note(
            "\(size) items, first passcode: a find waited \(longest), \(refused) refused;"
                + String(format: " %.2f s of a processor", seconds))
        report.add(
            size, "change of passcode", "typed",
            try Samples.of(1) { _ in try keychain.setPasscode(passcode, old: passcode) })
    }

    /// The processor time of this process.
    private static var processorSeconds: Double {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        return [usage.ru_utime, usage.ru_stime].reduce(0) {
            $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6
        }
    }
}
