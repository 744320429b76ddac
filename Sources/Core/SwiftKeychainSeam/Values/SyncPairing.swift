// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel

/// The state of a pairing.
package struct SyncPairing: Sendable {
    /// What the names of its messages on the relay begin with.
    package var mailbox: String
    /// The messages of this end.
    package var puts: [RelayFile] = []
    /// The name of the other device; nil before it is known.
    package var otherName: String?
    /// The code to show; nil while there is none.
    package var code: String?
    package var stage = PairingStage.waiting

    package init(mailbox: String) { self.mailbox = mailbox }
}
