// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftKeychain
import SwiftKeychainPKI
import SwiftKeychainModel

/// The values of the match keys of a dictionary.
struct MatchConditions {
    private(set) var limit: Query.Limit?
    private(set) var itemList: [ItemReference]?
    private(set) var searchList: [Keychain]?
    private(set) var comparison: StringComparison = []
    private(set) var hostOrSubdomain: String?
    /// Nil without a key about certificates.
    private var aboutCertificates: CertificateMatch?
    /// The value of `kSecMatchIssuers`, as it was given: only certificates have issuers.
    private var issuers: CFValue?

    /// Reads the value of one match key.
    ///
    /// - Throws: `parameter` for a value the key does not take.
    mutating func read(_ key: MatchKey, _ value: CFValue) throws(KeychainError) {
        switch key {
        case .limit:
            limit = try Self.limit(value)
        case .itemList:
            itemList = try ItemReference.list(value.object, key: key.constant)
        case .searchList:
            searchList = try Keychain.list(value.object, key: key.constant)
        case .hostOrSubdomain:
            hostOrSubdomain = try value.unicode(key.constant)
        case .caseInsensitive:
            if try value.flag(key.constant) { comparison.insert(.caseInsensitive) }
        case .diacriticInsensitive:
            if try value.flag(key.constant) { comparison.insert(.diacriticInsensitive) }
        case .widthInsensitive:
            if try value.flag(key.constant) { comparison.insert(.widthInsensitive) }
        case .subjectContains: try addSubject(.anywhere, key, value)
        case .subjectStartsWith: try addSubject(.start, key, value)
        case .subjectEndsWith: try addSubject(.end, key, value)
        case .subjectWholeString: try addSubject(.whole, key, value)
        case .emailAddress:
            certificate.emailAddress = try value.unicode(key.constant)
        case .validOnDate:
            certificate.validOn = try Self.moment(value)
        case .trustedOnly:
            if try value.flag(key.constant) { certificate.trustedOnly = true }
        case .policy:
            guard let given = value.object as? SecPolicy else {
                throw Self.refuse(key, "not a SecPolicy")
            }
            certificate.policy = given.policy
        case .issuers:
            issuers = value
        }
    }

    /// Checks that every key applies to every class, for a call that changes items.
    ///
    /// - Throws: `parameter`.
    func requireApplicable(to classes: Set<ItemClass>) throws(KeychainError) {
        var match = certificate
        match.issuers = issuers == nil ? nil : []
        try match.requireApplicable(to: classes)
        if hostOrSubdomain != nil, !classes.isSubset(of: [.internetPassword]) {
            throw Self.refuse(.hostOrSubdomain, "for internet passwords only")
        }
    }

    /// Returns the conditions on certificates, identities and keys; nil when there are none.
    ///
    /// - Parameter classes: the classes of the items that may match. Keys that don't apply to a
    ///   class have no effect on a search for it.
    /// - Throws: `parameter` for issuers without a usable name; `unimplemented` for issuers and
    ///   policy with classes other than certificates and identities.
    func certificateMatch(
        for classes: @autoclosure () -> Set<ItemClass>
    ) throws(KeychainError) -> CertificateMatch? {
        guard aboutCertificates != nil || issuers != nil else { return nil }
        let classes = classes()
        var match = certificate
        match.comparison = comparison
        let haveChains = classes.allSatisfy(\.hasCertificate)
        if let issuers {
            guard haveChains else { throw Self.forCertificatesOnly(.issuers) }
            guard issuers.object is NSArray else { throw Self.refuse(.issuers, "not an array") }
            match.issuers = try CertificateMatch.issuers(
                issuers.elements.compactMap { $0.flatMap { CFValue($0).bytes } })
        }
        if match.policy != nil, !haveChains { throw Self.forCertificatesOnly(.policy) }
        return classes.allSatisfy(\.isPassword) ? nil : match
    }

    private var certificate: CertificateMatch {
        get { aboutCertificates ?? CertificateMatch() }
        set { aboutCertificates = newValue }
    }

    private mutating func addSubject(
        _ place: SubjectCondition.Place, _ key: MatchKey, _ value: CFValue
    ) throws(KeychainError) {
        certificate.subject.append(SubjectCondition(place, try value.unicode(key.constant)))
    }

    /// Reads a date; null is now.
    private static func moment(_ value: CFValue) throws(KeychainError) -> Double {
        if value.isNull { return Date().timeIntervalSinceReferenceDate }
        guard let date = value.object as? NSDate else {
            throw refuse(.validOnDate, "neither a date nor null")
        }
        return date.timeIntervalSinceReferenceDate
    }

    private static func forCertificatesOnly(_ key: MatchKey) -> KeychainError {
        KeychainError(.unimplemented, "\(key.constant): for certificates only")
    }

    private static func limit(_ value: CFValue) throws(KeychainError) -> Query.Limit {
        switch (value.text, value.integer) {
        case ("m_LimitOne", _), (_, 1): return .one
        case ("m_LimitAll", _): return .all
        case (_, let count?) where count > 1: return .atMost(Int(count))
        case (_, _?): throw refuse(.limit, "below 1")
        default: throw refuse(.limit, "neither a number nor one of the kSecMatchLimit values")
        }
    }

    private static func refuse(_ key: MatchKey, _ rule: String) -> KeychainError {
        KeychainError(.parameter, "\(key.constant): \(rule)")
    }
}
