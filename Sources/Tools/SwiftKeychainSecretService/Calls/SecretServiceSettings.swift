// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainSeam
import SwiftKeychainService

/// What the user chose for the service, in a file of lines such as `native off`.
///
/// The service reads them when it starts.
package struct SecretServiceSettings: Sendable, Equatable {
    /// Whether items that programs made through Apple's interface are offered.
    package var offersNative = true
    /// Whether confined programs (Flatpak, Snap) see only the items that they made.
    package var confines = false

    package init() {}

    /// Reads the file; the standard settings if there is none.
    ///
    /// - Throws: `notAvailable` when it can't be read; `parameter` for a line that isn't understood.
    package init(_ location: Location) throws(KeychainError) {
        let path = location.secretServiceSettingsPath
        guard let file = try SmallFile.read(path, limit: 1 << 16) else { return }
        let text = file.withBytes { String(decoding: $0, as: UTF8.self) }
        for line in text.split(whereSeparator: \.isNewline) where !line.hasPrefix("#") {
            switch line {
            case "native on": offersNative = true
            case "native off": offersNative = false
            case "confine on": confines = true
            case "confine off": confines = false
            default: throw KeychainError(.parameter, "\(path): unknown line \"\(line)\"")
            }
        }
    }

    /// Returns the number of items in the login keychain that the service offers with these settings, locked ones too.
    ///
    /// - Returns: their number, and whether there are others that can't be read.
    package func countItems() throws(KeychainError) -> (count: Int, areMore: Bool) {
        let collection = KeychainCollection(.login, offersNative: offersNative)
        let found = try collection.items(with: nil)
        return (found.items.count, found.damage != nil)
    }

    /// Writes the file.
    ///
    /// Comments in a file that is there are lost.
    ///
    /// - Throws: `notAvailable` when it can't be written.
    package func write(_ location: Location) throws(KeychainError) {
        let text = "native \(offersNative ? "on" : "off")\nconfine \(confines ? "on" : "off")\n"
        try SmallFile.replace(
            location.secretServiceSettingsPath, SecretBytes(copying: text.utf8))
    }
}
