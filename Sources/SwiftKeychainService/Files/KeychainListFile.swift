import SwiftKeychainModel
import SwiftKeychainStore

/// The search list and default keychain of the user, as the user's own store keeps them.
struct KeychainListFile {
    /// The engine of the user's own store.
    let engine: Engine

    /// The file that is locked while the list changes; it lies beside the user's own store.
    package static let lockFileName = "search-list.lock"

    /// Reads the list; the empty one where there is no store yet, which is not made.
    ///
    /// - Throws: `notAvailable`, `inputOutput` where the user's own store can't be read.
    func load() throws(KeychainError) -> KeychainList { try engine.setting() }

    /// Runs `body` while no other process or thread changes the list.
    func withLock<R>(_ body: () throws(KeychainError) -> R) throws(KeychainError) -> R {
        let path = engine.location.directory + "/" + Self.lockFileName
        return try LockedFile.alone(path, deadline: .standard, body)
    }

    /// Changes the list while no other process or thread does.
    ///
    /// The user's own store is made when there is none and something changes.
    ///
    /// - Parameters:
    ///   - undo: takes back what `change` did beside the list, which could not be written.
    ///   - afterwards: what is done once the list is written, before another process or thread
    ///     changes it. When it throws, the list is again what it was.
    /// - Throws: what `change` throws, and then nothing is written; `notAvailable` where the folder
    ///   may not be written or others take too long; `diskFull`, `readOnly`.
    func change(
        _ change: (inout KeychainList) throws(KeychainError) -> Void,
        undo: () -> Void = {}, afterwards: () throws(KeychainError) -> Void = {}
    ) throws(KeychainError) {
        try withLock { () throws(KeychainError) in
            let old = try load()
            var new = old
            try change(&new)
            func write(_ list: KeychainList) throws(KeychainError) {
                if new == old { return }
                try engine.write(.standard) { (transaction) in transaction.set(list) }
            }
            do throws(KeychainError) {
                try write(new)
            } catch {
                undo()
                throw error
            }
            do throws(KeychainError) {
                try afterwards()
            } catch {
                try? write(old)
                throw error
            }
        }
    }
}
