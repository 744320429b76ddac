import SwiftKeychainPKI
import SwiftKeychainModel

// The match keys of certificates are answered where the call is made, from pages of candidates:
// whoever keeps the store parses no certificate.
extension Keychain {
    /// Finds items that meet a query and a match.
    ///
    /// - Throws: as ``Keychain/find(_:returning:asking:)``; `decode` when a certificate that is stored
    ///   can't be read.
    public func find(
        _ query: Query, matching match: CertificateMatch?, returning parts: Item.Parts,
        asking authentication: Authentication = Authentication()
    ) throws(KeychainError) -> [Item] {
        guard let match else { return try find(query, returning: parts, asking: authentication) }
        let authenticator = Authenticator(self, authentication.forOneCall)
        let limit = query.count(standard: .one) ?? .max
        // What is deleted between both steps may make room for another item, now and then.
        for isLast in [false, false, true] {
            let chosen = try references(
                query, match, standard: .one, opening: parts, authenticator)
            let items: [Item]
            do throws(KeychainError) {
                items = try find(Search(query, among: chosen), parts, authenticator)
            } catch {
                guard error.code == .itemNotFound else { throw error }
                items = []
            }
            if items.count == min(limit, chosen.count) { return items }
            if isLast, !items.isEmpty { return items }
        }
        throw KeychainError(.itemNotFound, "no item matches")
    }

    /// Changes the items that meet a query and a match; all or none.
    ///
    /// - Throws: as ``Keychain/update(_:_:asking:)``; `parameter` for a condition that does not apply
    ///   to a class the query means.
    @discardableResult
    public func update(
        _ query: Query, _ change: Change, matching match: CertificateMatch?,
        asking authentication: Authentication = Authentication()
    ) throws(KeychainError) -> Int {
        guard let match else { return try update(query, change, asking: authentication) }
        try match.requireApplicable(to: query.classes)
        let authenticator = Authenticator(self, authentication.forOneCall)
        let chosen = try references(
            query, match, standard: .all, opening: [.attributes, .secret], authenticator)
        try Self.refuseSkip(authentication)
        return try update(Search(query, among: chosen), change, authenticator)
    }

    /// Deletes the items that meet a query and a match.
    ///
    /// - Throws: as ``Keychain/delete(_:)``; as ``Keychain/find(_:returning:asking:)`` where a
    ///   certificate must be opened to evaluate the match; `parameter` as
    ///   ``update(_:_:matching:asking:)``.
    @discardableResult
    public func delete(
        _ query: Query, matching match: CertificateMatch?,
        asking authentication: Authentication = Authentication()
    ) throws(KeychainError) -> Int {
        guard let match else {
            try Self.refuseSkip(authentication)
            return try delete(query)
        }
        try match.requireApplicable(to: query.classes)
        let chosen = try references(
            query, match, standard: .all, opening: [.attributes, .secret],
            Authenticator(self, authentication))
        try Self.refuseSkip(authentication)
        return try delete(Search(query, among: chosen))
    }

    /// Tells whether an item, stored or not, meets a match; issuers are looked for here.
    ///
    /// - Throws: as ``find(_:matching:returning:)``, but for `itemNotFound`.
    package func meets(
        _ item: Item, _ match: CertificateMatch
    ) throws(KeychainError) -> Bool {
        try MatchFilter(match, in: self).keeps(item)
    }

    /// Gives the references of the items that a match means; those it finds come in the usual order.
    ///
    /// - Parameter parts: what will be read of the items; nothing: the user is not asked.
    private func references(
        _ query: Query, _ match: CertificateMatch, standard: Query.Limit,
        opening parts: Item.Parts, _ authenticator: Authenticator
    ) throws(KeychainError) -> [PersistentReference] {
        let context = authenticator.context
        let filter = MatchFilter(match, in: self, context: context)
        let queries = try IssuerSearch(keychain: self, context: context).queries(query, match)
        // Of several searches, only all they find together can be put in order.
        let limit = queries == nil ? query.count(standard: standard) : nil
        var chosen: [PersistentReference] = []
        var damage: KeychainError?
        for one in queries ?? [query] {
            do throws(KeychainError) {
                chosen += try references(one, limit: limit, opening: parts, authenticator) {
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
        return chosen
    }
}

extension Query {
    /// The classes of the items that may match.
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
        let items = try findAny(
            try Query(.certificate, conditions), returning: [.secret],
            asking: Authentication(policy: .skip, context: context))
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
        self = try callPKI(Certificate(der: der))
    }
}
