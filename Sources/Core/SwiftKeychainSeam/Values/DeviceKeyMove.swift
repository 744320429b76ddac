// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory

/// A move of the device keys.
package enum DeviceKeyMove: Sendable {
    /// Behind the TPM, with a new key and a new recovery code; bound to the values of some of its registers.
    case toTPM(pcrs: [Int])
    case toFile
    /// Into the file, opened with the recovery code as the user typed it.
    case recover(code: SecretBytes)
}
