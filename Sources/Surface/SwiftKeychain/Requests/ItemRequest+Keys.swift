// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel

// The match keys.
extension ItemRequest {
    /// Reads a match key. Those whose values are objects can't be written as words, and are refused as SecItem refuses
    /// a wrong object.
    mutating func read(_ key: MatchKey, _ value: AttributeWords.Value) throws(KeychainError) {
        let name = key.constant
        switch key {
        case .limit: conditions.limit = try value.limit()
        case .itemList: throw Self.invalid(name, "not a reference to an item")
        case .searchList: throw Self.invalid(name, "not a SecKeychain")
        case .policy: throw Self.invalid(name, "not a SecPolicy")
        case .validOnDate: throw Self.invalid(name, "neither a date nor null")
        case .issuers: hasIssuers = true
        case .hostOrSubdomain: conditions.hostOrSubdomain = try value.text(for: name)
        case .caseInsensitive: try insert(.caseInsensitive, name, value)
        case .diacriticInsensitive: try insert(.diacriticInsensitive, name, value)
        case .widthInsensitive: try insert(.widthInsensitive, name, value)
        case .trustedOnly: match.trustedOnly = try value.flag(for: name)
        case .emailAddress: match.emailAddress = try value.text(for: name)
        case .subjectContains: try addSubject(.anywhere, name, value)
        case .subjectStartsWith: try addSubject(.start, name, value)
        case .subjectEndsWith: try addSubject(.end, name, value)
        case .subjectWholeString: try addSubject(.whole, name, value)
        }
    }

    /// Adds a way of comparing texts if the value is true.
    private mutating func insert(
        _ option: StringComparison, _ name: String, _ value: AttributeWords.Value
    ) throws(KeychainError) {
        if try value.flag(for: name) { conditions.comparison.insert(option) }
    }

    /// Adds a condition on the subject of a certificate.
    private mutating func addSubject(
        _ place: SubjectCondition.Place, _ name: String, _ value: AttributeWords.Value
    ) throws(KeychainError) {
        match.subject.append(SubjectCondition(place, try value.text(for: name)))
    }

    /// Checks the conditions on certificates against the classes that can be found.
    ///
    /// An update or a deletion refuses conditions that can't hold for the class: without them it would change items
    /// that the caller meant to leave out.
    mutating func checkMatch(for action: Action) throws(KeychainError) {
        let classes = Set([givenClass ?? reference?.itemClass].compactMap(\.self))
        if action.changesItems {
            var all = match
            all.issuers = hasIssuers ? [] : nil
            try all.requireApplicable(to: classes)
            if conditions.hostOrSubdomain != nil, !classes.isSubset(of: [.internetPassword]) {
                throw Self.invalid(
                    MatchKey.hostOrSubdomain.constant, "for internet passwords only")
            }
        }
        if hasIssuers {
            guard classes.allSatisfy(\.hasCertificate) else {
                throw KeychainError(
                    .unimplemented, "\(MatchKey.issuers.constant): for certificates only")
            }
            throw Self.invalid(MatchKey.issuers.constant, "not an array")
        }
        match.comparison = conditions.comparison
    }
}

// The use keys.
extension ItemRequest {
    /// Reads a use key. Those whose values are objects can't be written as words.
    mutating func read(_ key: UseKey, _ value: AttributeWords.Value) throws(KeychainError) {
        let name = key.constant
        switch key {
        case .itemList: throw Self.invalid(name, "not a reference to an item")
        case .keychain: throw Self.invalid(name, "not a SecKeychain")
        case .operationPrompt: authentication.reason = try value.text(for: name)
        case .noAuthenticationUI: forbidsInterface = try value.flag(for: name)
        case .authenticationUI: interface = try Authentication.Policy(named: value.text)
        case .authenticationContext:
            guard case .context(let given) = value else {
                throw Self.invalid(name, "not an LAContext")
            }
            authentication.context = given
        case .credentialReference:
            hasCredential = true
            guard value.isData else { throw Self.invalid(name, "not data") }
        case .dataProtection, .userIndependent: _ = try value.flag(for: name)
        case .tombstones:
            switch (value, value.text) {
            case (.flag, _), (_, "1"): conditions.leavesTombstones = true
            case (_, "0"): conditions.leavesTombstones = false
            default: throw Self.invalid(name, "must be 0 or 1")
            }
        }
    }

    /// Checks that the use keys fit each other and the action.
    func checkUse(for action: Action) throws(KeychainError) {
        if authentication.context != nil, hasCredential {
            throw Self.invalid(
                UseKey.authenticationContext.constant, "not with kSecUseCredentialReference")
        }
        if interface == .skip, action != .search {
            throw Self.invalid(
                UseKey.authenticationUI.constant, "only searches can skip items")
        }
    }
}

extension Authentication.Policy {
    /// Reads the text of a value of `kSecUseAuthenticationUI`; nil for a value that isn't text.
    ///
    /// - Throws: `parameter` for nil and for an unknown text.
    package init(named text: String?) throws(KeychainError) {
        switch text {
        case "u_AuthUIA": self = .allow
        case "u_AuthUIF": self = .fail
        case "u_AuthUIS": self = .skip
        default:
            throw ItemRequest.invalid(
                UseKey.authenticationUI.constant, "not one of the kSecUseAuthenticationUI values")
        }
    }
}
