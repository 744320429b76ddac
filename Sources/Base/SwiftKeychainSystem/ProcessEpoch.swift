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
