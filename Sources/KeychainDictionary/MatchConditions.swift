import Foundation
import KeychainModel
import KeychainObjects

/// Collects what the match keys of a dictionary say.
struct MatchConditions {
    private(set) var limit: Query.Limit?
    private(set) var itemList: [ItemReference]?
    private(set) var searchList: [KeychainLocation]?
    private(set) var comparison: StringComparison = []
    private(set) var hostOrSubdomain: String?

    /// Takes in the value of one match key.
    ///
    /// - Throws: `parameter` for a value the key does not take, `unimplemented` for the keys that
    ///   only certificates have.
    mutating func read(_ key: MatchKey, _ value: CallerValue) throws(KeychainError) {
        switch key {
        case .limit:
            limit = try Self.limit(value)
        case .itemList:
            itemList = try ItemReference.list(value.object, key: key.constant)
        case .searchList:
            searchList = try KeychainLocation.list(value.object, key: key.constant)
        case .hostOrSubdomain:
            hostOrSubdomain = try Self.text(key, value)
        case .caseInsensitive:
            if try Self.flag(key, value) { comparison.insert(.caseInsensitive) }
        case .diacriticInsensitive:
            if try Self.flag(key, value) { comparison.insert(.diacriticInsensitive) }
        case .widthInsensitive:
            if try Self.flag(key, value) { comparison.insert(.widthInsensitive) }
        // The next ones say something about certificates, and nothing about passwords.
        case .subjectContains, .subjectStartsWith, .subjectEndsWith, .subjectWholeString,
            .emailAddress:
            _ = try Self.text(key, value)
        case .trustedOnly:
            _ = try Self.flag(key, value)
        case .validOnDate:
            guard value.isDate || value.isNull else {
                throw Self.refuse(key, "neither a date nor null")
            }
        case .policy:
            guard value.object is SecPolicy else { throw Self.refuse(key, "not a SecPolicy") }
            throw KeychainError(.unimplemented, "\(key.constant): for certificates only")
        case .issuers:
            throw KeychainError(.unimplemented, "\(key.constant): for certificates only")
        }
    }

    private static func limit(_ value: CallerValue) throws(KeychainError) -> Query.Limit {
        switch (value.text, value.integer) {
        case ("m_LimitOne", _), (_, 1): return .one
        case ("m_LimitAll", _): return .all
        case (_, let count?) where count > 1: return .atMost(Int(count))
        case (_, _?): throw refuse(.limit, "below 1")
        default: throw refuse(.limit, "neither a number nor one of the kSecMatchLimit values")
        }
    }

    private static func text(
        _ key: MatchKey, _ value: CallerValue
    ) throws(KeychainError) -> String {
        guard let text = value.text else { throw refuse(key, "not text that is Unicode") }
        return text
    }

    private static func flag(_ key: MatchKey, _ value: CallerValue) throws(KeychainError) -> Bool {
        guard let flag = value.boolean else { throw refuse(key, "not a boolean") }
        return flag
    }

    private static func refuse(_ key: MatchKey, _ rule: String) -> KeychainError {
        KeychainError(.parameter, "\(key.constant): \(rule)")
    }
}
