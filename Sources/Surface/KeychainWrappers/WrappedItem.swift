// SPDX-License-Identifier: Apache-2.0
import Foundation
import Security

/// The single item of a wrapper, read and written key by key.
///
/// This module has the wrapper classes that programs for Apple's platforms have copied for years. They differ in names
/// and defaults, so each is a thin class over this one, which has the behaviour that they share. It uses only
/// `Security`'s public functions, as the originals do.
///
/// 1. Stored values are not kept in memory. Each read asks the keychain, so that changes by other wrappers and
///    processes are seen, and no secret outlives its use.
/// 2. Until the first write there is no stored item, and reads return the defaults.
/// 3. A failure doesn't throw: the call does nothing, reports a line, and leaves its status in ``lastStatus``.
final class WrappedItem: @unchecked Sendable {
    /// The lock for all properties below; held across a read and the write that depends on it.
    private let lock = NSLock()
    /// What identifies the item: class, `kSecAttrGeneric`, and the access group if it has an effect.
    private var identity: Attributes
    private var isAccessGroupSettled: Bool
    /// The values of the item before anything is set; the secret is text.
    private let defaults: Attributes
    /// The prefix of the lines that report failures.
    private let name: String
    private var status = errSecSuccess

    init(name: String, generic: Any, accessGroup: String?, defaults: Attributes) {
        self.name = name
        self.defaults = defaults
        identity = [kSecClass: kSecClassGenericPassword, kSecAttrGeneric: generic]
        identity[kSecAttrAccessGroup] = accessGroup
        isAccessGroupSettled = accessGroup == nil
        // Report an unusable keychain now, not at the first value.
        perform("init") { try GenericPassword.attributes(of: search) }
    }

    /// The query for the item, which may be synchronizable or not.
    private var search: Attributes {
        identity.merging([kSecAttrSynchronizable: kSecAttrSynchronizableAny]) { old, _ in old }
    }

    /// The status of the last call; `errSecSuccess` also where the defaults were returned.
    var lastStatus: OSStatus { lock.withLock { status } }

    /// The query that finds the item, with the limit and the return key of a search.
    var query: CFDictionary {
        lock.withLock {
            settleAccessGroup()
            return search.merging([
                kSecMatchLimit: kSecMatchLimitOne, kSecReturnAttributes: kCFBooleanTrue!,
            ]) { old, _ in old } as CFDictionary
        }
    }

    /// All values of the item that can be read; the secret is text.
    var contents: CFDictionary {
        var all: Attributes = [:]
        perform("read") {
            guard let stored = try GenericPassword.attributes(of: search) else {
                all = unstored
                return
            }
            for (key, value) in stored { all[NSString(string: key)] = value }
            all[kSecValueData] = try secret()
        }
        return all as CFDictionary
    }

    /// Returns the value of one key; nil when the item has none or can't be read.
    func object(forKey key: CFString) -> Any? {
        perform("object(forKey:)") { try value(of: key) } ?? nil
    }

    /// Sets one key; nil does nothing, and a value that is there already is not written.
    func set(_ object: Any?, forKey key: CFString) {
        guard let object else { return }
        perform("setObject(_:forKey:)") {
            if let old = try value(of: key), isEqual(old, object) { return }
            // The keys that identify the item can't change: this wrapper would lose it.
            if identity[key] != nil { throw WrapperError(status: errSecParam) }
            try write(object, forKey: key)
        }
    }

    /// Deletes the stored item; reads return the defaults again.
    func reset() {
        perform("resetKeychainItem()") { try GenericPassword.delete(search) }
    }

    private func value(of key: CFString) throws(WrapperError) -> Any? {
        guard let stored = try GenericPassword.attributes(of: search) else {
            return unstored[key]
        }
        return key == kSecValueData ? try secret() : stored[String(describing: key)]
    }

    /// Reads the secret: as text where possible, else as bytes; empty where there is none.
    private func secret() throws(WrapperError) -> Any {
        guard let bytes = try GenericPassword.secret(of: search) else { return "" }
        return SecretText.read(bytes) ?? bytes
    }

    private var unstored: Attributes { identity.merging(defaults) { old, _ in old } }

    private func write(_ object: Any, forKey key: CFString) throws(WrapperError) {
        let isSecret = key == kSecValueData
        guard let text = (isSecret ? object : defaults[kSecValueData] ?? "") as? String else {
            guard let bytes = object as? NSData else { throw WrapperError(status: errSecParam) }
            return try store(bytes, forKey: key, secret: bytes)
        }
        let secret = SecretText.bytes(of: text)
        defer { SecretText.wipe(secret) }
        try store(isSecret ? secret : object, forKey: key, secret: secret)
    }

    /// Sets `key` in the stored item, or adds the item with its defaults, `secret`, and `key` set.
    private func store(
        _ object: Any, forKey key: CFString, secret: NSData
    ) throws(WrapperError) {
        var item = unstored
        item[kSecValueData] = secret
        item[key] = object
        try GenericPassword.store([key: object], in: search, orAdd: item)
    }

    private func isEqual(_ one: Any, _ other: Any) -> Bool {
        // Texts in two normalization forms are equal for Foundation, and two passwords for a server.
        if let one = one as? String, let other = other as? String {
            return one.hasSameBytes(as: other)
        }
        return (one as? NSObject ?? one as AnyObject as? NSObject)?.isEqual(other) ?? false
    }

    /// Runs `body` under the lock, keeps its status, and reports a failure; nil after one.
    ///
    /// - Parameter body: throws ``WrapperError`` alone.
    @discardableResult
    private func perform<Result>(_ call: String, _ body: () throws -> Result) -> Result? {
        lock.withLock {
            settleAccessGroup()
            do {
                let result = try body()
                status = errSecSuccess
                return result
            } catch {
                status = (error as? WrapperError)?.status ?? errSecInternalComponent
                FailureReport.make(of: "\(name).\(call)", status)
                return nil
            }
        }
    }

    /// Leaves the access group out when the program is unsigned: such programs share one group.
    ///
    /// A search in a group that is not the program's fails either way; only the status of an update
    /// shows that the program is unsigned, and that refused update changes nothing.
    private func settleAccessGroup() {
        guard !isAccessGroupSettled else { return }
        switch SecItemCopyMatching(search as CFDictionary, nil) {
        case errSecSuccess, errSecItemNotFound:
            isAccessGroupSettled = true
        case errSecMissingEntitlement:
            let change: Attributes = [kSecAttrLabel: ""]
            let status = SecItemUpdate(search as CFDictionary, change as CFDictionary)
            if status == errSecNoAccessForItem { identity[kSecAttrAccessGroup] = nil }
            isAccessGroupSettled = true
        default:
            break
        }
    }
}
