import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainSealing
import SwiftKeychainSystem

/// Writes the parts of a message.
struct MessageEncoder {
    var cbor = CanonicalCBOR.Encoder(reservingCapacity: 512)
    private(set) var secrets: [SecretBytes] = []

    /// Begins the CBOR array [tag, fields…] of a case.
    mutating func tagged(_ tag: UInt64, fields: Int = 0) {
        cbor.array(1 + fields)
        cbor.unsigned(tag)
    }

    mutating func integer(_ value: Int) { cbor.integer(Int64(value)) }

    /// Writes the place of a secret, which lies beside the CBOR.
    mutating func secret(_ secret: SecretBytes?) {
        guard let secret else { return cbor.null() }
        cbor.unsigned(UInt64(secrets.count))
        secrets.append(secret)
    }

    mutating func optional<Value>(
        _ value: Value?, _ encode: (inout MessageEncoder, Value) -> Void
    ) {
        if let value { encode(&self, value) } else { cbor.null() }
    }

    mutating func list<Element>(
        _ values: [Element], _ encode: (inout MessageEncoder, Element) -> Void
    ) {
        cbor.array(values.count)
        for value in values { encode(&self, value) }
    }

    mutating func value(_ value: some MessageValue) { value.encode(to: &self) }
    mutating func value(_ value: (some MessageValue)?) { optional(value) { $0.value($1) } }
    mutating func values(_ values: [some MessageValue]) { list(values) { $0.value($1) } }
    mutating func text(_ text: String?) { optional(text) { $0.cbor.text($1) } }
    mutating func data(_ bytes: [UInt8]?) { optional(bytes) { $0.cbor.data($1) } }

    /// Writes attributes as the metadata box of a row holds them.
    mutating func attributes(_ attributes: [Attribute: AttributeValue]) {
        cbor.data(MetadataPlaintext(hasSecret: false, attributes: attributes).encoded())
    }
}
