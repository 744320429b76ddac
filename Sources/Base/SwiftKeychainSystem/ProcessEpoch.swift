// SPDX-License-Identifier: Apache-2.0
import Glibc
import Synchronization

/// The number of forks between the first process and this one.
///
/// Anything opened in another epoch belongs to an ancestor and must be neither used nor closed.
package enum ProcessEpoch {
    private static let count = Atomic<UInt64>(0)
    private static let registration: Int32 = {
        // Make the table and the counter now: the handler in the child must not allocate.
        DescriptorRegistry.prepare()
        _ = count.load(ordering: .relaxed)
        return pthread_atfork(nil, nil) {
            ProcessEpoch.count.add(1, ordering: .relaxed)
            DescriptorRegistry.abandon()
        }
    }()

    /// The epoch of this process; the first read begins to watch for forks.
    package static var current: UInt64 {
        precondition(registration == 0, "pthread_atfork had no memory")
        return count.load(ordering: .relaxed)
    }
}

/// A value that threads share, and that a child of fork() makes anew: a lock in it, held by a thread that the child doesn't
/// have, would never be released there.
package final class PerProcess<Value: AnyObject & Sendable>: Sendable {
    private let make: @Sendable () -> Value
    /// That of the parent is abandoned in a child, not released: its end could use what belongs to the parent.
    private let made = Atomic<Unmanaged<MadeValue>?>(nil)

    package init(_ make: @escaping @Sendable () -> Value) { self.make = make }

    /// The value of this process.
    package var value: Value {
        let known = made.load(ordering: .acquiring)
        if let made = known?.takeUnretainedValue(), made.epoch == ProcessEpoch.current {
            return unsafeDowncast(made.value, to: Value.self)
        }
        let fresh = Unmanaged.passRetained(MadeValue(make()))
        let (isFirst, other) = made.compareExchange(
            expected: known, desired: fresh, ordering: .acquiringAndReleasing)
        guard !isFirst, let other else {
            return unsafeDowncast(fresh.takeUnretainedValue().value, to: Value.self)
        }
        // Another thread of this process was faster.
        fresh.release()
        return unsafeDowncast(other.takeUnretainedValue().value, to: Value.self)
    }
}

/// A value and the process that made it. Not generic: its type would be looked up in each call.
private final class MadeValue: Sendable {
    let value: any AnyObject & Sendable
    let epoch = ProcessEpoch.current

    init(_ value: any AnyObject & Sendable) { self.value = value }
}
