// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The limit on the size of files that this process writes (RLIMIT_FSIZE).
///
/// Beyond it a write fails with EFBIG, and the kernel also sends SIGXFSZ, which ends a process that
/// doesn't handle it.
package enum FileSizeLimit {
    /// Makes a system call with SIGXFSZ blocked in this thread, and discards the signal that it caused.
    package static func withoutSignal<R: SignedInteger>(_ call: () -> R) -> R {
        var (signal, before) = (sigset_t(), sigset_t())
        sigemptyset(&signal)
        sigaddset(&signal, SIGXFSZ)
        pthread_sigmask(SIG_BLOCK, &signal, &before)
        let result = call()
        let number = errno
        // If the caller had blocked SIGXFSZ itself, the signal stays pending for it.
        if result < 0, number == EFBIG, sigismember(&before, SIGXFSZ) == 0 {
            var now = timespec()
            sigtimedwait(&signal, nil, &now)
        }
        pthread_sigmask(SIG_SETMASK, &before, nil)
        errno = number
        return result
    }
}
