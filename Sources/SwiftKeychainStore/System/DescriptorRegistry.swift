import Glibc
import Synchronization

/// Knows the descriptors of every lock file this process holds, so that a child can let go of them.
///
/// A child of fork() shares them with its parent: to unlock one would unlock the parent, to keep
/// one would hold the parent's lock beyond the parent's death. Closing drops the child's share only.
enum DescriptorRegistry {
    private static let capacity = 1024
    private nonisolated(unsafe) static let slots: UnsafeMutablePointer<Atomic<Int32>> = {
        let slots = UnsafeMutablePointer<Atomic<Int32>>.allocate(capacity: capacity)
        for index in 0..<capacity { (slots + index).initialize(to: Atomic(-1)) }
        return slots
    }()

    /// Remembers `descriptor`. A full table remembers nothing: the child then merely leaks it.
    static func register(_ descriptor: Int32) {
        exchange(-1, for: descriptor)
    }

    /// Forgets `descriptor` and closes it, which gives up every lock held through it.
    static func close(_ descriptor: Int32) {
        exchange(descriptor, for: -1)
        _ = Glibc.close(descriptor)
    }

    private static func exchange(_ old: Int32, for new: Int32) {
        for index in 0..<capacity
        where slots[index].compareExchange(expected: old, desired: new, ordering: .relaxed)
            .exchanged
        {
            return
        }
    }

    /// Closes them all, in the child: only what may be done in a signal handler happens here.
    static func abandon() {
        for index in 0..<capacity {
            let descriptor = slots[index].exchange(-1, ordering: .relaxed)
            if descriptor >= 0 { _ = Glibc.close(descriptor) }
        }
    }
}
