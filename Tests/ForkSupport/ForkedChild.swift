// SPDX-License-Identifier: Apache-2.0
import CKeychainLinux
import Glibc

/// A child of fork(), which has only the thread that forked.
package enum ForkedChild {
    /// Runs `body` in a child.
    ///
    /// - Returns: the status with which it exits, that of `body`; nil if a signal ended it, or it took a minute.
    package static func status(of body: () -> Int32) -> Int32? {
        let child = keychain_fork()
        if child == 0 {
            // The signals are blocked in the threads of tests.
            var none = sigset_t()
            sigemptyset(&none)
            pthread_sigmask(SIG_SETMASK, &none, nil)
            alarm(60)
            _exit(body())
        }
        var status: Int32 = 0
        waitpid(child, &status, 0)
        return status & 0x7f == 0 ? status >> 8 & 0xff : nil
    }
}
