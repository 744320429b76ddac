// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainPKI
import SwiftKeychainModel

// Conditions on certificates are evaluated in the client, over pages of candidates, so that no service
// parses a certificate.
extension Keychain {
    /// Finds items that meet a query and a match.
    ///
    ///     var match = CertificateMatch()
    ///     match.subject = [SubjectCondition(.anywhere, "example.org")]
    ///     let items = try Keychain.default.find(
    ///         Query(.certificate, .init()), matching: match, returning: .attributes)
    ///
    /// - Throws: as ``find(_:returning:asking:)``; `decode` when a stored certificate can't be read.
    public func find(
        _ query: Query, matching match: CertificateMatch?, returning parts: Item.Parts,
        asking authentication: Authentication = Authentication()
    ) throws(KeychainError) -> [Item] {
        guard let match else { return try find(query, returning: parts, asking: authentication) }
        let authentication = authentication.forOneCall
        let limit = query.count(standard: .one) ?? .max
        // An item deleted between the two steps can make room for another one, so try again.
        for isLast in [false, false, true] {
            let chosen = try references(
                query, match, standard: .one, opening: parts, authentication)
            let items =
                try KeychainError.unlessMissing {
                    try find(query.among(chosen), returning: parts, asking: authentication)
                } ?? []
            if items.count == min(limit, chosen.count) { return items }
            if isLast, !items.isEmpty { return items }
        }
        throw KeychainError(.itemNotFound, "no item matches")
    }

    /// Finds items as ``find(_:matching:returning:asking:)`` does; none when none matches.
    package func findAny(
        _ query: Query, matching match: CertificateMatch? = nil, returning parts: Item.Parts,
        asking authentication: Authentication = Authentication()
    ) throws(KeychainError) -> [Item] {
        try KeychainError.unlessMissing {
            try find(query, matching: match, returning: parts, asking: authentication)
        } ?? []
    }

    /// Changes the items that meet a query and a match; all or none.
    ///
    ///     var match = CertificateMatch()
    ///     match.emailAddress = "jane@example.org"
    ///     try Keychain.default.update(
    ///         Query(.certificate, .init()), Change([.label: .string("Jane")]), matching: match)
    ///
    /// - Throws: as ``update(_:_:asking:)``; `parameter` for a condition that doesn't apply to a class
    ///   of the query.
    @discardableResult
    public func update(
        _ query: Query, _ change: Change, matching match: CertificateMatch?,
        asking authentication: Authentication = Authentication()
    ) throws(KeychainError) -> Int {
        guard let match else { return try update(query, change, asking: authentication) }
        try match.requireApplicable(to: query.classes)
        let authentication = authentication.forOneCall
        let chosen = try references(
            query, match, standard: .all, opening: [.attributes, .secret], authentication)
        return try update(query.among(chosen), change, asking: authentication)
    }

    /// Deletes the items that meet a query and a match.
    ///
    ///     var match = CertificateMatch()
    ///     match.emailAddress = "jane@example.org"
    ///     try Keychain.default.delete(Query(.certificate, .init()), matching: match)
    ///
    /// - Throws: as ``delete(_:)``; as ``find(_:returning:asking:)`` where a certificate must be
    ///   opened to evaluate the match; `parameter` as
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
            authentication.forOneCall)
        try Self.refuseSkip(authentication)
        return try delete(query.among(chosen))
    }

    /// Returns whether an item, stored or not, meets a match; issuers are searched in this keychain.
    ///
    /// - Throws: as ``find(_:matching:returning:asking:)``, except `itemNotFound`.
    package func meets(
        _ item: Item, _ match: CertificateMatch
    ) throws(KeychainError) -> Bool {
        try MatchFilter(match, in: self).keeps(item)
    }

    /// Returns the references of the items that meet a query and a match, in the usual order.
    ///
    /// - Parameter parts: what will be read of the items; if empty, the user isn't asked.
    private func references(
        _ query: Query, _ match: CertificateMatch, standard: Query.Limit,
        opening parts: Item.Parts, _ authentication: Authentication
    ) throws(KeychainError) -> [PersistentReference] {
        let context = authentication.context
        let filter = MatchFilter(match, in: self, context: context)
        let queries = try IssuerSearch(keychain: self, context: context).queries(query, match)
        // The results of several searches are put in order together, so each must be complete.
        let limit = queries == nil ? query.count(standard: standard) : nil
        var chosen: [PersistentReference] = []
        var damage: KeychainError?
        for one in queries ?? [query] {
            do throws(KeychainError) {
                chosen += try references(
                    one, limit: limit, opening: parts, asking: authentication
                ) { try filter.keeps($0) }
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
    /// Returns the certificates whose normalised subject is `name`.
    ///
    /// - Parameter context: opens those that demand the user, who isn't asked.
    package func certificates(
        named name: [UInt8], context: AuthenticationContext? = nil
    ) throws(KeychainError) -> [Certificate] {
        try certificates(where: [.subject: .data(name)], context)
    }

    /// Returns the certificates that may have issued one: those of its issuer's name, else, because that may be encoded
    /// differently, those of its issuer's key.
    package func issuers(
        of certificate: Certificate, context: AuthenticationContext? = nil
    ) throws(KeychainError) -> [Certificate] {
        let found = try certificates(named: certificate.issuer.normalisedContent, context: context)
        guard found.isEmpty, let key = certificate.issuerKeyIdentifier else { return found }
        return try certificates(where: [.subjectKeyID: .data(key)], context)
    }

    private func certificates(
        where conditions: [Attribute: AttributeValue], _ context: AuthenticationContext?
    ) throws(KeychainError) -> [Certificate] {
        let items = try findAny(
            try Query(.certificate, .anywhere(conditions, limit: .all)), returning: [.secret],
            asking: Authentication(policy: .skip, context: context))
        return try items.map(Certificate.init)
    }
}

extension Certificate {
    /// Reads the certificate of an item that was found with its secret.
    ///
    /// - Throws: `decode` when it can't be read.
    package init(_ item: Item) throws(KeychainError) {
        guard let der = item.secret?.withBytes({ [UInt8]($0) }) else {
            throw KeychainError(.decode, "certificate: a stored one without bytes")
        }
        self = try callPKI(Certificate(der: der))
    }
}
