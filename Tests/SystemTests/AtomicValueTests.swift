// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainSystem
import Testing

@Suite struct AtomicValueTests {
    @Test func noThreadsChangeIsLost() async {
        let shared = AtomicValue<[Int]>([])
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<64 { group.addTask { shared.update { $0.append(number) } } }
        }
        #expect(shared.value.sorted() == Array(0..<64))
    }
}
