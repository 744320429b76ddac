// SPDX-License-Identifier: Apache-2.0
import Glibc
import Synchronization

/// The descriptors of every lock file and connection that this process has open, so that a child can close them.
///
/// A child of fork() shares them with its parent: unlocking one would unlock the parent, keeping one
/// would hold the parent's lock, or its turn at a TPM, beyond the parent's death. Closing gives up only the child's share.
package enum DescriptorRegistry {
    private static let capacity = 1024
    /// The registered descriptors; -1 in a free slot.
    private nonisolated(unsafe) static let slots: UnsafeMutablePointer<Atomic<Int32>> = {
        let slots = UnsafeMutablePointer<Atomic<Int32>>.allocate(capacity: capacity)
        for index in 0..<capacity { (slots + index).initialize(to: Atomic(-1)) }
        return slots
    }()

    /// Adds `descriptor`. When the table is full it is not added, and a child leaks it.
    package static func register(_ descriptor: Int32) {
        exchange(-1, for: descriptor)
    }

    /// Removes `descriptor` and closes it, which releases every lock held through it.
    package static func close(_ descriptor: Int32) {
        // Cleared first: once the number is free, another thread may get it for a file that a child needs.
        exchange(descriptor, for: -1)
        System.close(descriptor)
    }

    /// Makes the table, which the child of fork() mustn't allocate.
    static func prepare() { _ = slots }

    /// Replaces the first slot with `old` by `new`; nothing if there is none. It needs no lock, which fork() could copy
    /// locked.
    private static func exchange(_ old: Int32, for new: Int32) {
        for index in 0..<capacity
        where slots[index].compareExchange(expected: old, desired: new, ordering: .relaxed)
            .exchanged
        {
            return
        }
    }

    /// Closes all of them in the child; makes only async-signal-safe calls.
    package static func abandon() {
        for index in 0..<capacity {
            let descriptor = slots[index].exchange(-1, ordering: .relaxed)
            if descriptor >= 0 { _ = Glibc.close(descriptor) }
        }
    }
}
