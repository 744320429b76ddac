// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainRelay
import SwiftKeychainSeam

// Files of relays beside an exchange: before a device is in a circle, and when a circle moves.
extension SyncRound {
    /// Returns the heads that a relay has, those of 256 devices at most. Those that can't be read are left out.
    package static func heads(in relay: any Relay) throws(SyncFailure) -> [RelayFile] {
        try SyncFailure.accessing { () throws(RelayFailure) in
            var heads: [RelayFile] = []
            for name in try relay.list("h/", most: mostStrangers).tags.keys {
                guard let bytes = try? relay.get(name, most: longestFile) else { continue }
                heads.append(RelayFile(name: name.text, bytes: bytes))
            }
            return heads
        }
    }

    /// Copies the files of all devices from a relay to another one, unless it has files with their names. Their authors put
    /// newer ones there once they follow.
    package static func copy(
        from old: any Relay, to new: any Relay
    ) throws(SyncFailure) {
        try SyncFailure.accessing { () throws(RelayFailure) in
            // A head comes after its packs.
            for prefix in ["p/", "h/"] {
                let there = try new.list(prefix, most: mostNames).tags
                for name in try old.list(prefix, most: mostNames).tags.keys
                where there[name] == nil {
                    guard let bytes = try? old.get(name, most: longestFile) else { continue }
                    try new.put(name, bytes)
                }
            }
        }
    }
}
