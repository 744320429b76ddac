// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainSystem

/// The attributes of an item that a program stored through the Secret Service, as one field of an export.
///
/// The lookup attributes and the content type are fields of their own as well, for other password managers. An import
/// takes them from this field, which has them byte for byte:
///
///     org.freedesktop.secrets   the base64 of a CBOR map from tags to texts, and from `ssat` to the lookup attributes
struct SecretServiceField {
    static let name = "org.freedesktop.secrets"

    let attributes: [Attribute: AttributeValue]

    /// The attributes besides the lookup attributes. The service may be empty, which a field of its own can't be.
    private static let texts: [Attribute] = [.service, .contentType, .application, .accessible]

    /// - Returns: nil for an item without lookup attributes.
    init?(_ item: Item) {
        guard item.lookupAttributes != nil else { return nil }
        var attributes = item.stored.filter { $0.key == .lookupAttributes }
        for attribute in Self.texts { attributes[attribute] = item[attribute] }
        self.attributes = attributes
    }

    /// Reads the value of the field; nil for one that isn't of this form.
    private init?(_ value: SecretBytes) {
        guard let bytes = value.withBytes({ Base64.bytes(Array($0)) }) else { return nil }
        var attributes: [Attribute: AttributeValue] = [:]
        var decoder = CanonicalCBOR.Decoder(bytes)
        do throws(CanonicalCBOR.Malformed) {
            try decoder.entries { (tag, decoder) throws(CanonicalCBOR.Malformed) in
                if tag == Attribute.lookupAttributes.rawValue {
                    attributes[.lookupAttributes] = .data(try decoder.item())
                } else if let attribute = Self.texts.first(where: { $0.rawValue == tag }) {
                    attributes[attribute] = .string(try decoder.text())
                } else {
                    throw CanonicalCBOR.Malformed()
                }
            }
        } catch {
            return nil
        }
        guard attributes[.lookupAttributes] != nil else { return nil }
        self.attributes = attributes
    }

    /// The value of the field.
    var text: String {
        var entries: [String: [UInt8]] = [:]
        for (attribute, value) in attributes {
            if attribute == .lookupAttributes {
                entries[attribute.rawValue] = value.bytes
            } else if let text = value.text {
                var encoder = CanonicalCBOR.Encoder()
                encoder.text(text)
                entries[attribute.rawValue] = encoder.bytes
            }
        }
        var text: [UInt8] = []
        CanonicalCBOR.map(entries).withUnsafeBytes { Base64.encode($0) { text.append($0) } }
        return String(decoding: text, as: UTF8.self)
    }

    /// The names and values of the fields that repeat parts of this one.
    var repeated: [(name: String, value: String)] {
        let lookup = attributes[.lookupAttributes]?.bytes ?? []
        let pairs = (try? LookupAttributes(encoded: lookup))?.pairs ?? []
        return pairs.map { ($0.name, $0.value) }
            + [("content type", attributes[.contentType]?.text ?? "")]
    }
}

extension SecretServiceField {
    /// Removes the field and those that repeat it from the fields of an entry; nil if it isn't there.
    init?(takenFrom fields: inout [ExchangeEntry.Field]) {
        guard let field = fields.first(where: { $0.name == Self.name }), let own = Self(field.value)
        else { return nil }
        self = own
        let repeated = own.repeated
        fields.removeAll { field in
            field.name == Self.name
                || repeated.contains {
                    Self.isName($0.name, orNumbered: field.name) && field.value.text == $0.value
                }
        }
    }

    /// Returns whether a field has a name, or the one that an export gives it where the name has a meaning: `URL 2`.
    private static func isName(_ name: String, orNumbered other: String) -> Bool {
        other == name
            || other.hasPrefix("\(name) ") && Int(other.dropFirst(name.count + 1)) != nil
    }
}
