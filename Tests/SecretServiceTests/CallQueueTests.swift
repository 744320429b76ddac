// SPDX-License-Identifier: Apache-2.0
import Glibc
import Synchronization
import Testing

@testable import SwiftKeychainSecretService

/// The order in which calls of clients are carried out.
@Suite struct CallQueueTests {
    /// Holds the only thread until it is opened.
    private final class Gate: Sendable {
        private let isOpen = Mutex(false)
        func open() { isOpen.withLock { $0 = true } }
        func pass() { while !isOpen.withLock({ $0 }) { usleep(100) } }
    }

    private final class Record: Sendable {
        private let lines = Mutex<[String]>([])
        func add(_ line: String) { lines.withLock { $0.append(line) } }
        func wait(for count: Int) -> [String] {
            while lines.withLock({ $0.count }) < count { usleep(100) }
            return lines.withLock { $0 }
        }
    }

    @Test func clientsTakeTurnsAndKeepTheirOrder() {
        let queue = CallQueue(threads: 1, waiting: 100)
        let (gate, record) = (Gate(), Record())
        #expect(queue.add(of: "first") { gate.pass() })
        for number in 0..<50 { #expect(queue.add(of: "flood") { record.add("flood \(number)") }) }
        for client in ["a", "b"] {
            for number in 0..<2 {
                #expect(queue.add(of: client) { record.add("\(client) \(number)") })
            }
        }
        gate.open()
        let lines = record.wait(for: 54)
        #expect(
            Array(lines.prefix(7)) == ["flood 0", "a 0", "b 0", "flood 1", "a 1", "b 1", "flood 2"])
        #expect(lines.filter { $0.hasPrefix("flood") } == (0..<50).map { "flood \($0)" })
    }

    @Test func aClientHasOneCallInProgress() {
        let queue = CallQueue(threads: 4, waiting: 100)
        let running = Atomic(0)
        let most = Atomic(0)
        let record = Record()
        for _ in 0..<20 {
            #expect(
                queue.add(of: "client") {
                    let now = running.add(1, ordering: .relaxed).newValue
                    most.max(now, ordering: .relaxed)
                    usleep(500)
                    running.subtract(1, ordering: .relaxed)
                    record.add("")
                })
        }
        _ = record.wait(for: 20)
        #expect(most.load(ordering: .relaxed) == 1)
    }

    @Test func tooManyCallsAreRefusedAndThoseOfALeavingClientDropped() {
        let queue = CallQueue(threads: 1, waiting: 5)
        let (gate, record) = (Gate(), Record())
        #expect(queue.add(of: "first") { gate.pass() })
        for _ in 0..<5 { #expect(queue.add(of: "client") { record.add("client") }) }
        #expect(!queue.add(of: "client") { record.add("too many") })
        queue.drop("client")
        #expect(queue.add(of: "other") { record.add("other") })
        gate.open()
        #expect(record.wait(for: 1) == ["other"])
    }
}
