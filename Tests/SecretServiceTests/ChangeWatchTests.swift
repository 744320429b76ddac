// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainTestSupport
import SwiftKeychain
import SwiftKeychainModel
import Testing

@testable import SwiftKeychainSecretService

@Suite struct ChangeWatchTests {
    let harness = ServiceHarness()

    /// Waits until something has happened; false after 20 seconds.
    private func waits(for hasHappened: () -> Bool) -> Bool {
        for _ in 0..<2000 {
            if hasHappened() { return true }
            usleep(10_000)
        }
        return false
    }

    /// The first list isn't taken during a change, and nothing is written when the change ends.
    @Test func aChangeAtTheStartHidesNoLaterOne() throws {
        try harness.create("a", ["a": "1"])
        let (known, keychain) = (harness.service.known, harness.test.keychain)
        let watch = ChangeWatch(harness.service)
        known.beginChange()
        Thread.detachNewThread {
            Keychain.$override.withValue(keychain) { watch.watch() }
        }
        #expect(waits { known.contents.withLock { $0.collections != nil } })
        // Enough for the other lists that it reads without an event.
        usleep(300_000)
        known.endChange()
        #expect(waits { known.contents.withLock { $0.items[.login] != nil } })
        try keychain.add(.password(service: "example.org", account: "jane"))
        #expect(waits { harness.signals().contains("ItemCreated \(ServiceHarness.login)") })
    }
}
