// SPDX-License-Identifier: Apache-2.0
import ForkSupport
import Foundation
import Synchronization
import SwiftKeychainService
import SwiftKeychainSystem
import Testing

@Suite struct ReceiverTests {
    @Test func theLastFunctionReceives() {
        let received = Mutex<[String]>([])
        let receiver = Receiver<String>()
        receiver.send("dropped")
        receiver.replace(by: { line in received.withLock { $0.append("one \(line)") } })
        receiver.send("a")
        receiver.replace(by: { line in received.withLock { $0.append("two \(line)") } })
        receiver.send("b")
        receiver.replace(by: nil)
        receiver.send("dropped")
        #expect(received.withLock { $0 } == ["one a", "two b"])
    }

    @Test func manyMessagesOverflowNoStack() {
        let count = Atomic(0)
        let finished = DispatchSemaphore(value: 0)
        let thread = Thread {
            let receiver = Receiver<String> { _ in count.add(1, ordering: .relaxed) }
            for _ in 0..<20_000 { receiver.send("") }
            receiver.replace(by: nil)
            finished.signal()
        }
        thread.stackSize = 256 << 10
        thread.start()
        finished.wait()
        #expect(count.load(ordering: .relaxed) == 20_000)
    }
    /// A child of fork() sends although a thread that it doesn't have was replacing the function.
    @Test func aChildDoesNotWaitForTheParentsThreads() async {
        await #expect(processExitsWith: .exitCode(77)) {
            /// Something that takes long to release.
            final class Held: Sendable {
                deinit {
                    ReceiverTests.started.signal()
                    sleep(120)
                }
            }
            let receiver = Receiver<String>()
            do {
                let held = Held()
                receiver.replace(by: { _ in _ = held })
            }
            _ = DetachedThread.start {
                receiver.replace(by: nil)
                ReceiverTests.started.signal()
            }
            ReceiverTests.started.wait()
            let status = ForkedChild.status {
                receiver.send("")
                return 5
            }
            _exit(status == 5 ? 77 : 1)
        }
    }

    private static let started = DispatchSemaphore(value: 0)
}
