// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainSystem

/// The plaintext of the metadata box, an item's attributes: the CBOR array
/// [whether a secret exists, map of attribute name to value].
///
/// Values keep their types: text, bytes, integer, boolean, and a double for a date.
package struct MetadataPlaintext {
    package let hasSecret: Bool
    package let attributes: [Attribute: AttributeValue]

    /// Encodes the plaintext of a row's metadata box: whether there is a secret, and a map of the attributes.
    package func encoded() -> [UInt8] {
        var encoder = CanonicalCBOR.Encoder(reservingCapacity: 512)
        encoder.array(2)
        encoder.boolean(hasSecret)
        encoder.map(attributes.count)
        // All names have the same length, so the order of CBOR is that of their bytes.
        let sorted = attributes.sorted { $0.key.code < $1.key.code }
        for (attribute, value) in sorted {
            encoder.fourCharacters(attribute.code)
            switch value {
            case .string(let text): encoder.text(text)
            case .data(let bytes): encoder.data(bytes)
            case .number(let number): encoder.integer(number)
            case .boolean(let flag): encoder.boolean(flag)
            case .date(let seconds): encoder.double(seconds)
            }
        }
        return encoder.bytes
    }

    package init(hasSecret: Bool, attributes: [Attribute: AttributeValue]) {
        self.hasSecret = hasSecret
        self.attributes = attributes
    }

    /// Reads what ``encoded()`` wrote; refuses names out of order and bytes after the end.
    package init(_ bytes: [UInt8]) throws(CanonicalCBOR.Malformed) {
        var decoder = CanonicalCBOR.Decoder(bytes)
        try decoder.array(of: 2)
        hasSecret = try decoder.boolean()
        let count = try decoder.map()
        // Items have few attributes. In memory, one is larger than the byte that it may take in a message.
        var attributes = [Attribute: AttributeValue](minimumCapacity: min(count, 64))
        var last: UInt32?
        for _ in 0..<count {
            let code = try decoder.fourCharacters()
            if let last, last >= code { throw CanonicalCBOR.Malformed() }
            last = code
            guard let attribute = Attribute(code: code) else { throw CanonicalCBOR.Malformed() }
            attributes[attribute] = try Self.value(&decoder)
        }
        guard decoder.isAtEnd else { throw CanonicalCBOR.Malformed() }
        self.attributes = attributes
    }

    private static func value(
        _ decoder: inout CanonicalCBOR.Decoder
    ) throws(CanonicalCBOR.Malformed) -> AttributeValue {
        switch try decoder.next() {
        case .text: .string(try decoder.text())
        case .data: .data(try decoder.data())
        case .unsigned, .negative: .number(try decoder.integer())
        case .boolean: .boolean(try decoder.boolean())
        case .double: .date(try decoder.double())
        case .array, .map, .null: throw CanonicalCBOR.Malformed()
        }
    }
}
