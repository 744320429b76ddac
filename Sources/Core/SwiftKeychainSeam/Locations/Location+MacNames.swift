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
    /// - A file of `~/Library/Keychains` is next to this store, unless it exists in that folder.
    /// - If the folder is a link to that of this store, as ``MacFolder`` is, each file has the path that it has without
    ///   the link.
    ///
    /// - Parameter exists: returns whether a keychain exists, which only the service that keeps it knows. A keychain
    ///   that can't be examined counts as existing, so that the call that uses it reports why.
    package func named(
        _ path: String, exists: (Location) -> Bool = { (try? $0.exists) ?? true }
    ) -> Location {
        let given = sibling(path, mustExist: true)
        let (isInMacFolder, isBeside) = (given.isInMacFolder, given.isInFolder(directory))
        if Self.loginNames.contains(given.fileName), isInMacFolder || isBeside { return self }
        if !isBeside, let found = given.existing(exists) { return found }
        guard isInMacFolder || isBeside else { return given }
        let beside = sibling(given.fileName, mustExist: true)
        return beside.existing(exists) ?? beside
    }

    private var isInMacFolder: Bool {
        guard let home = try? Self.homeFolder() else { return false }
        return directory.hasSameBytes(as: home + MacFolder.name)
    }

    /// Returns this location or that of `X-db` or `X`; nil if neither file exists.
    private func existing(_ exists: (Location) -> Bool) -> Location? {
        let suffix = "-db"
        let twin =
            fileName.hasSuffix(suffix)
            ? String(fileName.dropLast(suffix.count)) : fileName + suffix
        return [self, sibling(directory + "/" + twin, mustExist: true)].first(where: exists)
    }
}
