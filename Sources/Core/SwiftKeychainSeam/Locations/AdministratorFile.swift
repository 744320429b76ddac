// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainSystem

/// A file of `/etc/keychain`, which only the administrator may write.
package enum AdministratorFile {
    /// Reads a file; nil when there is none.
    ///
    /// - Throws: as ``SmallFile/readRights(_:limit:check:)``, naming the file.
    package static func read(_ path: String, _ administrator: uid_t) throws(KeychainError)
        -> [UInt8]?
    {
        try SmallFile.readRights(path) { status in
            if let fault = fault(status, administrator) {
                throw KeychainError(.missingEntitlement, "\(path): \(fault)")
            }
        }?.withBytes { [UInt8]($0) }
    }

    /// Returns why users other than the administrator can change a file or folder.
    package static func fault(_ status: stat, _ administrator: uid_t) -> String? {
        if status.st_uid != 0, status.st_uid != administrator {
            return "belongs to user \(status.st_uid), not to root"
        }
        return status.st_mode & 0o022 == 0 ? nil : "others than its owner can write it"
    }

    /// Checks that only the administrator can change a file or folder, if there is one.
    ///
    /// - Throws: `notAvailable`, naming it.
    package static func require(_ path: String, _ administrator: uid_t) throws(KeychainError) {
        // The call that reads it reports what can't be examined.
        guard let status = try? System.status(following: path) else { return }
        if let fault = fault(status, administrator) {
            throw KeychainError(.notAvailable, "\(path): \(fault)")
        }
    }

    /// Returns whether no list may give an access group to single programs.
    /// `*` stands for every group, and the two others have rules that don't depend on a list.
    package static func isReserved(_ group: String) -> Bool {
        ["", "*", Caller.unsignedGroup, Caller.tokenGroup].contains(group)
    }
}
