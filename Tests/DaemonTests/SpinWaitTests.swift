// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainRemote
import Testing

@Suite struct SpinWaitTests {
    @Test func aThreadThatFindsNothingStopsLooking() {
        let spin = SpinWait()
        var looks = 1
        while spin.goesOn() { looks += 1 }
        #expect(!spin.goesOn())
        #expect(looks < 1_000_000)
    }
}
