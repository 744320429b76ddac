// SPDX-License-Identifier: Apache-2.0
import Dispatch
import ForkSupport
import Glibc
import SwiftKeychainSystem
import Testing

@testable import SwiftKeychainCards

/// A child of fork() uses cards although a thread that it doesn't have was using one.
@Suite struct CardForkTests {
    @Test func aChildDoesNotWaitForTheParentsThreads() async {
        await #expect(processExitsWith: .exitCode(77)) {
            let started = DispatchSemaphore(value: 0)
            _ = DetachedThread.start {
                _ = try? CardLibrary.exclusively {
                    started.signal()
                    sleep(60)
                }
            }
            started.wait()
            let status = ForkedChild.status {
                _ = try? CardLibrary.exclusively { () }
                return 5
            }
            _exit(status == 5 ? 77 : 1)
        }
    }
}
