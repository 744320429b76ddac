// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainSystem

/// The function that receives a process's messages of one kind, which any thread may send or replace it.
///
/// It is held in a structure: a bare function would be wrapped again by each access, until calling or releasing it
/// overflows the stack.
package final class Receiver<Message>: Sendable {
    private struct Held {
        let receive: @Sendable (Message) -> Void
    }

    private let held: AtomicValue<Held?>

    /// - Parameter receive: nil to drop messages.
    package init(_ receive: (@Sendable (Message) -> Void)? = nil) {
        held = AtomicValue(receive.map { Held(receive: $0) })
    }

    package func replace(by receive: (@Sendable (Message) -> Void)?) {
        held.update { $0 = receive.map { Held(receive: $0) } }
    }

    /// Calls the function on this thread.
    package func send(_ message: Message) { held.value?.receive(message) }
}
