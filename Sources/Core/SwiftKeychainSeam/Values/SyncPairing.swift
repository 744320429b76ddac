// SPDX-License-Identifier: Apache-2.0
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
    package var stage = Stage.waiting

    package enum Stage: UInt8, Sendable {
        /// The other device's next message.
        case waiting
        /// The code that the other device shows.
        case asking
        /// The device has joined.
        case finished
    }

    package init(mailbox: String) { self.mailbox = mailbox }
}
