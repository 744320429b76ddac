// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainSystem
import Testing

@Suite struct RandomSourceTests {
    @Test(arguments: [0, 1, 256, 257, 1000]) func everyByteIsFilled(count: Int) {
        var seen = [UInt8](repeating: 0, count: count)
        for _ in 0..<8 {
            let bytes = RandomSource.system.bytes(count)
            #expect(bytes.count == count)
            for index in bytes.indices { seen[index] |= bytes[index] }
        }
        #expect(!seen.contains(0))
    }
}
