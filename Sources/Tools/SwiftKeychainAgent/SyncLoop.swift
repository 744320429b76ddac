// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychain
import SwiftKeychainModel
import SwiftKeychainRelay
import SwiftKeychainSeam
import SwiftKeychainSystem

/// Exchanges of a keychain with its circle, one whenever something changed.
///
/// It wakes when the relay or the keychain changes. Where it learns of neither (a network file system, a store of
/// securityd) it looks after a while.
package struct SyncLoop {
    /// How long changes of the store stay unnoticed, at most, where they can't be watched.
    private static let interval = Duration.seconds(30)

    private let keychain: Keychain

    package init(_ keychain: Keychain) { self.keychain = keychain }

    /// Runs until the keychain is in no circle any more.
    ///
    /// - Parameter report: gets the result of each exchange.
    /// - Throws: ``SyncFailure/noCircle``. Other failures are reported, and tried again after a pause.
    package func run(
        _ report: (Result<SyncRound.Outcome, SyncFailure>) -> Void
    ) throws(SyncFailure) {
        var pause = RetryPause()
        var relay: (place: RelayPlace, open: any Relay, round: SyncRound)?
        let store = keychain.path.parentFolder
        let changes = FolderWatch(store, for: .writes)
        func exchange() throws(SyncFailure) -> SyncRound.Outcome {
            // The user may have moved the circle meanwhile.
            let place = try SyncFailure.asking(keychain.perform(.relay))
            if relay?.place != place {
                let open = try place.open()
                relay = (place, open, SyncRound(keychain, through: open))
            }
            return try relay!.round.run()
        }
        while true {
            do throws(SyncFailure) {
                report(.success(try SyncRound.noting(in: keychain, exchange)))
                if let open = relay?.open { try wait(open, or: changes) }
                pause = RetryPause()
            } catch {
                if case .noCircle = error { throw error }
                report(.failure(error))
                // Opened anew at the next try: an open connection may be what failed.
                relay = nil
                pause.wait()
            }
        }
    }

    /// Waits until an exchange has something to do, or until the relay is looked at in any case.
    private func wait(_ relay: any Relay, or changes: FolderWatch) throws(SyncFailure) {
        let end = ContinuousClock.now + relay.scanInterval
        while ContinuousClock.now < end {
            let isWoken = try SyncFailure.accessing(
                relay.wait(min(Self.interval, end - .now), or: changes))
            if isWoken {
                SystemClock.sleep(relay.gathering)
                return
            }
            guard let status = try SyncFailure.asking(keychain.perform(.syncStatus)) else {
                throw .noCircle
            }
            // A store that can't be watched has changed, or a head didn't reach the relay.
            if status.changed > 0 || !status.isPublished { return }
        }
    }
}
