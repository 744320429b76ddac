// SPDX-License-Identifier: Apache-2.0
import CKeychainLinux
import Glibc
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainSystem

/// A file in the folder of a store, by which a securityd shows that it keeps the stores of that
/// folder and of no other.
package struct StoreFolderProbe: ~Copyable {
    private let location: Location

    /// Creates the file, and the folder if there is none.
    ///
    /// - Throws: `notAvailable`, `diskFull`, `inputOutput`.
    package init(in folder: Location) throws(KeychainError) {
        let name = "adopting-" + String(UInt64.random(in: 0...(.max)), radix: 36)
        location = folder.standard.sibling(name)
        _ = try SmallFile.create(location.databasePath, SecretBytes(copying: "probe\n".utf8))
    }

    deinit { try? System.unlink(location.databasePath) }

    /// Returns whether a service finds the file at the place that it uses for the folder.
    ///
    /// - Throws: the failure that the service replies.
    package func isFound(by service: some KeychainService) throws(KeychainError) -> Bool {
        try service.answer(.file, at: location).exists
    }
}

extension Location {
    /// Whether a process keeps the store of this folder to itself. A call that is in progress for longer than
    /// a moment counts too.
    package var isKept: Bool {
        let path = directory + "/keychain.lock"
        guard let descriptor = try? System.open(path, O_RDONLY) else { return false }
        defer { System.close(descriptor) }
        for _ in 0..<20 {
            if (try? System.tryLock(descriptor, path)) != false { return false }
            usleep(10_000)
        }
        return true
    }
}
