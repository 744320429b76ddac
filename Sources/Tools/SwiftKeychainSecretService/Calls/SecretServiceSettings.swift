// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain
import SwiftKeychainModel

/// What the user chose for the service.
package struct SecretServiceSettings: Sendable {
    /// Whether items that programs made through Apple's interface are offered.
    package var offersNative = true

    package init() {}
}
