// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain
import SwiftKeychainModel
import SwiftKeychainSecretBus

/// The lookup attributes of items that programs made through Apple's interface, which set none.
///
/// The names are those of libsecret's generic and network schemas.
struct NativeAttributes {
    let itemClass: ItemClass
    /// The value of `xdg:schema`.
    let schema: String
    /// The names of the attributes, in the order in which they are shown.
    /// The first ones make the label (``label(of:)``).
    private let names: [(name: String, attribute: Attribute)]

    static let generic = NativeAttributes(
        itemClass: .genericPassword, schema: ServiceNames.genericSchema,
        names: [("service", .service), ("account", .account)])
    static let internet = NativeAttributes(
        itemClass: .internetPassword, schema: ServiceNames.networkSchema,
        names: [
            ("user", .account), ("domain", .securityDomain), ("server", .server),
            ("object", .path), ("protocol", .protocol), ("port", .port),
        ])

    static func of(_ itemClass: ItemClass) -> NativeAttributes {
        itemClass == .internetPassword ? internet : generic
    }

    /// Returns the attributes to show, with the schema first. Service, account and server are shown even if empty.
    func pairs(of item: Item) -> [(String, String)] {
        [(LookupAttributes.schema, schema)]
            + names.compactMap { name, attribute in
                let text = item.stored[attribute].flatMap { Self.text($0, of: attribute) }
                // A search for the attributes that are shown must not find every item.
                let isShown = [.service, .account, .server].contains(attribute)
                return (text ?? (isShown ? "" : nil)).map { (name, $0) }
            }
    }

    /// Returns nil for an empty text and 0, which stand for no value.
    private static func text(_ value: AttributeValue, of attribute: Attribute) -> String? {
        guard let text = value.text else {
            return value.integer.flatMap { $0 == 0 ? nil : String($0) }
        }
        if text.isEmpty { return nil }
        guard attribute == .protocol else { return text }
        return WebAddress.protocols.first { $0.code == text }?.scheme ?? text
    }

    /// Returns the conditions of a search; nil if no item of the class can have the attributes.
    func conditions(_ wanted: LookupAttributes) -> [Attribute: AttributeValue]? {
        var conditions: [Attribute: AttributeValue] = [:]
        for pair in wanted.pairs {
            if pair.name == LookupAttributes.schema {
                guard pair.value == schema else { return nil }
                continue
            }
            guard let attribute = names.first(where: { $0.name == pair.name })?.attribute else {
                return nil
            }
            switch attribute {
            case .port:
                guard let number = Int64(pair.value) else { return nil }
                conditions[attribute] = .number(number)
            case .protocol:
                let code = WebAddress.protocols.first { $0.scheme == pair.value }?.code
                conditions[attribute] = .string(code ?? pair.value)
            default: conditions[attribute] = .string(pair.value)
            }
        }
        return conditions
    }

    /// Returns the values for an item that is to have exactly these attributes: no value stands for one that isn't named.
    /// nil if no item of the class can have them.
    func values(_ attributes: LookupAttributes) -> [Attribute: AttributeValue]? {
        guard var values = conditions(attributes) else { return nil }
        if let port = values[.port]?.integer, !(0...65535 ~= port) { return nil }
        for (_, attribute) in names where values[attribute] == nil {
            values[attribute] = attribute == .port ? .number(0) : .string("")
        }
        return values
    }

    /// Returns the name that an item without a label has.
    ///
    /// For an internet password, it is the server, else the domain, else the user; for a generic one, the account, else
    /// the service.
    func label(of item: Item) -> String {
        let parts = names.prefix(itemClass == .internetPassword ? 3 : 2).compactMap {
            item.stored[$0.attribute]?.text
        }
        return parts.filter { !$0.isEmpty }.last ?? ""
    }
}
