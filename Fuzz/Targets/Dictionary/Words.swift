// SPDX-License-Identifier: Apache-2.0
// Table: strings with a meaning in a dictionary, as keys or as values.

import SwiftKeychainModel

enum Words {
    /// Every key but the attributes, known or not.
    private static let otherKeys = [
        "class", "persistref", "nleg", "musr", "clip", "ggrp", "UUID", "v_Data", "v_Ref",
        "v_PersistentRef", "v_Nothing", "r_Data", "r_Attributes", "r_Ref", "r_PersistentRef",
        "r_Nothing", "m_Limit", "m_ItemList", "m_SearchList", "m_Policy", "m_Issuers",
        "m_EmailAddressIfPresent", "m_SubjectContains", "m_SubjectStartsWith",
        "m_SubjectEndsWith", "m_SubjectWholeString", "m_CaseInsensitive",
        "m_DiacriticInsensitive", "m_WidthInsensitive", "m_TrustedOnly", "m_ValidOnDate",
        "m_HostOrSubdomainOfHost", "m_Nothing", "u_ItemList", "u_Keychain", "u_OpPrompt",
        "u_NoAuthUI", "u_AuthUI", "u_AuthCtx", "u_CredRef", "u_UserIndependentKeychain",
        "u_Tomb", "u_Nothing", "f_Nothing", "f", "", "\u{0}", "cl\u{e4}ss", "\u{212a}eys",
        "\u{1f511}\u{1f511}", "\u{1f511}", "prf", "classes",
    ]

    static let attributes: [String] = Set(
        ItemClass.allCases.flatMap { $0.attributes.descriptions.map(\.attribute.rawValue) }
    ).sorted()

    static let keys: [String] = otherKeys + attributes

    static let values: [String] =
        ItemClass.allCases.map(\.rawValue) + ProtectionClass.allCases.map(\.rawValue) + [
            "m_LimitOne", "m_LimitAll", "u_AuthUIA", "u_AuthUIF", "u_AuthUIS", "syna", "0", "1",
            "-1", "00", "+1", "9223372036854775807", "9223372036854775808", "", "http", "htps",
            "apls", "dflt", "form", "42", "com.apple.setoken", "com.apple.token", "example.org",
            "a.example.org", ".", "unsigned", "*", "e\u{301}", "\u{e9}", "\u{0}", "f",
        ]
}
