import SwiftKeychainMemory

/// Holds what an update sets; what it does not name stays as it is.
public struct Change: Sendable {
    public let attributes: [Attribute: AttributeValue]
    /// The new secret; nil keeps the old one, zero bytes replace it by nothing.
    public let secret: SecretBytes?

    /// Checks what can be said of a change without the item.
    ///
    /// Dates are accepted and ignored. Values that must equal the stored ones are compared when the
    /// change is applied.
    ///
    /// - Throws: `parameter` for a token identifier and for `syna`, a filter of searches.
    public init(
        _ attributes: [Attribute: AttributeValue], secret: SecretBytes? = nil
    ) throws(KeychainError) {
        if attributes[.tokenID] != nil {
            throw KeychainError.refused(.tokenID, "cannot be changed")
        }
        if attributes[.synchronizable] == .string("syna") {
            throw KeychainError.refused(.synchronizable, "neither 0 nor 1")
        }
        if let secret, secret.count > Limits.secretBytes {
            throw KeychainError(
                .parameter, "kSecValueData: larger than \(Limits.secretBytes) bytes")
        }
        self.attributes = attributes
        self.secret = secret
    }

    /// Checks the attributes against a class before any item is looked for.
    ///
    /// - Throws: `noSuchAttribute`, or `parameter` for a value its attribute does not accept.
    public func check(for itemClass: ItemClass) throws(KeychainError) {
        var unknown: Attribute?
        for (attribute, value) in attributes where attribute != .accessControl {
            // A value that is refused is told before a name that is unknown, in whatever order.
            guard let description = itemClass.attributes[attribute] else {
                unknown = attribute
                continue
            }
            _ = try description.accept(value)
        }
        if let unknown { throw KeychainError.unknown(unknown) }
    }

    /// Gives the part of this change that is about attributes `itemClass` has: an identity is
    /// changed as a certificate and a key.
    package func half(for itemClass: ItemClass) throws(KeychainError) -> Change {
        if secret != nil {
            throw KeychainError(.parameter, "kSecValueData: an identity has no data of its own")
        }
        return try Change(attributes.filter { itemClass.attributes[$0.key] != nil })
    }

    /// Gives `item` as it is after this change.
    ///
    /// - Throws: what ``NewItem`` throws; `parameter` when a tombstone would be made or unmade, and
    ///   for a restriction of a key that would be taken back.
    public func applied(to item: Item) throws(KeychainError) -> NewItem {
        let table = item.itemClass.attributes
        var merged = item.stored.filter { table[$0.key] != nil }
        merged[.accessGroup] = .string(item.accessGroup)
        merged[.synchronizable] = .number(item.synchronizable ? 1 : 0)
        for (attribute, value) in attributes where try !item.derives(attribute, value) {
            merged[attribute] = value
        }
        // A returned dictionary may be given as it is: what equals the stored value says nothing.
        let stored = item.accessControl
        if merged[.accessControl] == .data(stored.encoded()) { merged[.accessControl] = nil }
        let protection = try Self.protection(merged.removeValue(forKey: .accessible))
        if merged[.accessControl] == nil {
            // A new protection class keeps the constraints; without one, all stays.
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
