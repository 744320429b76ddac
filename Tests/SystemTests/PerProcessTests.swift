// SPDX-License-Identifier: Apache-2.0
import ForkSupport
import Glibc
import SwiftKeychainSystem
import Testing

@Suite struct PerProcessTests {
    @Test func threadsShareAValue() async {
        let shared = PerProcess { ThreadLock() }
        let values = await withTaskGroup(of: ThreadLock.self) { group in
            for _ in 0..<16 { group.addTask { shared.value } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(values.allSatisfy { $0 === shared.value })
    }

    /// A lock that the parent has at the time of fork() is never released in the child.
    @Test func aChildHasItsOwn() async {
        await #expect(processExitsWith: .exitCode(77)) {
            let shared = PerProcess { ThreadLock() }
            let lock = shared.value
            lock.lock()
            let status = ForkedChild.status {
                shared.value.withLock {}
                return shared.value === lock ? 6 : 5
            }
            _exit(status == 5 && shared.value === lock ? 77 : 1)
        }
    }
}
