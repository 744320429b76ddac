import SwiftKeychainSealing
import SwiftKeychainMemory
import SwiftKeychainModel

extension Keychain {
    /// Stores a new item durably and gives it as it is stored.
    ///
    /// - Throws: `duplicateItem` when an item with its primary key is there; `noAccessForItem` or
    ///   `missingEntitlement` for a group that is not the program's; `interactionNotAllowed` while
    ///   its class is locked, and for an application password that nobody can be asked for;
    ///   `authenticationFailed` for akpu without a passcode; `notAvailable`.
    @discardableResult
    public func add(
        _ item: NewItem, asking authentication: Authentication = Authentication()
    ) throws(KeychainError) -> Item {
        try storing([[item]], .refused, authentication)[0][0]
    }

    /// Says what to do about items of several that are stored already.
    public enum Duplicates: Sendable {
        /// One is enough to refuse all.
        case refused
        /// Refused when every item is stored already: an identity is new when half of it is.
        case refusedIfAll
        /// What is stored stays as it is.
        case ignored
    }

    /// Stores several new items in one transaction, all or none.
    ///
    /// - Returns: The items in the order they were given, those that were stored already as they
    ///   are.
    /// - Throws: as ``add(_:)``.
    package func add(
        _ items: [NewItem], duplicates: Duplicates,
        asking authentication: Authentication = Authentication()
    ) throws(KeychainError) -> [Item] {
        try storing([items], duplicates, authentication)[0]
    }

    /// Stores groups of new items in one transaction, all or none; the certificate and the key of
    /// an identity are one group, which is refused when all of it is stored already.
    ///
    /// - Returns: The items as ``add(_:duplicates:)`` gives them.
    /// - Throws: as ``add(_:)``.
    package func add(
        groups: [[NewItem]], asking authentication: Authentication = Authentication()
    ) throws(KeychainError) -> [[Item]] {
        try storing(groups, .refusedIfAll, authentication)
    }

    private func storing(
        _ groups: [[NewItem]], _ duplicates: Duplicates, _ authentication: Authentication
    ) throws(KeychainError) -> [[Item]] {
        let authorisation = try authorisation()
        var authorised: [[AuthorisedItem]] = []
        for group in groups {
            var items: [AuthorisedItem] = []
            for item in group { items.append(try authorisation.authorise(item)) }
            authorised.append(items)
        }
        let engine = try engine()
        return try asking(authentication) { (consent) throws(KeychainError) in
            try engine.write(.standard) { (transaction) throws(KeychainError) in
                var stored: [[Item]] = []
                for group in authorised {
                    stored.append(
                        try Self.store(group, duplicates, engine, transaction, consent))
                }
                return stored
            }
        }
    }

    static func store(
        _ group: [AuthorisedItem], _ duplicates: Duplicates, _ engine: Engine,
        _ transaction: Transaction, _ consent: Consent
    ) throws(KeychainError) -> [Item] {
        var stored: [Item] = []
        var isNew = false
        var refusal: KeychainError?
        var closed: KeychainError?
        for item in group {
            let now = engine.system.now()
            let row = try seal(
                item, created: now, modified: now, uuid: engine.system.random.bytes(16),
                revision: 1, keybag: transaction.keybag, consent)
            do throws(KeychainError) {
                try transaction.insert(row.sealed)
                stored.append(row.item)
                isNew = true
            } catch {
                guard error.code == .duplicateItem, duplicates != .refused else { throw error }
                refusal = error
                do throws(KeychainError) {
                    stored.append(try transaction.existing(row.sealed))
                } catch {
                    // Where all are refused nobody asks what is stored.
                    guard error.code == .interactionNotAllowed else { throw error }
                    closed = error
                }
            }
        }
        if !isNew, duplicates == .refusedIfAll, let refusal { throw refusal }
        if let closed { throw closed }
        return stored
    }

    /// Makes the row of an item: digests, primary key and both boxes.
    static func seal(
        _ authorised: AuthorisedItem, created: Double, modified: Double, uuid: [UInt8],
        revision: Int64, addedDigests: [AddedDigest] = [], keybag: Keybag, _ consent: Consent
    ) throws(KeychainError) -> (item: Item, sealed: SealedRow) {
        let new = authorised.item
        try keybag.check(new.accessControl.protection)
        var attributes = new.carried.merging(new.attributes) { _, known in known }
        attributes[.creationDate] = .date(created)
        attributes[.modificationDate] = .date(modified)
        // Beside the attributes, so that a private key is known without being opened.
        attributes[.publicKey] = new.publicKey.map { .data($0) }
        let item = Item(
            reference: PersistentReference(itemClass: new.itemClass, uuid: uuid),
            revision: revision, accessGroup: authorised.accessGroup,
            accessControl: new.accessControl, synchronizable: new.synchronizable,
            isTombstone: false, stored: attributes, secret: new.secret)
        attributes[.accessControl] = .data(new.accessControl.encoded())
        let row = SealedRow(
            itemClass: new.itemClass, accessGroup: authorised.accessGroup,
            protection: new.accessControl.protection.rawValue,
            synchronizable: new.synchronizable, tombstone: false, persistentReference: uuid,
            revision: revision, digests: keybag.digests(of: attributes, in: new.itemClass),
            addedDigests: addedDigests,
            primaryKey: keybag.primaryKey(
                itemClass: new.itemClass, accessGroup: authorised.accessGroup,
                synchronizable: new.synchronizable, attributes: attributes))
        let secret = try consent.sealable(item)
        return (item, try keybag.seal(row, attributes: attributes, secret: secret))
    }
}
