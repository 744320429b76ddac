// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel

extension Keychain {
    /// Returns the place of the link ``MacFolder`` for the login keychain.
    ///
    /// - Throws: `notAvailable` when there is no home folder.
    package static func macFolder() throws(KeychainError) -> MacFolder {
        try MacFolder(of: try login.location.get())
    }

    /// Makes the link, and the login keychain if there is none: tools look for its file, too.
    ///
    /// - Throws: `notAvailable` if something else has the name of the link, or it can't be made.
    package static func linkMacFolder() throws(KeychainError) {
        try macFolder().link()
        // Setting the list, even to what it is, makes the login keychain.
        if try !login.hasFile { try setSearchList(try searchList()) }
    }
}
