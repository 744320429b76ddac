// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychainModel
import SwiftKeychainSystem

/// `~/Library/Keychains` as a link to the folder of the login keychain.
///
/// Calls understand paths of macOS without it (``Location/named(_:exists:)``). Tools that look for the file themselves,
/// before they call anything, need the link.
package struct MacFolder: Sendable {
    /// The path of the folder below the home folder.
    static let name = "/Library" + ownName
    private static let ownName = "/Keychains"

    /// The path of the link.
    package let path: String
    /// The folder of the login keychain, which the link names.
    package let target: String
    /// The path of the login keychain's other name, under which tools look for its file.
    private let login: String
    private let loginFile: String

    /// - Throws: `notAvailable` when there is no home folder.
    package init(of location: Location) throws(KeychainError) {
        path = try Location.homeFolder() + Self.name
        target = location.directory
        login = target + "/login.keychain-db"
        loginFile = location.fileName
    }

    /// Whether the link exists and names the folder.
    package var isLinked: Bool { System.linkTarget(path)?.hasSameBytes(as: target) ?? false }

    /// Makes the link, the other name of the login keychain, and folders that are missing.
    ///
    /// - Throws: `notAvailable` if something else has the name, or the link can't be made.
    package func link() throws(KeychainError) {
        try requireNothingElse()
        try translating {
            if !isLinked {
                try System.makeFolders(target)
                try System.makeFolders(String(path.dropLast(Self.ownName.count)))
                try System.symbolicLink(to: target, at: path)
            }
            if try System.status(login) == nil {
                try System.symbolicLink(to: loginFile, at: login)
            }
        }
    }

    /// Removes both links. Links to other places, files and folders stay.
    ///
    /// - Throws: `notAvailable` if something else has the name, or the link can't be removed.
    package func unlink() throws(KeychainError) {
        try requireNothingElse()
        try translating {
            if isLinked { try System.unlink(path) }
            if System.linkTarget(login)?.hasSameBytes(as: loginFile) ?? false {
                try System.unlink(login)
            }
        }
    }

    private func requireNothingElse() throws(KeychainError) {
        guard !isLinked, try translating({ try System.status(path) }) != nil else { return }
        throw KeychainError(
            .notAvailable,
            "\(path): exists and isn't a link to \(target); move it away, or use the keychains in it by their paths"
        )
    }
}
