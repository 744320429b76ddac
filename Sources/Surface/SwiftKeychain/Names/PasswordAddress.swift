// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel
import SwiftKeychainSystem

/// The attributes that name a password in its primary key: a service and an account, or the parts of an address.
package enum PasswordAddress {
    /// The attributes of the primary key that a user can give.
    package static func key(of itemClass: ItemClass) -> Set<Attribute> {
        Set(itemClass.attributes.primaryKey.map(\.attribute))
            .subtracting([.accessGroup, .synchronizable, .syncViewHint, .tokenID])
    }

    /// Takes an address that was given as the server apart: `https://host/path` is what a browser shows. Other attributes
    /// win over its parts, and a server that is no address stays.
    ///
    /// - Parameter isWhole: whether an address without a port or a path has the default port and no path, and not any.
    /// - Throws: as ``NewItemName/init(_:)`` for an address with a password, a wrong port or a malformed account.
    package static func takenApart(
        _ attributes: [Attribute: AttributeValue], _ itemClass: ItemClass, isWhole: Bool
    ) throws(WordFault) -> [Attribute: AttributeValue] {
        guard itemClass == .internetPassword, let text = attributes[.server]?.text,
            WebAddress.hasPassword(text) || WebAddress.hasWrongPort(text)
                || text.contains(part: "://") && WebAddress(text)?.code != nil
        else { return attributes }
        var parts = try NewItemName.attributes(ofAddress: text)
        parts[.authenticationType] = nil
        if isWhole { parts.merge([.port: .number(0), .path: .string("")]) { given, _ in given } }
        var attributes = attributes
        attributes[.server] = nil
        return parts.merging(attributes) { $1 }
    }

    /// Returns the forms in which programs store the same address, the given one first: with `/` as the path or none, and
    /// with the default port or none (RFC 3986, section 6.2.3).
    package static func forms(
        of attributes: [Attribute: AttributeValue]
    ) -> [[Attribute: AttributeValue]] {
        var forms = [attributes]
        func add(_ attribute: Attribute, _ value: AttributeValue) {
            forms += forms.map { $0.merging([attribute: value]) { $1 } }
        }
        if let path = attributes[.path]?.text, ["", "/"].contains(path) {
            add(.path, .string(path.isEmpty ? "/" : ""))
        }
        let standard = attributes[.protocol]?.text.flatMap { WebAddress.defaultPorts[$0] }
        if let standard, let port = attributes[.port]?.integer, [0, standard].contains(port) {
            add(.port, .number(port == 0 ? standard : 0))
        }
        return forms
    }
}
