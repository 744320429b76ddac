// SPDX-License-Identifier: Apache-2.0
import Foundation

@_silgen_name("keychain_block_copy")
private func copyBlock(_ block: UnsafeRawPointer) -> UnsafeMutableRawPointer?

@_silgen_name("keychain_block_release")
private func releaseBlock(_ block: UnsafeRawPointer)

@_silgen_name("dispatch_async_f")
private func dispatchAsync(
    _ queue: UnsafeRawPointer, _ context: UnsafeMutableRawPointer?,
    _ work: @convention(c) (UnsafeMutableRawPointer?) -> Void)

@_silgen_name("dispatch_retain") private func retainQueue(_ queue: UnsafeRawPointer)
@_silgen_name("dispatch_release") private func releaseQueue(_ queue: UnsafeRawPointer)

/// A block of a C caller, kept until its last use.
///
/// Swift has no type for a block without Objective-C. Its structure (the ABI of clang's blocks) begins
/// with a class, eight bytes of flags, and the function to call, whose first argument is the block.
final class Block: @unchecked Sendable {
    private let pointer: UnsafeMutableRawPointer

    /// Copies a block, which may be on the caller's stack; nil for a null pointer.
    init?(_ block: UnsafeRawPointer?) {
        guard let block, let copy = copyBlock(block) else { return nil }
        pointer = copy
    }

    deinit { releaseBlock(pointer) }

    /// Calls the function of the block as one of type `Function`.
    func call<Function>(as kind: Function.Type, _ body: (Function, UnsafeMutableRawPointer) -> Void)
    {
        let function = pointer.load(fromByteOffset: 16, as: UnsafeRawPointer.self)
        body(unsafeBitCast(function, to: kind), pointer)
    }
}

/// A dispatch queue of a C caller, which Swift's `DispatchQueue` can't be made from.
final class Queue: @unchecked Sendable {
    private let pointer: UnsafeRawPointer

    /// Retains a queue; nil for a null pointer, which means the main queue to some functions and is refused by others.
    init?(_ queue: UnsafeRawPointer?) {
        guard let queue else { return nil }
        retainQueue(queue)
        pointer = queue
    }

    deinit { releaseQueue(pointer) }

    /// Calls `body` on the queue.
    func async(_ body: @escaping @Sendable () -> Void) {
        dispatchAsync(pointer, Unmanaged.passRetained(Work(body)).toOpaque()) { context in
            Unmanaged<Work>.fromOpaque(context!).takeRetainedValue().body()
        }
    }

    /// A closure as an object, because dispatch_async_f takes a pointer as its context.
    private final class Work {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }
}
