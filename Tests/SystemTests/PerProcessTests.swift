// SPDX-License-Identifier: Apache-2.0
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
            let fork = unsafeBitCast(
                dlsym(nil, "fork")!, to: (@convention(c) () -> pid_t).self)
            let child = fork()
            if child == 0 {
                // The signals are blocked in the threads of tests.
                var none = sigset_t()
                sigemptyset(&none)
                pthread_sigmask(SIG_SETMASK, &none, nil)
                alarm(5)
                shared.value.withLock {}
                _exit(shared.value === lock ? 6 : 5)
            }
            var status: Int32 = 0
            waitpid(child, &status, 0)
            _exit((status >> 8) & 0xff == 5 && shared.value === lock ? 77 : 1)
        }
    }
}
