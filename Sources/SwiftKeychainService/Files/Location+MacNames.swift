// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel
import SwiftKeychainSystem

// The names that programs and scripts written for macOS use.
extension Location {
    private static let loginNames: Set<String> = ["login", "login.keychain", "login.keychain-db"]

    /// Returns the location of the keychain that `path` names, as ``sibling(_:)`` does, with the meanings
    /// that names have on macOS:
    ///
    /// - `login`, `login.keychain` and `login.keychain-db` are this store.
    /// - `X` and `X-db` are one keychain: the one whose file exists.
    /// - A file of `~/Library/Keychains` lies beside this store, unless it exists in that folder.
    package func named(_ path: String) -> Location {
        let given = sibling(path, mustExist: true)
        let isInMacFolder = given.isInMacFolder
        if isInMacFolder || !path.utf8.contains(UInt8(ascii: "/")),
            Self.loginNames.contains(given.fileName)
        {
            return self
        }
        if let found = given.existing { return found }
        guard isInMacFolder else { return given }
        let beside = sibling(given.fileName, mustExist: true)
        return beside.existing ?? beside
    }

    private var isInMacFolder: Bool {
        guard let home = try? Self.homeFolder() else { return false }
        return directory.hasSameBytes(as: home + "/Library/Keychains")
    }

    /// This location or that of `X-db` or `X`; nil if neither file exists. A file that can't be examined
    /// counts as existing, so that the call that uses it reports why.
    private var existing: Location? {
        let suffix = "-db"
        let twin =
            fileName.hasSuffix(suffix)
            ? String(fileName.dropLast(suffix.count)) : fileName + suffix
        let both = [self, sibling(directory + "/" + twin, mustExist: true)]
        return both.first { (try? $0.exists) ?? true }
    }
}
