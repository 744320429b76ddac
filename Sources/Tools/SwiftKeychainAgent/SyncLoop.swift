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
    /// How long nothing is looked at, at most, where changes can't be watched.
    private static let interval = Duration.seconds(30)
    /// How long changes are gathered before they are sent.
    private static let gathering = Duration.milliseconds(200)
    /// The longest pause after failures.
    private static let longestPause = Duration.seconds(300)

    private let keychain: Keychain
    private let folder: String

    package init(_ keychain: Keychain, folder: String) {
        (self.keychain, self.folder) = (keychain, folder)
    }

    private static func sleep(_ duration: Duration) {
        let (seconds, rest) = duration.components
        usleep(useconds_t(seconds * 1_000_000 + rest / 1_000_000_000_000))
    }

    /// Runs until the keychain is in no circle any more.
    ///
    /// - Parameter report: gets the result of each exchange.
    /// - Throws: ``SyncFailure/noCircle``. Other failures are reported, and tried again after a pause.
    package func run(
        _ report: (Result<SyncRound.Outcome, SyncFailure>) -> Void
    ) throws(SyncFailure) {
        var pause = Duration.seconds(1)
        var relay: FolderRelay?
        let store = keychain.path.lastIndex(of: "/").map { String(keychain.path[..<$0]) } ?? "."
        let changes = FolderWatch(store, for: .writes)
        while true {
            do throws(SyncFailure) {
                let open: FolderRelay
                if let relay {
                    open = relay
                } else {
                    open = try SyncFailure.accessing { () throws(RelayFailure) in
                        try FolderRelay(folder)
                    }
                    relay = open
                }
                report(.success(try SyncRound(keychain, through: open).run()))
                pause = .seconds(1)
                try SyncFailure.accessing { () throws(RelayFailure) in
                    if try open.wait(Self.interval, or: changes) {
                        Self.sleep(Self.gathering)
                    }
                }
            } catch {
                if case .noCircle = error { throw error }
                report(.failure(error))
                relay = nil
                Self.sleep(pause)
                pause = min(pause * 2, Self.longestPause)
            }
        }
    }
}
