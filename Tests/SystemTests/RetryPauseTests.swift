// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainSystem
import Testing

@Suite struct RetryPauseTests {
    /// Each is twice as long as the one before, but for a random part of it.
    @Test func pausesGrowToFiveMinutes() {
        var pause = RetryPause()
        for limit in [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300] {
            let next = pause.next()
            #expect(next >= .seconds(limit) / 2 && next <= .seconds(limit), "\(next)")
        }
    }
}
