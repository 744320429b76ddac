// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftKeychainSystem
import Testing

@Suite struct SharedValueTests {
    @Test func threadsUseItInTurn() {
        let value = SharedValue(0)
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            for _ in 0..<10_000 { value.withLock { $0 += 1 } }
        }
        #expect(value.withLock { $0 } == 80_000)
    }

    @Test func anErrorReleasesIt() {
        struct Failure: Error {}
        let value = SharedValue(1)
        #expect(throws: Failure.self) { try value.withLock { _ in throw Failure() } }
        #expect(value.withLock { $0 } == 1)
    }
}
