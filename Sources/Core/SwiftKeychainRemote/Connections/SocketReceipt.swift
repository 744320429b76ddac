// SPDX-License-Identifier: Apache-2.0
import CKeychainLinux
import Glibc
import SwiftKeychainSystem

/// What was received from a socket at once.
package struct SocketReceipt: Sendable {
    /// Closes descriptors that came with bytes. What they are may hold the thread that closes them.
    package typealias Closer = @Sendable ([Int32]) -> Void

    /// The number of bytes, 0 at the end; -1 and errno on failure.
    package let count: Int
    /// The process that sent them, 0 when it wasn't reported, -1 when descriptors came with the bytes.
    package let sender: Int32

    /// The most descriptors that the kernel passes with one message (SCM_MAX_FD), so that none is left open
    /// unnoticed.
    private static let mostPassed = 253

    /// Receives what has arrived, without waiting.
    ///
    /// - Parameter closer: nil to close descriptors in this thread.
    package init(_ socket: Int32, into buffer: UnsafeMutableRawBufferPointer, closer: Closer?) {
        var (sender, passedCount): (Int32, Int32) = (0, 0)
        count = withUnsafeTemporaryAllocation(of: Int32.self, capacity: Self.mostPassed) { passed in
            let count = keychain_receive(
                socket, buffer.baseAddress, buffer.count, &sender, passed.baseAddress, &passedCount)
            if passedCount > 0 {
                let descriptors = Array(passed.prefix(Int(passedCount)))
                let closer = closer ?? { for descriptor in $0 { System.close(descriptor) } }
                closer(descriptors)
            }
            return count
        }
        self.sender = sender
    }
}
