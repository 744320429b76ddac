// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain
import SwiftKeychainModel
import SwiftKeychainSeam
import SwiftKeychainSystem

extension CommandOption {
    static let restored = word(
        "r", "restore", "number", "Store an item again that lost (conflicts)")
    static let showsSecrets = flag("g", "secrets", "Show passwords, too (conflicts)")
}

extension SyncCommand {
    /// Writes a line for each item that lost, or stores one again.
    func conflicts() throws(CommandFailure) -> Int32 {
        let withSecrets = arguments.has(.showsSecrets)
        if let number = try arguments.number(.restored, 1...Int.max) {
            try CommandFailure.detail { try keychain.perform(.restore(conflict: Int64(number))) }
            session.note("security: restored; the next exchange tells the other devices")
            return 0
        }
        let conflicts = try CommandFailure.detail {
            try keychain.perform(.conflicts(withSecrets: withSecrets))
        }
        for conflict in conflicts {
            let date = CalendarDate(seconds: Double(conflict.date)).text.prefix(19) + "Z"
            session.output.write(
                "\(conflict.number)  \(date)  \(conflict.reason)".printable + "\n    ")
            ItemLine.write(conflict.item, to: session.output, columns: nil)
            guard withSecrets, let secret = conflict.item.secret else { continue }
            session.output.write("    password: ")
            secret.withBytes { ShownText.write(secret: $0, to: session.output) }
            session.output.write("\n")
        }
        if conflicts.isEmpty { session.note("security: no item lost within the last 30 days") }
        return 0
    }
}
