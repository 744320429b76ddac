// SPDX-License-Identifier: Apache-2.0
import Synchronization

/// A value that threads read and replace as a whole.
///
/// It has no lock, which a child of fork() could inherit from a thread that it doesn't have. For values that change
/// seldom: those that were replaced are never released, because another thread may be reading them.
package final class AtomicValue<Value: Sendable>: Sendable {
    private final class Kept: Sendable {
        let value: Value
        init(_ value: Value) { self.value = value }
    }

    private let kept: Atomic<Unmanaged<Kept>>

    package init(_ value: Value) { kept = Atomic(.passRetained(Kept(value))) }

    deinit { kept.load(ordering: .acquiring).release() }

    package var value: Value { kept.load(ordering: .acquiring).takeUnretainedValue().value }

    /// Replaces the value by what `change` makes of it, which is called again if another thread was faster.
    package func update(_ change: (inout Value) -> Void) {
        var known = kept.load(ordering: .acquiring)
        while true {
            var value = known.takeUnretainedValue().value
            change(&value)
            let fresh = Unmanaged.passRetained(Kept(value))
            let (isFirst, other) = kept.compareExchange(
                expected: known, desired: fresh, ordering: .acquiringAndReleasing)
            if isFirst { return }
            fresh.release()
            known = other
        }
    }
}
