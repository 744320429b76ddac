// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainPKI
import SwiftKeychainModel

/// The search for the names below those of `kSecMatchIssuers`: the subjects of the certificates they
/// issued, and so on. It goes by an index on the issuer, whatever else the keychain holds.
struct IssuerSearch {
    let keychain: Keychain
    /// The context that opens certificates that demand the user, who isn't asked.
    let context: AuthenticationContext?

    /// The number of levels to look down, as many as ``CertificateMatch`` looks up.
    private static let steps = 10
    /// The number of certificates from which on it costs less to look at every candidate.
    private static let enough = 256

    /// Returns the query with each name that may be the issuer of a match; nil when there are too many,
    /// or the query names an issuer itself.
    ///
    /// - Throws: as ``Keychain/find(_:returning:asking:)``.
    func queries(
        _ query: Query, _ match: CertificateMatch
    ) throws(KeychainError) -> [Query]? {
        guard let issuers = match.issuers, query.itemList == nil,
            query.itemClass?.hasCertificate == true,
            query.conditions[.issuer] == nil, let names = try names(below: issuers)
        else { return nil }
        var queries: [Query] = []
        for name in names {
            var conditions = query.given
            conditions.attributes[.issuer] = .data(name)
            queries.append(try Query(query.itemClass, conditions))
        }
        return queries
    }

    /// Returns `issuers` and every name that one of them certified, directly or not.
    private func names(below issuers: [[UInt8]]) throws(KeychainError) -> Set<[UInt8]>? {
        var known = Set(issuers)
        var level = known
        var count = 0
        for _ in 0..<Self.steps where !level.isEmpty {
            var below: Set<[UInt8]> = []
            for name in level {
                let issuedBy = Query.Conditions.anywhere(
                    [.issuer: .data(name)], limit: .atMost(Self.enough + 1))
                let issued = try keychain.findAny(
                    try Query(.certificate, issuedBy), returning: .attributes,
                    asking: Authentication(policy: .skip, context: context))
                count += issued.count
                if count > Self.enough { return nil }
                for case .data(let subject) in issued.map({ $0[.subject] }) {
                    below.insert(subject)
                }
            }
            level = below.subtracting(known)
            known.formUnion(level)
        }
        return known
    }
}
