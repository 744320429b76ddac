import SwiftKeychainPKI
import SwiftKeychainModel

// The match keys of certificates are answered where the call is made, from pages of candidates:
// whoever keeps the store parses no certificate.
extension Keychain {
    /// Finds items that meet a query and a match.
    ///
    /// - Throws: as ``Keychain/find(_:returning:)``; `decode` when a certificate that is stored
    ///   cannot be read.
    public func find(
        _ query: Query, matching match: CertificateMatch?, returning parts: Item.Parts
    ) throws(KeychainError) -> [Item] {
        guard let match else { return try find(query, returning: parts) }
        let query = query.asOneCall
        // What is deleted between both steps may make room for another item, now and then.
        for isLast in [false, false, true] {
            let narrowed = try narrowed(query, match, standard: .one, opening: parts)
            let items = try findAny(narrowed, returning: parts)
            let wanted = narrowed.count(standard: .one) ?? .max
            if items.count == min(wanted, narrowed.references?.count ?? 0) { return items }
            if isLast, !items.isEmpty { return items }
        }
        throw KeychainError(.itemNotFound, "no item matches")
    }

    /// Changes the items that meet a query and a match; all or nothing.
    ///
    /// - Throws: as ``Keychain/update(_:_:)``; `parameter` for a condition that says nothing of a
    ///   class the query means.
    @discardableResult
    public func update(
        _ query: Query, _ change: Change, matching match: CertificateMatch?
    ) throws(KeychainError) -> Int {
        guard let match else { return try update(query, change) }
        try match.requireApplicable(to: query.classes)
        let query = query.asOneCall
        return try update(try narrowed(query, match, standard: .all), change)
    }

    /// Deletes the items that meet a query and a match.
    ///
    /// - Throws: as ``Keychain/delete(_:)``; as ``Keychain/find(_:returning:)`` where a person is
    ///   demanded to look into a certificate; `parameter` as ``update(_:_:matching:)``.
    @discardableResult
    public func delete(
        _ query: Query, matching match: CertificateMatch?
    ) throws(KeychainError) -> Int {
        guard let match else { return try delete(query) }
        try match.requireApplicable(to: query.classes)
        return try delete(try narrowed(query, match, standard: .all))
    }

    /// Tells whether an item, stored or not, meets a match; issuers are looked for here.
    ///
    /// - Throws: as ``find(_:matching:returning:)``, but for `itemNotFound`.
    package func meets(
        _ item: Item, _ match: CertificateMatch
    ) throws(KeychainError) -> Bool {
        try MatchFilter(match, in: self).keeps(item)
    }

    /// Narrows a query to the items that a match means; those it finds come in the usual order.
    ///
    /// - Parameter parts: what will be read of the items; nothing: nobody is asked.
    private func narrowed(
        _ query: Query, _ match: CertificateMatch, standard: Query.Limit,
        opening parts: Item.Parts = [.attributes, .secret]
    ) throws(KeychainError) -> Query {
        let context = query.asking.context
        let filter = MatchFilter(match, in: self, context: context)
        let queries = try IssuerSearch(keychain: self, context: context).queries(query, match)
        // Of several searches, only all they find together can be put in order.
        let limit = queries == nil ? query.count(standard: standard) : nil
        var chosen: [PersistentReference] = []
        var damage: KeychainError?
        for one in queries ?? [query] {
            do throws(KeychainError) {
                chosen += try references(one, limit: limit, opening: parts) {
                    (item) throws(KeychainError) in try filter.keeps(item)
                }
            } catch {
                if error.code == .decode {
                    damage = error
                } else if error.code != .itemNotFound {
                    throw error
                }
            }
        }
        if chosen.isEmpty { throw damage ?? KeychainError(.itemNotFound, "no item matches") }
        return query.narrowed(to: chosen)
    }
}

extension Query {
    /// The classes of the items that may be meant.
    fileprivate var classes: Set<ItemClass> {
        if let itemClass { return [itemClass] }
        return Set((references ?? itemList ?? []).map(\.itemClass))
    }
}

extension Keychain {
    /// Gives the certificates whose normalised subject is `name`; none when there are none.
    ///
    /// - Parameter context: opens those that demand a person; nobody is asked for one.
    package func certificates(
        named name: [UInt8], context: AuthenticationContext? = nil
    ) throws(KeychainError) -> [Certificate] {
        var conditions = Query.Conditions([.subject: .data(name)])
        conditions.limit = .all
        conditions.synchronizable = .any
        conditions.authentication = .skip
        conditions.context = context
        let items = try findAny(try Query(.certificate, conditions), returning: [.secret])
        var certificates: [Certificate] = []
        for item in items { certificates.append(try Certificate(item)) }
        return certificates
    }
}

extension Certificate {
    /// Reads the certificate of an item that was found with its secret.
    ///
    /// - Throws: `decode` when it cannot be read.
    package init(_ item: Item) throws(KeychainError) {
        guard let der = item.secret?.withBytes({ [UInt8]($0) }) else {
            throw KeychainError(.decode, "certificate: a stored one without bytes")
        }
        try self.init(der: der)
    }
}
