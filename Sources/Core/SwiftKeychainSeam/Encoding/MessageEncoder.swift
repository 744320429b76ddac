// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainSystem

/// The encoder of the parts of a message.
struct MessageEncoder: ~Copyable {
    var cbor = CanonicalCBOR.Encoder(reservingCapacity: 512)
    private(set) var secrets: [SecretBytes] = []
    /// The call whose reply this is.
    private let call: Call?

    init(_ call: Call? = nil) { self.call = call }

    /// Records that an element of a list is encoded.
    func step() { call?.step() }

    mutating func value(_ value: some MessageValue) { value.encode(to: &self) }

    /// Writes the CBOR array of the fields of a structure.
    mutating func fields(_ fields: any MessageValue...) {
        cbor.array(fields.count)
        for field in fields { field.encode(to: &self) }
    }

    /// Writes the CBOR array [tag, fields…] of a case.
    mutating func tagged(_ tag: UInt64, _ fields: any MessageValue...) {
        tagged(tag, fields: fields)
    }

    mutating func tagged(_ tag: UInt64, fields: [any MessageValue]) {
        cbor.array(1 + fields.count)
        cbor.unsigned(tag)
        for field in fields { field.encode(to: &self) }
    }

    /// Writes the index of a secret, which is added to the message's list of secrets.
    fileprivate mutating func secret(_ secret: SecretBytes) {
        cbor.unsigned(UInt64(secrets.count))
        secrets.append(secret)
    }
}

/// The index of a secret.
struct MessageSecret: MessageValue {
    let bytes: SecretBytes

    init(_ bytes: SecretBytes) { self.bytes = bytes }

    func encode(to encoder: inout MessageEncoder) { encoder.secret(bytes) }

    init(from decoder: inout MessageDecoder) throws(KeychainError) { bytes = try decoder.secret() }
}

/// Attributes in the form of a row's metadata box.
extension Dictionary: MessageValue where Key == Attribute, Value == AttributeValue {
    func encode(to encoder: inout MessageEncoder) {
        encoder.cbor.data(MetadataPlaintext(hasSecret: false, attributes: self).encoded())
    }

    init(from decoder: inout MessageDecoder) throws(KeychainError) {
        self = try decoder.attributes()
    }
}
