// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainRelay
import SwiftKeychainSeam

// Reads and writes files of relays outside of an exchange: before a device is in a circle, and when a circle moves.
extension SyncRound {
    /// Returns the heads that a relay has, those of 256 devices at most. What no device writes is left out.
    ///
    /// - Throws: also if one can't be read: it may belong to a circle that is there.
    package static func heads(in relay: any Relay) throws(SyncFailure) -> [RelayFile] {
        let names = try SyncFailure.accessing(relay.list("h/", most: mostStrangers)).keys
        var heads: [RelayFile] = []
        for name in names {
            do throws(RelayFailure) {
                guard let bytes = try relay.get(name, most: longestFile) else { continue }
                heads.append(RelayFile(name: name.text, bytes: bytes))
            } catch {
                switch error {
                case .tooLarge, .noFile: continue
                default: throw .relay(error)
                }
            }
        }
        return heads
    }

    /// Puts a file on a relay and removes it.
    ///
    /// - Throws: why this device can't write there.
    package static func tryToWrite(to relay: any Relay) throws(SyncFailure) {
        guard let name = RelayName("m/test") else { return }
        try SyncFailure.accessing(relay.put(name, [0]))
        try SyncFailure.accessing(relay.remove([name]))
    }

    /// Copies the files of all devices from a relay to another one, unless it has files with their names. Their authors put
    /// newer ones there once they follow.
    package static func copy(
        from old: any Relay, to new: any Relay
    ) throws(SyncFailure) {
        // A head comes after its packs.
        for prefix in ["p/", "h/"] {
            let there = try SyncFailure.accessing(new.list(prefix, most: mostNames))
            let names = try SyncFailure.accessing(old.list(prefix, most: mostNames)).keys
            for name in names where there[name] == nil {
                guard let bytes = try? old.get(name, most: longestFile) else { continue }
                try SyncFailure.accessing(new.put(name, bytes))
            }
        }
    }
}
