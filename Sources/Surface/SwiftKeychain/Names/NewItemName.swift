// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel
import SwiftKeychainSystem

/// The name that a user gives a new password, taken apart; ``ItemName`` finds the item by the same name.
///
///     mail                         service mail
///     mail/ann, ann@mail           service mail, account ann
///     keychain://mail/ann          the same; `%` and two hexadecimal digits stand for a byte
///     https://ann@example.org/a    an internet password: protocol htps, server example.org, path /a, account ann
///
/// A service may contain slashes, as entries of pass do; the last one begins the account.
package struct NewItemName {
    package let itemClass: ItemClass
    /// The attributes that the name gives; the account is among them only if the name has one.
    package let attributes: [Attribute: AttributeValue]

    /// - Throws: `usage` for a name that isn't text; `message` for one with an empty part, an address that can't be
    ///   taken apart, and one with a password, which the list of processes shows.
    package init(_ word: [UInt8]) throws(WordFault) {
        switch try ItemName(word) {
        case .password(let service, let account):
            itemClass = .genericPassword
            attributes = Self.attributes(service, account)
        case .text(let text) where text.contains(part: "://"):
            itemClass = .internetPassword
            attributes = try Self.attributes(ofAddress: text)
        case .text(let text):
            itemClass = .genericPassword
            var parts: [Substring] = [text[...]]
            if let slash = text.lastIndex(of: "/") {
                parts = [text[..<slash], text[text.index(after: slash)...]]
            } else if let at = text.lastIndex(of: "@") {
                parts = [text[text.index(after: at)...], text[..<at]]
            }
            guard !parts.contains("") else {
                throw .message("\(text.printable): an empty service or account")
            }
            attributes = Self.attributes(
                .string(String(parts[0])), parts.count == 2 ? .string(String(parts[1])) : nil)
        }
    }

    private static func attributes(
        _ service: AttributeValue, _ account: AttributeValue?
    ) -> [Attribute: AttributeValue] {
        var attributes = [Attribute.service: service]
        attributes[.account] = account
        return attributes
    }

    /// Takes an address apart.
    ///
    /// - Throws: as ``init(_:)``.
    package static func attributes(
        ofAddress text: String
    ) throws(WordFault) -> [Attribute: AttributeValue] {
        guard !WebAddress.hasPassword(text) else {
            throw .message(
                "the address contains a password, which other users can see; leave it out")
        }
        if WebAddress.hasWrongPort(text) {
            throw .message("\(text.printable): the port must be a number from 0 to 65535")
        }
        guard let address = WebAddress(text), address.code != nil else {
            throw .message("\(text.printable): not an address with a known protocol")
        }
        var attributes = address.attributes
        guard !address.user.isEmpty else { return attributes }
        guard let account = PercentEncoding.decode(address.user.utf8) else {
            throw .message("\(text.printable): % must be followed by two hexadecimal digits")
        }
        attributes[.account] = account.withBytes { AttributeValue(bytes: Array($0)) }
        return attributes
    }
}
