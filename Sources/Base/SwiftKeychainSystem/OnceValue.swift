// SPDX-License-Identifier: Apache-2.0
import Synchronization

/// A value that is determined once and kept for the life of the process and its children.
///
/// It has no lock, which a child of fork() could inherit from a thread that it doesn't have.
package final class OnceValue<Value: Sendable>: Sendable {
    private final class Kept: Sendable {
        let value: Value
        init(_ value: Value) { self.value = value }
    }

    private let kept = AtomicLazyReference<Kept>()

    package init() {}

    /// The value; nil before it is kept.
    package var value: Value? { kept.load()?.value }

    /// Keeps a value.
    ///
    /// - Returns: the value that is kept, which another thread may have determined first.
    package func keep(_ value: Value) -> Value { kept.storeIfNil(Kept(value)).value }
}
