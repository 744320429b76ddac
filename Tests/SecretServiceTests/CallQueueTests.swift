// SPDX-License-Identifier: Apache-2.0
import Glibc
import Synchronization
import Testing

@testable import SwiftKeychainSecretService

/// The order in which calls of clients are carried out.
@Suite struct CallQueueTests {
    private final class Record: Sendable {
        private let lines = Mutex<[String]>([])
        func add(_ line: String) { lines.withLock { $0.append(line) } }
        /// Waits for some lines, and for at most half a minute: a queue that stands still fails the test.
        func wait(for count: Int) -> [String] {
            for _ in 0..<300_000 where lines.withLock({ $0.count }) < count { usleep(100) }
            return lines.withLock { $0 }
        }
    }

    /// Runs a queue that reads once, and ends when `count` lines are recorded.
    private func run(
        _ queue: CallQueue, _ record: Record, until count: Int, read: @escaping @Sendable () -> Void
    ) {
        let isFirst = Mutex(true)
        queue.run { waits in
            let reads = isFirst.withLock { isFirst in
                defer { isFirst = false }
                return isFirst
            }
            if reads {
                read()
                return .next
            }
            if !waits { return .nothing }
            _ = record.wait(for: count)
            return .end
        }
    }

    @Test func clientsTakeTurnsAndKeepTheirOrder() {
        let queue = CallQueue(threads: 1, waiting: 100)
        let record = Record()
        run(queue, record, until: 54) {
            for number in 0..<50 {
                #expect(queue.add(of: "flood", .init { record.add("flood \(number)") }))
            }
            for client in ["a", "b"] {
                for number in 0..<2 {
                    #expect(queue.add(of: client, .init { record.add("\(client) \(number)") }))
                }
            }
        }
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
        run(queue, record, until: 20) {
            for _ in 0..<20 {
                #expect(
                    queue.add(
                        of: "client",
                        .init {
                            let now = running.add(1, ordering: .relaxed).newValue
                            most.max(now, ordering: .relaxed)
                            usleep(500)
                            running.subtract(1, ordering: .relaxed)
                            record.add("")
                        }))
            }
        }
        #expect(most.load(ordering: .relaxed) == 1)
    }

    /// A call that takes long keeps neither other clients nor the reader waiting, not even one that should be brief and
    /// came alone.
    @Test(arguments: [(true, true), (true, false), (false, true), (false, false)])
    func aSlowCallDelaysNoOther(isBrief: Bool, isSingle: Bool) {
        let queue = CallQueue(threads: 2, waiting: 100)
        let record = Record()
        let reads = Atomic(0)
        let slow = CallQueue.Call(isBrief: isBrief) { record.add("slow \(record.wait(for: 2))") }
        queue.run { _ in
            switch reads.add(1, ordering: .relaxed).newValue {
            case 1: #expect(queue.add(of: "slow", slow))
            case 2: #expect(queue.add(of: "a", .init { record.add("a") }))
            case 3: #expect(queue.add(of: "b", .init { record.add("b") }))
            default:
                _ = record.wait(for: 3)
                return .end
            }
            return isSingle ? .single : .next
        }
        #expect(record.wait(for: 3).prefix(2) == ["a", "b"])
    }

    @Test func tooManyCallsAreRefusedAndThoseOfALeavingClientDropped() {
        let queue = CallQueue(threads: 1, waiting: 5)
        let record = Record()
        run(queue, record, until: 1) {
            for _ in 0..<5 { #expect(queue.add(of: "client", .init { record.add("client") })) }
            #expect(!queue.add(of: "client", .init { record.add("too many") }))
            queue.drop("client")
            #expect(queue.add(of: "other", .init { record.add("other") }))
        }
        #expect(record.wait(for: 1) == ["other"])
    }

    @Test func callsOfManyBytesAreRefused() {
        let queue = CallQueue(threads: 1, waiting: 100, bytes: 10)
        let record = Record()
        @Sendable func add(_ bytes: Int, of client: String = "client") -> Bool {
            queue.add(of: client, .init(bytes: bytes) { record.add(client) })
        }
        run(queue, record, until: 4) {
            #expect(add(6) && add(4))
            #expect(!add(1))
            #expect(add(10, of: "other"))
            queue.drop("client")
            // The first call of a client may be as long as a message.
            #expect(add(11))
            #expect(!add(0))
            queue.drop("client")
            #expect(add(6) && add(4))
            record.add("end")
        }
        #expect(record.wait(for: 4).sorted() == ["client", "client", "end", "other"])
    }
}
