// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel
import SwiftKeychainSystem

/// The name by which a user refers to an item.
///
///     keychain://service/account   a password: exactly this service or server, and this account
///     keychain://service           the oldest password of this service or server; a change needs the only one
///     keychain://service/          the password of this service and no account
///     text                         the item whose label, service, server or account is the text, or
///                                  whose "service/account" or "account@service" is; if there is none,
///                                  contains it; for an address the internet password that NewItemName makes of it
///
/// A `%` and two hexadecimal digits stand for a byte in the first two forms.
package enum ItemName {
    case password(service: AttributeValue, account: AttributeValue?)
    case text(String)

    package static let scheme = Array("keychain://".utf8)

    /// Reads a URL of the scheme, or any other text as a name to search for.
    package init(_ word: [UInt8]) throws(WordFault) {
        guard word.starts(with: Self.scheme) else {
            if word.isEmpty { throw .usage("the name of the item can't be empty") }
            guard let text = String(validating: word, as: UTF8.self) else {
                throw .usage("the name of the item must be UTF-8")
            }
            self = .text(text)
            return
        }
        try self.init(reference: word)
    }

    /// Reads a name that begins with `keychain://`.
    ///
    /// - Throws: `message` for an empty service, more than two, and a malformed percent sign.
    package init(reference word: [UInt8]) throws(WordFault) {
        let shown = BufferFormat.escaped(word)
        let parts = word.dropFirst(Self.scheme.count).split(
            separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), !parts[0].isEmpty else {
            throw .message("\(shown): must have the form keychain://service/account")
        }
        var values: [AttributeValue] = []
        for part in parts {
            guard let decoded = PercentEncoding.decode(part) else {
                throw .message("\(shown): % must be followed by two hexadecimal digits")
            }
            values.append(decoded.withBytes { AttributeValue(bytes: Array($0)) })
        }
        self = .password(service: values[0], account: values.count == 2 ? values[1] : nil)
    }
}

extension Item {
    /// What a user calls the item.
    ///
    /// The label, the service or server, the account, "service/account" and "account@service", as far as the item
    /// has them.
    package var names: [String] {
        var names = [stored[.label]?.text, place, account, placeAndAccount].compactMap(\.self)
        if let place, let account { names.append("\(account)@\(place)") }
        return names
    }

    /// "service/account"; nil without one of them.
    var placeAndAccount: String? {
        guard let place, let account else { return nil }
        return "\(place)/\(account)"
    }

    private var place: String? { stored[itemClass.placeAttribute]?.text }
    private var account: String? { stored[itemClass.accountAttribute]?.text }
}

extension ItemClass {
    /// The attribute that names the owner of an item.
    package var accountAttribute: Attribute { self == .key ? .applicationTag : .account }

    /// The attribute that names the place where an item is used.
    package var placeAttribute: Attribute { self == .internetPassword ? .server : .service }
}
