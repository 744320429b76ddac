// SPDX-License-Identifier: Apache-2.0
/// A key of a dictionary, by kind: a name of four characters is an attribute, and the first letter
/// of any other name is the kind.
package enum DictionaryKey: Equatable, Sendable {
    case itemClass
    case attribute(Attribute)
    /// `kSecAttrPersistentReference`, the one attribute whose name is longer.
    case persistentReference
    case match(MatchKey)
    case returned(ReturnKey)
    case use(UseKey)
    case value(ValueKey)
    /// A name that begins with "f": accepted without effect.
    case ignored
    /// An unknown name.
    case unknown
    /// A name of less than two characters.
    case tooShort

    /// Reads the value of a constant, such as `svce` or `m_Limit`. Attributes have four characters; the other keys
    /// begin with a letter for their kind.
    package init(_ name: String) {
        let length = name.utf16.count
        if length == 4 {
            self =
                name == UseKey.dataProtection.rawValue
                ? .use(.dataProtection) : .attribute(Attribute(rawValue: name) ?? .unknown)
            return
        }
        guard length > 1 else {
            self = .tooShort
            return
        }
        // Swift compares by canonical equivalence: a Kelvin sign would pass for the letter K.
        guard name.utf8.count == length else {
            self = name.hasPrefix("f") ? .ignored : .unknown
            return
        }
        self = Self.named(name) ?? .unknown
    }

    private static func named(_ name: String) -> DictionaryKey? {
        switch name.utf8.first {
        case UInt8(ascii: "c"): name == "class" ? .itemClass : nil
        case UInt8(ascii: "m"): MatchKey(rawValue: name).map { .match($0) }
        case UInt8(ascii: "r"): ReturnKey(rawValue: name).map { .returned($0) }
        case UInt8(ascii: "u"): UseKey(rawValue: name).map { .use($0) }
        case UInt8(ascii: "v"): ValueKey(rawValue: name).map { .value($0) }
        case UInt8(ascii: "f"): .ignored
        case UInt8(ascii: "p"): name == "persistref" ? .persistentReference : nil
        default: nil
        }
    }
}

/// The keys that narrow a search.
package enum MatchKey: String {
    case limit = "m_Limit"
    case itemList = "m_ItemList"
    case searchList = "m_SearchList"
    case policy = "m_Policy"
    case issuers = "m_Issuers"
    case emailAddress = "m_EmailAddressIfPresent"
    case subjectContains = "m_SubjectContains"
    case subjectStartsWith = "m_SubjectStartsWith"
    case subjectEndsWith = "m_SubjectEndsWith"
    case subjectWholeString = "m_SubjectWholeString"
    case caseInsensitive = "m_CaseInsensitive"
    case diacriticInsensitive = "m_DiacriticInsensitive"
    case widthInsensitive = "m_WidthInsensitive"
    case trustedOnly = "m_TrustedOnly"
    case validOnDate = "m_ValidOnDate"
    case hostOrSubdomain = "m_HostOrSubdomainOfHost"

    /// The name of the constant, for the detail of an error.
    package var constant: String { "kSecMatch\(rawValue.dropFirst(2))" }
}

/// The keys for what a call returns.
package enum ReturnKey: String {
    case data = "r_Data"
    case attributes = "r_Attributes"
    case reference = "r_Ref"
    case persistentReference = "r_PersistentRef"

    /// The name of the constant, for the detail of an error.
    package var constant: String { "kSecReturn\(rawValue.dropFirst(2))" }
}

/// The keys for how a call works.
package enum UseKey: String {
    case itemList = "u_ItemList"
    case keychain = "u_Keychain"
    case operationPrompt = "u_OpPrompt"
    case noAuthenticationUI = "u_NoAuthUI"
    case authenticationUI = "u_AuthUI"
    case authenticationContext = "u_AuthCtx"
    case credentialReference = "u_CredRef"
    case dataProtection = "nleg"
    case userIndependent = "u_UserIndependentKeychain"
    case tombstones = "u_Tomb"

    /// The keys for how the user is asked.
    package static let aboutAsking: [UseKey] = [
        .operationPrompt, .noAuthenticationUI, .authenticationUI, .authenticationContext,
        .credentialReference,
    ]

    /// The name of the constant, for the detail of an error.
    package var constant: String {
        switch self {
        // The two that are no public constants.
        case .credentialReference: "kSecUseCredentialReference"
        case .tombstones: "kSecUseTombstones"
        default:
            QueryConstants.otherKeys.first { "\($0.value)" == rawValue }.map { "\($0.name)" }
                ?? rawValue
        }
    }
}

/// The keys whose value is an item or a reference to one.
package enum ValueKey: String {
    case data = "v_Data"
    case reference = "v_Ref"
    case persistentReference = "v_PersistentRef"

    /// The name of the constant, for the detail of an error.
    package var constant: String { "kSecValue\(rawValue.dropFirst(2))" }
}
