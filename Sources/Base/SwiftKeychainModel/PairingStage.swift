// SPDX-License-Identifier: Apache-2.0
/// What one end of a pairing knows of the other and waits for.
package enum PairingStage: UInt8, Sendable {
    /// The other end's next message.
    case waiting
    /// The code that the other end shows.
    case asking
    /// It is over.
    case finished
}
