// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel
import SwiftKeychainStore

// The search list and default keychain are a setting of the user's own store.
extension Engine {
    /// Runs `body` while no other process or thread changes the list.
    func withKeychainListLock<R>(_ body: () throws -> R) throws(KeychainError) -> R {
        try location.requireOwnFolder()
        let path = location.directory + "/" + Location.searchListLockName
        return try LockedFile.alone(path, deadline: .standard) { () throws(KeychainError) in
            try translating(body)
        }
    }

    /// Changes the list while no other process or thread does.
    ///
    /// Creates the user's own store if there is none and the list changes.
    ///
    /// - Parameters:
    ///   - name: what the user sets, which a repair may have given up.
    ///   - undo: reverts the other effects of `change` when the list can't be written.
    ///   - afterwards: runs once the list is written, before another process or thread can change it.
    ///     If it throws, the list is restored.
    /// - Throws: what `change` throws, before anything is written; `parameter` for a list that became too long;
    ///   `notAvailable` when the folder can't be written or other processes hold the lock too long; `diskFull`, `readOnly`.
    func changeKeychainList(
        settling name: LostSettings.Name? = nil,
        _ change: (inout KeychainList) throws(KeychainError) -> Void,
        undo: () -> Void = {}, afterwards: () throws -> Void = {}
    ) throws(KeychainError) {
        try withKeychainListLock {
            let old = try setting(KeychainList.self)
            var new = old
            try change(&new)
            func write(_ list: KeychainList) throws(KeychainError) {
                var settled = name
                if let name, try !setting(LostSettings.self).contains(name) {
                    settled = nil
                }
                if new == old, settled == nil { return }
                try self.write(.standard) { (transaction) in
                    transaction.set(list)
                    if let settled { transaction.settle(settled) }
                }
            }
            do {
                guard new.byteCount <= max(old.byteCount, KeychainList.mostBytes) else {
                    throw KeychainError(
                        .parameter, "keychain list: larger than \(KeychainList.mostBytes) bytes")
                }
                try write(new)
            } catch {
                undo()
                throw error
            }
            do {
                try afterwards()
            } catch {
                try? write(old)
                throw error
            }
        }
    }
}
