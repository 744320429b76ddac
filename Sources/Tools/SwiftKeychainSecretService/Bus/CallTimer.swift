// SPDX-License-Identifier: Apache-2.0
import CKeychainLinux
import SwiftKeychainSystem

/// A timer that another thread waits for (timerfd_create(2)).
///
/// To start or stop it is one system call, and no thread wakes before its time is over.
final class CallTimer: Sendable {
    /// -1 if no more files can be opened.
    private let descriptor = keychain_timer_make()

    deinit { if descriptor >= 0 { System.close(descriptor) } }

    /// Whether it can be started.
    var isUsable: Bool { descriptor >= 0 }

    /// Starts the timer anew.
    func start(microseconds: Int) { keychain_timer_set(descriptor, microseconds) }

    func stop() { keychain_timer_set(descriptor, 0) }

    /// Waits until the time is over.
    func wait() {
        var count: UInt64 = 0
        while read(descriptor, &count, MemoryLayout.size(ofValue: count)) < 0, errno == EINTR {}
    }
}
