// SPDX-License-Identifier: Apache-2.0
import KeychainTestSupport
import SwiftKeychainService
import Synchronization

@testable import SwiftKeychain

/// A clock that a test moves on.
final class SettableClock: Sendable {
    private let seconds = Mutex(1_000_000.0)

    var now: Double { seconds.withLock { $0 } }

    func advance(_ step: Double) { seconds.withLock { $0 += step } }

    /// Makes a keychain whose engine has this clock.
    func keychain(_ home: TemporaryHome) -> Keychain {
        Keychain(home: home.path, system: SystemSources(now: { self.now }))
    }
}
