// SPDX-License-Identifier: Apache-2.0
import CKeychainLinux
import Foundation

/// Looks into the kernel's keyring of the user, in which a store with a passcode keeps three keys.
public enum UserKeyring {
    /// Counts the keys of the store that these 16 bytes name; those that are about to go do not
    /// count.
    public static func keys(of store: [UInt8]) -> Int {
        let name = store.map { String(format: "%02x", $0) }.joined()
        let lines = KernelFile.lines("/proc/keys") ?? []
        return lines.count { line in
            let words = line.split(separator: " ")
            // The flags: R is revoked, D dead, i invalidated.
            return line.contains(" swift-keychain:\(name):")
                && !words[1].contains { "RDi".contains($0) }
        }
    }

    // Operations of keyctl(2), and the two keyrings.
    private static let (unlink, search, link, read, setPermissions) = (9, 10, 8, 11, 5)
    private static let (own, thread) = (-4, -1)

    private static func name(_ store: [UInt8], _ group: String) -> String {
        "swift-keychain:\(store.map { String(format: "%02x", $0) }.joined()):\(group)"
    }

    private static func call(_ operation: Int, _ first: Int, _ second: Int) -> Int {
        keychain_keyctl(Int32(operation), first, second, 0, 0)
    }

    private static func key(_ store: [UInt8], _ group: String) -> Int? {
        let key = name(store, group).withCString { name in
            "user".withCString { type in
                keychain_keyctl(
                    Int32(search), own, Int(bitPattern: type), Int(bitPattern: name), 0)
            }
        }
        return key > 0 ? key : nil
    }

    /// Whether the kernel keeps keys for this process; some containers refuse.
    public static let isUsable: Bool = {
        let store = (0..<16).map { _ in UInt8.random(in: 0 ... .max) }
        put([1], for: store, "A")
        defer { remove(store, "A") }
        return payload(of: store, "A") == [1]
    }()

    /// Reads what is kept of a group, "A" or "C"; nil where the kernel keeps nothing.
    public static func payload(of store: [UInt8], _ group: String) -> [UInt8]? {
        guard let key = key(store, group) else { return nil }
        var buffer = [UInt8](repeating: 0, count: 512)
        let count = buffer.withUnsafeMutableBytes {
            keychain_keyctl(Int32(read), key, Int(bitPattern: $0.baseAddress), $0.count, 0)
        }
        return count > 0 ? Array(buffer.prefix(count)) : nil
    }

    /// Puts a payload where the keychain keeps it.
    public static func put(_ payload: [UInt8], for store: [UInt8], _ group: String) {
        let key = payload.withUnsafeBytes {
            keychain_add_key(
                "user", name(store, group), $0.baseAddress, $0.count, Int32(thread))
        }
        _ = call(setPermissions, key, 0x3f3f_0000)
        _ = call(link, key, own)
        _ = call(unlink, key, thread)
    }

    public static func remove(_ store: [UInt8], _ group: String) {
        if let key = key(store, group) { _ = call(unlink, key, own) }
    }
}
