// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory

/// A change of the anchor of a store, with the passwords that it may need.
package struct AnchorChange: Sendable {
    package enum Kind: UInt8, Sendable {
        case enable
        case disable
        /// Accepts an earlier copy of the folder, or the loss of the counter.
        case accept
    }

    package let kind: Kind
    /// The passcode of the keychain, for a change of a store that is refused.
    package var passcode: SecretBytes?
    /// The password of the owner hierarchy of the TPM, to make or remove a counter.
    package var ownerPassword: SecretBytes?

    package init(_ kind: Kind, passcode: SecretBytes? = nil, ownerPassword: SecretBytes? = nil) {
        self.kind = kind
        self.passcode = passcode
        self.ownerPassword = ownerPassword
    }
}
