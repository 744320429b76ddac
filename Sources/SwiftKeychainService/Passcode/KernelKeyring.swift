import SwiftKeychainSealing
import SwiftKeychainSystem
import Synchronization

/// Keeps what opens a store in the kernel's key retention service (keyrings(7)): two keys of the
/// user's own keyring, one for each ``LockGroup``, that every process of the user reads.
///
/// The kernel forgets them when the machine restarts, and the first one when its time is over.
final class KernelKeyring: Sendable {
    /// Operations of keyctl(2).
    private enum Operation: Int32 {
        case update = 2
        case revoke = 3
        case setPermissions = 5
        case link = 8
        case unlink = 9
        case search = 10
        case read = 11
        case setTimeout = 15
    }

    private static let threadKeyring = -1
    private static let userKeyring = -4
    /// Everything for the user, whether or not a session links the user's keyring; nothing for others.
    private static let permissions = 0x3f3f_0000
    /// Boxes are shorter; a longer payload is not ours.
    private static let longestPayload = 512

    private let prefix: String
    /// The numbers of the keys when they were last found: saves the search in every call.
    private let known = Mutex<[LockGroup: Int]>([:])

    init(store: [UInt8]) {
        prefix = "swift-keychain:" + Hexadecimal.text(store) + ":"
    }

    /// Reads what is kept; nil when nothing is, or its time is over.
    func box(_ group: LockGroup) -> [UInt8]? {
        if let key = known.withLock({ $0[group] }), let payload = Self.read(key) { return payload }
        guard let key = search(group) else { return nil }
        known.withLock { $0[group] = key }
        return Self.read(key)
    }

    /// Keeps `box`, in place of what was kept before.
    ///
    /// - Parameter seconds: after how many the kernel forgets it; nil: never.
    /// - Returns: nil, or the error number where the kernel refuses (some containers, a full quota).
    func keep(_ box: [UInt8], _ group: LockGroup, seconds: Int?) -> Int32? {
        let old = search(group)
        do throws(SystemError) {
            let key = try add(box, name(group))
            defer { Self.call(.unlink, key, Self.threadKeyring) }
            try System.keyctl(Operation.setPermissions.rawValue, key, Self.permissions)
            try Self.limit(key, seconds)
            try System.keyctl(Operation.link.rawValue, key, Self.userKeyring)
            known.withLock { $0[group] = key }
            // The new one took its place in the keyring; a process that knows its number looks again.
            if let old, old != key { Self.call(.revoke, old, 0) }
            return nil
        } catch {
            return error.number
        }
    }

    /// Makes a key that this thread possesses: only then may it be given other permissions.
    private func add(_ payload: [UInt8], _ name: String) throws(SystemError) -> Int {
        try payload.withUnsafeBufferPointer { (payload) throws(SystemError) in
            try System.addKey(
                name, UnsafeRawBufferPointer(payload), keyring: Self.threadKeyring)
        }
    }

    /// Puts `fresh` in place of `box`, with a new time from now; nil: for as long as the machine
    /// runs. What is revoked meanwhile stays so.
    func replace(_ box: [UInt8], by fresh: [UInt8], _ group: LockGroup, seconds: Int?) {
        guard let key = search(group), Self.read(key) == box else { return }
        do throws(SystemError) {
            try fresh.withUnsafeBufferPointer { (bytes) throws(SystemError) in
                _ = try System.keyctl(
                    Operation.update.rawValue, key, Int(bitPattern: bytes.baseAddress), bytes.count)
            }
            // A new payload has no time of its own; and what can't be limited must not stay.
            try Self.limit(key, seconds)
        } catch {
            drop(key)
        }
    }

    /// Takes away `box`, and not another that took its place.
    func drop(_ group: LockGroup, holding box: [UInt8]) {
        if let key = search(group), Self.read(key) == box { drop(key) }
    }

    /// Takes away what is kept, from every process at once.
    func drop(_ group: LockGroup) {
        if let key = search(group) { drop(key) }
    }

    private func drop(_ key: Int) {
        Self.call(.revoke, key, 0)
        Self.call(.unlink, key, Self.userKeyring)
    }

    /// Tries to keep something as long as a box.
    ///
    /// - Returns: nil, or the error number where the kernel refuses.
    func obstacle() -> Int32? {
        do throws(SystemError) {
            let key = try add(
                [UInt8](repeating: 0, count: Self.longestPayload), "swift-keychain:trial")
            Self.call(.unlink, key, Self.threadKeyring)
            return nil
        } catch {
            return error.number
        }
    }

    private func name(_ group: LockGroup) -> String { prefix + group.rawValue }

    private func search(_ group: LockGroup) -> Int? {
        let key = name(group).withCString { name in
            "user".withCString { type in
                try? System.keyctl(
                    Operation.search.rawValue, Self.userKeyring, Int(bitPattern: type),
                    Int(bitPattern: name))
            }
        }
        return key.flatMap { $0 > 0 ? $0 : nil }
    }

    private static func limit(_ key: Int, _ seconds: Int?) throws(SystemError) {
        // For the kernel zero is no limit, so the shortest is a second.
        let limit = seconds.map { min(max($0, 1), Int(Int32.max)) } ?? 0
        try System.keyctl(Operation.setTimeout.rawValue, key, limit)
    }

    private static func read(_ key: Int) -> [UInt8]? {
        var count = 0
        let payload = [UInt8](unsafeUninitializedCapacity: longestPayload) { buffer, filled in
            count =
                (try? System.keyctl(
                    Operation.read.rawValue, key, Int(bitPattern: buffer.baseAddress),
                    buffer.count)) ?? 0
            filled = min(count, longestPayload)
        }
        return count > 0 && count <= longestPayload ? payload : nil
    }

    private static func call(_ operation: Operation, _ first: Int, _ second: Int) {
        _ = try? System.keyctl(operation.rawValue, first, second)
    }
}
