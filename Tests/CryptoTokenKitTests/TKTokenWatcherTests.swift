// SPDX-License-Identifier: Apache-2.0
import CryptoTokenKit
import Foundation
import Synchronization
import Testing

@testable import SwiftKeychainCards

@Suite struct TKTokenWatcherTests {
    /// Readers whose cards the test changes.
    private final class Readers: Sendable {
        let cards = Mutex<[CardToken]>([])

        func hold(_ ids: String...) {
            cards.withLock {
                $0 = ids.map {
                    CardToken(id: $0, label: $0, slotName: "Reader of \($0)", flags: 0)
                }
            }
        }

        func watcher() -> TKTokenWatcher {
            TKTokenWatcher(every: .milliseconds(5)) { self.cards.withLock { $0 } }
        }
    }

    private final class Calls: Sendable {
        private let ids = Mutex<[String]>([])

        func add(_ id: String) { ids.withLock { $0.append(id) } }

        /// Waits for calls, at most ten seconds.
        func wait(for wanted: [String]) -> Bool {
            for _ in 0..<2000 {
                if ids.withLock({ $0 }) == wanted { return true }
                usleep(5000)
            }
            return false
        }
    }

    @Test func insertionsAndRemovalsAreReportedOnce() {
        let readers = Readers()
        readers.hold("one")
        let watcher = readers.watcher()
        let come = Calls(), gone = Calls()
        watcher.setInsertionHandler { come.add($0) }
        watcher.addRemovalHandler({ gone.add($0) }, forTokenID: "one")
        #expect(watcher.tokenIDs == ["one"])
        readers.hold("one", "two")
        #expect(come.wait(for: ["two"]))
        #expect(watcher.tokenInfo(forTokenID: "two")?.slotName == "Reader of two")
        readers.hold("two")
        #expect(gone.wait(for: ["one"]))
        readers.hold("one", "two")
        #expect(come.wait(for: ["two", "one"]))
        readers.hold()
        #expect(come.wait(for: ["two", "one"]))
        #expect(gone.wait(for: ["one"]))
    }

    @Test func aTokenThatIsNotThereIsGone() {
        let watcher = Readers().watcher()
        let gone = Calls()
        watcher.addRemovalHandler({ gone.add($0) }, forTokenID: "none")
        #expect(gone.wait(for: ["none"]))
        #expect(watcher.tokenInfo(forTokenID: "none") == nil)
    }

    @Test func theReadersOfTheMachineCanBeWatched() {
        #expect(TKTokenWatcher().tokenIDs.allSatisfy { $0.hasPrefix("pkcs11:") })
    }
}
