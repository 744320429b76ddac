// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainModel

/// The encoded form of a request or a reply: deterministic CBOR, and separately the secrets that the
/// CBOR names by their places, so that they stay in locked memory.
package struct Message: Sendable {
    /// The CBOR array [version, value].
    package let body: [UInt8]
    package let secrets: [SecretBytes]

    package init(body: [UInt8], secrets: [SecretBytes]) {
        self.body = body
        self.secrets = secrets
    }

    /// The version of the encoding. A message of another version is rejected.
    static let version: UInt64 = 2
    /// The most bytes of a body, 256 MiB.
    package static let longestBody = 256 << 20
    /// The most bytes of one secret: that of an item, wrapped.
    package static let longestSecret = Limits.secretBytes + 256

    /// Whether the other side refuses the message.
    package var isTooLong: Bool {
        body.count > Self.longestBody || secrets.contains { $0.count > Self.longestSecret }
    }

    /// Encodes a value behind the version of the encoding.
    init<Value: MessageValue>(encoding value: Value, _ call: Call? = nil) {
        var encoder = MessageEncoder(call)
        encoder.cbor.array(2)
        encoder.cbor.unsigned(Self.version)
        value.encode(to: &encoder)
        body = encoder.cbor.bytes
        secrets = encoder.secrets
    }

    /// Decodes a value. Every secret must be used, and nothing may follow the value.
    ///
    /// - Throws: `parameter` for a message that is too long; `notAvailable` for another version; `decode`.
    func decoded<Value: MessageValue>(
        _ kind: Value.Type, claim: ((Int) -> Bool)? = nil
    ) throws(KeychainError) -> Value {
        if isTooLong { throw KeychainError(.parameter, "message: too long") }
        var decoder = MessageDecoder(self, claim: claim)
        guard try decoder.array() == 2, try decoder.unsigned() == Self.version else {
            throw KeychainError(.notAvailable, "message: made by another version")
        }
        let value = try Value(from: &decoder)
        try decoder.finish()
        return value
    }
}

extension SentRequest {
    package var encoded: Message { Message(encoding: self) }

    /// Decodes a message made by ``encoded``.
    ///
    /// - Parameter claim: returns whether there is room for more bytes of new items; nil: always.
    /// - Throws: `decode` for anything else; `notAvailable` when there is no room; as the initialisers of the values in it.
    package init(
        decoding message: Message, claim: ((Int) -> Bool)? = nil
    ) throws(KeychainError) {
        self = try message.decoded(SentRequest.self, claim: claim)
    }
}

extension Reply {
    /// Encodes the reply, as a step of the call that it answers.
    package func encoded(_ call: Call? = nil) -> Message { Message(encoding: self, call) }

    /// Decodes a message made by ``encoded``.
    ///
    /// - Throws: as ``SentRequest/init(decoding:)``.
    package init(decoding message: Message) throws(KeychainError) {
        self = try message.decoded(Reply.self)
    }
}
