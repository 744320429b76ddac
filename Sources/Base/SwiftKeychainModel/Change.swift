// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory

/// The attributes and the secret that an update sets; all others keep their values.
public struct Change: Sendable {
    public let attributes: [Attribute: AttributeValue]
    /// The new secret; nil keeps the old one, zero bytes make it empty.
    public let secret: SecretBytes?

    /// Makes a change, and checks what doesn't depend on the item.
    ///
    /// Dates are accepted and ignored. Values that must equal the stored ones are compared when the
    /// change is applied.
    ///
    /// - Throws: `parameter` for `syna`, which only filters searches, and for a secret over
    ///   ``Limits``.
    public init(
        _ attributes: [Attribute: AttributeValue], secret: SecretBytes? = nil
    ) throws(KeychainError) {
        if attributes[.synchronizable] == .string("syna") {
            throw KeychainError.refused(.synchronizable, "must be 0 or 1")
        }
        if let secret, secret.count > Limits.secretBytes {
            throw KeychainError(
                .parameter, "kSecValueData: larger than \(Limits.secretBytes) bytes")
        }
        self.attributes = attributes
        self.secret = secret
    }

    /// Checks the attributes against a class before any item is searched for.
    ///
    /// - Throws: `noSuchAttribute`, or `parameter` for a value its attribute doesn't accept.
    public func check(for itemClass: ItemClass) throws(KeychainError) {
        _ = try itemClass.attributes.accept(attributes)
    }

    /// Returns the part of a change to `identity` that applies to its certificate or key: the
    /// attributes that `itemClass` has.
    ///
    /// A value equal to the identity's changes neither half, although it may be that of one half
    /// only: a returned dictionary must not give the key the access group of the certificate. An
    /// access control without its class is from no such dictionary, and must protect both halves.
    package func half(
        for itemClass: ItemClass, of identity: Item
    ) throws(KeychainError) -> Change {
        if secret != nil {
            throw KeychainError(.parameter, "kSecValueData: an identity has no data of its own")
        }
        var new = try identity.itemClass.attributes.accept(attributes)
            .filter { attribute, value in value != identity[attribute] }
        if attributes[.accessible] == nil { new[.accessControl] = attributes[.accessControl] }
        return try Change(new.filter { itemClass.attributes[$0.key] != nil })
    }

    /// Returns whether protection class and constraints of `item` stay as they are.
    func keepsAccessControl(of item: Item) -> Bool {
        let control = item.accessControl
        if let new = attributes[.accessControl], new != .data(control.encoded()) { return false }
        guard let new = attributes[.accessible] else { return true }
        return new.text == control.protection.rawValue
    }

    /// Returns `item` with this change applied.
    ///
    /// - Throws: what ``NewItem`` throws; `parameter` when the change makes or revives a tombstone,
    ///   names another token, or lifts a restriction of a key.
    public func applied(to item: Item) throws(KeychainError) -> NewItem {
        let table = item.itemClass.attributes
        var merged = item.stored.filter { table[$0.key] != nil }
        merged[.accessGroup] = .string(item.accessGroup)
        merged[.synchronizable] = .number(item.synchronizable ? 1 : 0)
        for (attribute, value) in attributes where try !item.derives(attribute, value) {
            merged[attribute] = value
        }
        // Callers pass a returned dictionary back unchanged: a value equal to the stored one changes
        // nothing.
        let stored = item.accessControl
        if merged[.accessControl] == .data(stored.encoded()) { merged[.accessControl] = nil }
        let protection = try Self.protection(merged.removeValue(forKey: .accessible))
        if merged[.accessControl] == nil {
            // A new protection class keeps the constraints.
            merged[.accessControl] = .data(
                try AccessControl(protection: protection ?? stored.protection, flags: stored.flags)
                    .encoded())
        } else if protection != stored.protection {
            // Both are new, and must agree.
            merged[.accessible] = attributes[.accessible]
        }
        merged[.tombstone] = nil
        if let tombstone = attributes[.tombstone], (tombstone.integer == 1) != item.isTombstone {
            throw KeychainError.refused(.tombstone, "differs from the stored value")
        }
        if let token = attributes[.tokenID]?.text, item.stored[.tokenID] != .string(token) {
            throw KeychainError.refused(.tokenID, "differs from the stored value")
        }
        try item.checkReplacement(secret)
        if item.itemClass == .key {
            try KeyRestrictions(item.stored).check(merged)
            if item.publicKey == nil { merged = merged.withEffectiveKeySize }
        }
        return try NewItem(
            derived: item.itemClass, attributes: merged, secret: secret ?? item.secret,
            publicKey: item.publicKey,
            carried: item.stored.filter { table[$0.key] == nil && $0.key != .publicKey })
    }

    private static func protection(
        _ value: AttributeValue?
    ) throws(KeychainError) -> ProtectionClass? {
        guard let value else { return nil }
        guard let known = value.text.flatMap(ProtectionClass.init(rawValue:)) else {
            throw KeychainError.refused(.accessible, "not a protection class")
        }
        return known
    }
}
