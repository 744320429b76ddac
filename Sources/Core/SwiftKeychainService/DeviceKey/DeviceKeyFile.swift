// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainSealing
import SwiftKeychainSystem

/// The file of the device keys: lines of text that only its user can read.
struct DeviceKeyFile: Sendable {
    let path: String

    /// Reads the keys; nil when there is no file, or a process was killed while it erased it.
    ///
    /// - Throws: `notAvailable` when the file has no device keys, is readable by other users, or belongs
    ///   to another user.
    func load() throws(KeychainError) -> DeviceKeys? {
        let limit = DeviceKeys.longestText
        guard let text = try SmallFile.read(path, limit: limit, check: { try checkMode($0) }) else {
            return nil
        }
        // erase() writes zeros, from the beginning, before it removes the file.
        if text.withBytes({ $0.first == 0 }) { return nil }
        do throws(KeychainError) {
            return try DeviceKeys(text: text)
        } catch {
            throw KeychainError(error.code, "\(path): \(error.detail)")
        }
    }

    /// Reads the keys, or creates one. Must be called only when no store exists.
    func loadOrCreate() throws(KeychainError) -> DeviceKeys {
        if let keys = try load() { return keys }
        let keys = DeviceKeys(try DeviceKey.generate())
        if try SmallFile.create(path, keys.text) { return keys }
        guard let other = try load() else {
            throw KeychainError(
                .notAvailable, "\(path): erased, or another process created and deleted it")
        }
        return other
    }

    /// Writes keys, in place of those that are there.
    func replace(by keys: DeviceKeys) throws(KeychainError) {
        try SmallFile.replace(path, keys.text)
    }

    /// Overwrites and removes the file. Where the file system or the disk writes to other blocks, the old ones
    /// still hold the keys.
    func erase() throws(KeychainError) {
        try translating {
            guard let status = try System.status(path) else { return }
            let descriptor = try System.open(path, O_WRONLY)
            defer { System.close(descriptor) }
            let zeros = [UInt8](repeating: 0, count: Int(status.st_size))
            try System.write(descriptor, path, at: 0, zeros)
            try System.synchronize(descriptor, path)
            try System.unlink(path)
            try System.synchronize(
                directory: path.parentFolder)
        }
    }

    /// Refuses a file that other users may read or write, and one of any user but the caller and root. The mode isn't
    /// corrected, because the key may have been read.
    private func checkMode(_ status: stat) throws(KeychainError) {
        if status.st_mode & 0o077 != 0 {
            let mode = String(status.st_mode & 0o7777, radix: 8)
            throw KeychainError(
                .notAvailable, "\(path): mode 0\(mode) lets other users read the key; run chmod 600"
            )
        }
        if status.st_uid != geteuid(), status.st_uid != 0 {
            throw KeychainError(.notAvailable, "\(path): belongs to user \(status.st_uid)")
        }
    }
}
