// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain
import SwiftKeychainModel
import SwiftKeychainSeam
import SwiftKeychainSystem

/// What `security sync conflicts` lists and restores.
struct SyncConflicts {
    private let session: Session
    private let keychain = Keychain.login

    init(_ session: Session) { self.session = session }

    /// Writes a line for each item that lost, or stores one again.
    func run(restoring number: Int?, withSecrets: Bool) throws(CommandFailure) -> Int32 {
        if let number {
            try CommandFailure.detail { try keychain.restore(conflict: Int64(number)) }
            session.note("security: restored; the next exchange tells the other devices")
            return 0
        }
        let conflicts = try CommandFailure.detail {
            try keychain.conflicts(withSecrets: withSecrets)
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
