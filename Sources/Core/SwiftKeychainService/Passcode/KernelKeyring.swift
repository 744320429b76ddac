// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychainMemory
import SwiftKeychainSystem
import Synchronization

/// What is kept until the machine restarts, in the kernel's key retention service (keyrings(7)): entries of
/// the user's keyring, such as the boxes of unlocked keys, that every process of the user can read.
///
/// The kernel forgets them when the machine restarts, and those with a time limit when it expires.
final class KernelKeyring: Sendable {
    /// Operations of keyctl(2).
    enum Operation {
        static let update: Int32 = 2
        static let revoke: Int32 = 3
        static let setPermissions: Int32 = 5
        static let describe: Int32 = 6
        static let link: Int32 = 8
        static let unlink: Int32 = 9
        static let search: Int32 = 10
        static let read: Int32 = 11
        static let setTimeout: Int32 = 15
    }

    /// KEY_SPEC_THREAD_KEYRING, which ends with the thread. A key that no other keyring links ends with it.
    private static let threadKeyring = -1
    /// KEY_SPEC_USER_KEYRING, which all sessions of the user share.
    static let userKeyring = -4
    /// All rights for the user, whether or not a session links the user's keyring; none for others.
    private static let permissions = 0x3f3f_0000
    /// The most bytes of a box. A longer payload belongs to another program.
    private static let longestPayload = 512

    private static let namePrefix = "swift-keychain:"

    private let prefix: String
    /// The serial numbers of the keys when last found, which save the search in each call.
    private let known = Mutex<[String: Int]>([:])

    /// - Parameter identifier: of a store, or of the record of a device key.
    init(identifier: [UInt8]) {
        prefix = Self.namePrefix + Hexadecimal.text(identifier) + ":"
    }

    /// Reads the box of an entry; nil when there is none, or it expired.
    func box(_ entry: String) -> [UInt8]? {
        if let key = known.withLock({ $0[entry] }), let payload = Self.read(key) { return payload }
        guard let key = search(entry) else { return nil }
        known.withLock { $0[entry] = key }
        return Self.read(key)
    }

    /// Reads the payload of an entry into locked memory; nil when there is none of that length.
    func secret(_ entry: String, count: Int) -> SecretBytes? {
        guard let key = search(entry) else { return nil }
        var found = 0
        let secret = SecretBytes(count: count) { buffer in
            found = Self.read(key, into: buffer)
        }
        return found == count ? secret : nil
    }

    /// Keeps `box`, in place of the previous one. If the user's quota is full, this drops what removed stores left.
    ///
    /// - Parameter seconds: the time after which the kernel forgets it; nil for never.
    /// - Returns: nil, or the error number when the kernel refuses (some containers, a full quota).
    func keep(_ box: [UInt8], _ entry: String, seconds: Int?) -> Int32? {
        box.withUnsafeBytes { box in
            var error = keep(box, entry, seconds: seconds)
            for _ in 0..<10 where error == EDQUOT {
                Self.dropAbandoned()
                // The kernel gives back the room of a key some milliseconds after it was dropped.
                SystemClock.sleep(.milliseconds(20))
                error = keep(box, entry, seconds: seconds)
            }
            return error
        }
    }

    /// Adds a key (add_key(2)), and replaces an earlier one of this name. The key is complete before it is linked to
    /// the user's keyring.
    ///
    /// - Parameter seconds: when the kernel removes it; nil: never.
    /// - Returns: the error number; nil for success.
    func keep(_ payload: UnsafeRawBufferPointer, _ entry: String, seconds: Int?) -> Int32? {
        let old = search(entry)
        do throws(SystemError) {
            // A key that this thread possesses, so that its permissions can be changed.
            let key = try System.addKey(name(entry), payload, keyring: Self.threadKeyring)
            defer { Self.call(Operation.unlink, key, Self.threadKeyring) }
            try System.keyctl(Operation.setPermissions, key, Self.permissions)
            try Self.limit(key, seconds)
            try System.keyctl(Operation.link, key, Self.userKeyring)
            known.withLock { $0[entry] = key }
            // The new key replaced it in the keyring. A process that knows the old number searches again.
            if let old, old != key { Self.call(Operation.revoke, old, 0) }
            return nil
        } catch {
            // In its place a payload of the same length takes no room.
            guard error.number == EDQUOT, let old else { return error.number }
            return Self.update(old, payload, seconds: seconds)
        }
    }

    /// Replaces `box` by `fresh`, unless it was revoked.
    ///
    /// - Parameter seconds: the time from now after which the kernel forgets it; nil for never.
    func replace(_ box: [UInt8], by fresh: [UInt8], _ entry: String, seconds: Int?) {
        guard let key = search(entry), Self.read(key) == box else { return }
        if fresh.withUnsafeBytes({ Self.update(key, $0, seconds: seconds) }) != nil {
            Self.drop(key)
        }
    }

    /// Replaces the payload of a key (KEYCTL_UPDATE).
    ///
    /// - Returns: the error number; nil for success.
    private static func update(
        _ key: Int, _ payload: UnsafeRawBufferPointer, seconds: Int?
    ) -> Int32? {
        do throws(SystemError) {
            try System.keyctl(
                Operation.update, key, Int(bitPattern: payload.baseAddress), payload.count)
        } catch {
            return error.number
        }
        do throws(SystemError) {
            try limit(key, seconds)
            return nil
        } catch {
            // A new payload has no timeout. If none can be set, the key must not stay.
            drop(key)
            return error.number
        }
    }

    /// Removes `box`, and not another that replaced it.
    func drop(_ entry: String, holding box: [UInt8]) {
        if let key = search(entry), Self.read(key) == box { Self.drop(key) }
    }

    /// Removes the box of an entry, for every process at once.
    func drop(_ entry: String) {
        if let key = search(entry) { Self.drop(key) }
    }

    static func drop(_ key: Int) {
        // A revoked key can't be read through any keyring that links it.
        call(Operation.revoke, key, 0)
        call(Operation.unlink, key, userKeyring)
    }

    /// Tries to keep a payload of the length of a box.
    ///
    /// - Returns: nil, or the error number when the kernel refuses.
    func obstacle() -> Int32? {
        do throws(SystemError) {
            let zeros = [UInt8](repeating: 0, count: Self.longestPayload)
            let key = try zeros.withUnsafeBufferPointer { (zeros) throws(SystemError) in
                try System.addKey(
                    Self.namePrefix + "trial", UnsafeRawBufferPointer(zeros),
                    keyring: Self.threadKeyring)
            }
            Self.call(Operation.unlink, key, Self.threadKeyring)
            return nil
        } catch {
            return error.number
        }
    }

    private func name(_ entry: String) -> String { prefix + entry }

    /// Returns the serial number of the user's key with a name (KEYCTL_SEARCH); nil if there is none that can be used.
    private func search(_ entry: String) -> Int? {
        let key = name(entry).withCString { name in
            "user".withCString { type in
                try? System.keyctl(
                    Operation.search, Self.userKeyring, Int(bitPattern: type),
                    Int(bitPattern: name))
            }
        }
        return key.flatMap { $0 > 0 ? $0 : nil }
    }

    /// Sets after how many seconds the kernel removes a key (KEYCTL_SET_TIMEOUT); nil: never.
    private static func limit(_ key: Int, _ seconds: Int?) throws(SystemError) {
        // For the kernel zero means no limit, so the shortest limit is a second.
        let limit = seconds.map { min(max($0, 1), Int(Int32.max)) } ?? 0
        try System.keyctl(Operation.setTimeout, key, limit)
    }

    /// Reads the payload of a key (KEYCTL_READ); nil if it is gone, or longer than any box.
    static func read(_ key: Int) -> [UInt8]? {
        var count = 0
        let payload = [UInt8](unsafeUninitializedCapacity: longestPayload) { buffer, filled in
            count = read(key, into: UnsafeMutableRawBufferPointer(buffer))
            filled = min(count, longestPayload)
        }
        return count > 0 && count <= longestPayload ? payload : nil
    }

    /// Reads what fits, and returns the length of the payload; 0 if the key is gone.
    static func read(_ key: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int {
        (try? System.keyctl(
            Operation.read, key, Int(bitPattern: buffer.baseAddress), buffer.count)) ?? 0
    }

    private static func call(_ operation: Int32, _ first: Int, _ second: Int) {
        _ = try? System.keyctl(operation, first, second)
    }
}
