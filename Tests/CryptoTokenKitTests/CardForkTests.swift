// SPDX-License-Identifier: Apache-2.0
import Dispatch
import Glibc
import SwiftKeychainSystem
import Testing

@testable import SwiftKeychainCards

/// A child of fork() uses cards although a thread that it doesn't have was using one.
@Suite struct CardForkTests {
    @Test func aChildDoesNotWaitForTheParentsThreads() async {
        await #expect(processExitsWith: .exitCode(77)) {
            let started = DispatchSemaphore(value: 0)
            DetachedThread.start {
                _ = try? CardLibrary.exclusively {
                    started.signal()
                    sleep(60)
                }
            }
            started.wait()
            let fork = unsafeBitCast(
                dlsym(nil, "fork")!, to: (@convention(c) () -> pid_t).self)
            let child = fork()
            if child == 0 {
                // The signals are blocked in the threads of tests.
                var none = sigset_t()
                sigemptyset(&none)
                pthread_sigmask(SIG_SETMASK, &none, nil)
                alarm(5)
                _ = try? CardLibrary.exclusively { () }
                _exit(5)
            }
            var status: Int32 = 0
            waitpid(child, &status, 0)
            _exit((status >> 8) & 0xff == 5 ? 77 : 1)
        }
    }
}
