// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import SwiftKeychainDaemon

@Suite struct DescriptorQueueTests {
    @Test func theOldestComesFirst() {
        var queue = DescriptorQueue<String>()
        for (descriptor, value) in ["a", "b", "c", "d"].enumerated() {
            queue.add(value, Int32(descriptor))
        }
        #expect(queue.take(1) == "b")
        #expect(queue.take(1) == nil)
        // Another connection gets the number of one that has ended.
        #expect(queue.take(0) == "a")
        queue.add("e", 0)
        queue.add("f", 1)
        #expect(queue.values.sorted() == ["c", "d", "e", "f"])
        #expect((0..<5).map { _ in queue.takeOldest() } == ["c", "d", "e", "f", nil])
    }

    @Test func theOrderOutlastsManyTurns() {
        var queue = DescriptorQueue<Int>()
        for value in 0..<10 { queue.add(value, Int32(value)) }
        for turn in 0..<1000 {
            let descriptor = Int32(turn % 5)
            #expect(queue.take(descriptor) != nil)
            queue.add(1000 + turn, descriptor)
        }
        let oldest = (0..<10).map { _ in queue.takeOldest() }
        #expect(oldest == [5, 6, 7, 8, 9, 1995, 1996, 1997, 1998, 1999])
    }
}
