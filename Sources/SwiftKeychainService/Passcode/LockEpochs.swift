import Glibc
import SwiftKeychainSealing
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainStore
import SwiftKeychainSystem

/// The epochs of a store, in a small file beside it: a random text for each ``LockGroup``, to which
/// the boxes of unlocked keys are bound. Locking writes another one: no box of before opens then, in
/// whatever keyring, user namespace or process it lies.
///
///     keychain-lock-epochs-1 HEX32 HEX32
///
/// The file keeps its length, so that a full disk has room for the next epoch. It is not
/// synchronized: no box outlives the run of the machine.
struct LockEpochs: Sendable {
    let path: String
    let random: RandomSource

    private static let prefix = "keychain-lock-epochs-1 "
    private static let digits = 32
    private static let byteCount = prefix.utf8.count + LockGroup.allCases.count * (digits + 1)

    /// Reads the epoch of a group; empty where there is no such file, as in a folder that may not be
    /// written.
    ///
    /// - Throws: `notAvailable` when it cannot be read.
    func current(_ group: LockGroup) throws(KeychainError) -> String {
        guard let line = try read() else { return "" }
        let start = Self.offset(of: group)
        return String(decoding: line[start..<start + Self.digits], as: UTF8.self)
    }

    /// Makes the file where there is none. Where that fails the epochs stay empty, and ``raise(_:)``
    /// will say so.
    func make() {
        if !isOwn { try? create() }
    }

    /// Gives each group another epoch.
    ///
    /// - Throws: `readOnly`, `diskFull`, `notAvailable`.
    func raise(_ groups: [LockGroup]) throws(KeychainError) {
        if try read() == nil { return try create() }
        try translating { () throws(SystemError) in
            let file = try System.open(path, O_WRONLY)
            defer { System.close(file) }
            for group in groups {
                try System.write(file, path, at: Self.offset(of: group), epoch())
            }
        }
    }

    /// Tells whether the file is there, and is one of ours.
    var isOwn: Bool { ((try? read()) ?? nil) != nil }

    private func create() throws(KeychainError) {
        let line = SecretBytes(
            copying: Array(Self.prefix.utf8) + epoch() + Array(" ".utf8) + epoch()
                + Array("\n".utf8))
        // Of several that make it at once one wins: the boxes of the others are bound to it, too.
        if try SmallFile.create(path, line) || isOwn { return }
        // A file of something else.
        try translating { () throws(SystemError) in try System.unlink(path) }
        _ = try SmallFile.create(path, line)
    }

    private static func offset(of group: LockGroup) -> Int {
        prefix.utf8.count + (group == .whenUnlocked ? 0 : digits + 1)
    }

    private func epoch() -> [UInt8] {
        Array(Hexadecimal.text(random.bytes(Self.digits / 2)).utf8)
    }

    /// Reads the line; nil when there is no file, or one of something else.
    private func read() throws(KeychainError) -> [UInt8]? {
        do throws(SystemError) {
            let file = try System.open(path, O_RDONLY)
            defer { System.close(file) }
            let line = try System.read(file, path, at: 0, count: Self.byteCount + 1)
            let isOurs = line.count == Self.byteCount && line.starts(with: Self.prefix.utf8)
            return isOurs ? line : nil
        } catch {
            if error.number == ENOENT { return nil }
            throw error.keychainError
        }
    }
}
