// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainSealing
import SwiftKeychainStore
import SwiftKeychainSystem

/// The file of the known keychains, next to the device key that seals it, and what it says of one keychain.
struct KnownKeychainsFile {
    let source: DeviceKeySource

    private var location: Location { source.location }
    private var path: String { location.knownKeychainsPath }

    /// Why calls don't write to a keychain.
    enum Refusal {
        /// The known one isn't there any more.
        case missing
        /// Another one is there, or an earlier copy without the passcode.
        case other(hadPasscode: Bool, hasPasscode: Bool)
        case withoutPasscode
    }

    /// The keys of the keychain among the known ones: its path, and the path with the links of its folder
    /// resolved. The first notices that a link was put in place of the folder, the second that it leads elsewhere.
    private var keys: Set<[UInt8]> {
        let folders = [location.directory, (try? System.resolve(location.directory))]
        return Set(folders.compactMap { $0.map { ($0 + "/" + location.fileName).pathBytes } })
    }

    /// Returns what is known at each of the paths of the keychain.
    ///
    /// - Throws: as ``load()``.
    func entries() throws(KeychainError) -> [KnownKeychains.Keychain?] {
        let keychains = try load().keychains
        return keys.map { keychains[$0] }
    }

    /// Reads the known keychains; none when there is no file.
    ///
    /// - Throws: `notAvailable`, naming the file, when it can't be read or the device key didn't seal it.
    func load() throws(KeychainError) -> KnownKeychains {
        guard let record = try SmallFile.read(path)?.withBytes({ Array($0) }) else {
            return KnownKeychains()
        }
        do throws(KeychainError) {
            let key = try source.key(KnownKeychains.deviceKeyIdentifier(inRecord: record))
            return try KnownKeychains(record: record, deviceKey: key)
        } catch {
            throw KeychainError(
                error.code,
                "\(path): \(error.detail); security doctor --accept-keychain makes it anew")
        }
    }

    /// Changes the known keychains while no other process does. Writes the file only for a change, and not as root in a
    /// folder of another user.
    ///
    /// - Parameters:
    ///   - anew: whether to begin with none if the file doesn't open.
    ///   - change: receives the keys of this keychain too.
    /// - Throws: as ``load()``; `notAvailable`, `diskFull`, `readOnly` when the file can't be written.
    func change(
        anew: Bool = false, deadline: Deadline = .standard,
        _ change: (inout KnownKeychains, _ keys: Set<[UInt8]>) -> Void
    ) throws(KeychainError) {
        if isInFolderOfAnotherUser { return }
        let keys = keys
        // Most calls change nothing, and need no lock.
        if !anew {
            var new = try load()
            let old = new
            change(&new, keys)
            if new == old { return }
        }
        try LockedFile.alone(location.deviceLockPath, deadline: deadline) {
            () throws(KeychainError) in
            var new = anew ? (try? load()) ?? KnownKeychains() : try load()
            change(&new, keys)
            try write(new)
        }
    }

    /// Replaces the file, sealed under the present device key; removes it if there is nothing to know or no key.
    private func write(_ new: KnownKeychains) throws(KeychainError) {
        guard !new.keychains.isEmpty, let key = try source.keys()?.current else {
            return try translating {
                if try System.status(path) != nil { try System.unlink(path) }
            }
        }
        try SmallFile.replace(path, SecretBytes(copying: new.sealed(under: key)))
    }

    /// Whether root works in a folder of another user, who may prepare its names, and couldn't read files of root there.
    private var isInFolderOfAnotherUser: Bool {
        let folder = path.parentFolder
        guard geteuid() == 0, let status = try? System.status(following: folder) else {
            return false
        }
        return status.st_uid != 0
    }

    /// Returns the error for a keychain that was replaced: what is wrong, and how the user accepts it.
    func refusal(_ refusal: Refusal) -> KeychainError {
        let reason =
            switch refusal {
            case .missing: "is gone, although programs have stored items in it"
            case .other(true, false):
                "a different keychain without a passcode replaced one that had a passcode"
            case .other: "isn't the keychain that was there"
            case .withoutPasscode: "had a passcode, and has none now: it may be an earlier copy"
            }
        let choice =
            if case .missing = refusal {
                "put it back, or "
                    + (location.mustExist ? "accept that" : "have the next call make a new one")
                    + " with security doctor"
            } else { "put that one back, or accept this one with security doctor" }
        let path = location.databasePath
        return KeychainError(
            .notAvailable,
            "\(path): \(reason); \(choice) --accept-keychain"
                + (location.mustExist ? " \(path)" : ""))
    }
}
