// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychainSealing
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainStore
import SwiftKeychainSystem

/// The epochs of a store, in a small file next to it: a random text for each ``LockGroup``, to which
/// the boxes of unlocked keys are bound. Locking writes a new epoch, and no earlier box opens any more,
/// whichever keyring, user namespace or process holds it.
///
///     keychain-lock-epochs-1 HEX32 HEX32
///
/// The file keeps its length, so that a full disk has room for the next epoch. It isn't synchronized,
/// because no box outlives a restart of the machine.
struct LockEpochs: Sendable {
    let path: String
    let random: RandomSource

    private static let prefix = "keychain-lock-epochs-1 "
    private static let digits = 32
    private static let byteCount = prefix.utf8.count + LockGroup.allCases.count * (digits + 1)

    /// Reads the epoch of a group; empty when there is no file, as in a folder that can't be written.
    ///
    /// - Throws: `notAvailable` when it can't be read.
    func current(_ group: LockGroup) throws(KeychainError) -> String {
        guard let line = try read() else { return "" }
        let start = Self.offset(of: group)
        return String(decoding: line[start..<start + Self.digits], as: UTF8.self)
    }

    /// Creates the file if there is none. If that fails the epochs stay empty, and ``raise(_:)``
    /// throws.
    func make() {
        if !isOwn { try? create() }
    }

    /// Writes a new epoch for each group.
    ///
    /// - Throws: `readOnly`, `diskFull`, `notAvailable`.
    func raise(_ groups: [LockGroup]) throws(KeychainError) {
        if try read() == nil { return try create() }
        let isWritten = try translating {
            let file = try System.open(path, O_WRONLY)
            defer { System.close(file) }
            // Written in its place, it would change under another name too.
            if try System.status(file, path).st_nlink > 1 { return false }
            for group in groups {
                try System.write(file, path, at: Self.offset(of: group), Array(epoch().utf8))
            }
            return true
        }
        // All groups lock then: another process may be writing the epoch of the other.
        if !isWritten { try SmallFile.replace(path, newLine()) }
    }

    /// Whether the file exists and has the form of an epoch file.
    var isOwn: Bool { ((try? read()) ?? nil) != nil }

    /// Makes the contents of the file, 89 bytes: the prefix, two random epochs of 32 digits with a space between them,
    /// a newline.
    private func newLine() -> SecretBytes {
        SecretBytes(copying: "\(Self.prefix)\(epoch()) \(epoch())\n".utf8)
    }

    /// Makes the file with random epochs, unless another process makes it first.
    private func create() throws(KeychainError) {
        let line = newLine()
        // When several processes create it at once one wins, and the boxes of all are bound to its file.
        if try SmallFile.create(path, line) || isOwn { return }
        // Another program's file.
        try translating { try System.unlink(path) }
        _ = try SmallFile.create(path, line)
    }

    /// Returns the offset in the line at which the digits of a group begin.
    private static func offset(of group: LockGroup) -> Int {
        prefix.utf8.count + (group == .whenUnlocked ? 0 : digits + 1)
    }

    private func epoch() -> String { Hexadecimal.text(random.bytes(Self.digits / 2)) }

    /// Reads the line; nil when there is no file, or it has another form.
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
