import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainSealing
import SwiftKeychainSystem

/// Reads the parts of a message. Everything but what ``MessageEncoder`` writes is `decode`.
struct MessageDecoder {
    private var cbor: CanonicalCBOR.Decoder
    private let secrets: [SecretBytes]
    private var secretsRead = 0

    init(_ message: Message) {
        cbor = CanonicalCBOR.Decoder(message.body)
        secrets = message.secrets
    }

    static let malformed = KeychainError(.decode, "message: not in its encoded form")

    private mutating func read<Value>(
        _ body: (inout CanonicalCBOR.Decoder) throws(CanonicalCBOR.Malformed) -> Value
    ) throws(KeychainError) -> Value {
        do throws(CanonicalCBOR.Malformed) {
            return try body(&cbor)
        } catch {
            throw Self.malformed
        }
    }

    /// Checks that nothing is left over.
    func finish() throws(KeychainError) {
        guard cbor.isAtEnd, secretsRead == secrets.count else { throw Self.malformed }
    }

    mutating func array() throws(KeychainError) -> Int {
        try read { (cbor) throws(CanonicalCBOR.Malformed) in try cbor.array() }
    }

    /// Reads the head of an array with a fixed number of elements.
    mutating func array(of count: Int) throws(KeychainError) {
        guard try array() == count else { throw Self.malformed }
    }

    /// Reads the head of a case: its tag, and the number of fields that follow.
    mutating func tagged() throws(KeychainError) -> (tag: UInt64, fields: Int) {
        let count = try array()
        guard count > 0 else { throw Self.malformed }
        return (try unsigned(), count - 1)
    }

    mutating func unsigned() throws(KeychainError) -> UInt64 {
        try read { (cbor) throws(CanonicalCBOR.Malformed) in try cbor.unsigned() }
    }

    mutating func integer() throws(KeychainError) -> Int64 {
        try read { (cbor) throws(CanonicalCBOR.Malformed) in try cbor.integer() }
    }

    mutating func integer<Value: FixedWidthInteger>(
        _ type: Value.Type
    ) throws(KeychainError) -> Value {
        guard let value = Value(exactly: try integer()) else { throw Self.malformed }
        return value
    }

    mutating func boolean() throws(KeychainError) -> Bool {
        try read { (cbor) throws(CanonicalCBOR.Malformed) in try cbor.boolean() }
    }

    mutating func text() throws(KeychainError) -> String {
        try read { (cbor) throws(CanonicalCBOR.Malformed) in try cbor.text() }
    }

    mutating func data() throws(KeychainError) -> [UInt8] {
        try read { (cbor) throws(CanonicalCBOR.Malformed) in try cbor.data() }
    }

    mutating func optional<Value>(
        _ decode: (inout MessageDecoder) throws(KeychainError) -> Value
    ) throws(KeychainError) -> Value? {
        let kind = try read { (cbor) throws(CanonicalCBOR.Malformed) in try cbor.next() }
        guard kind == .null else { return try decode(&self) }
        try read { (cbor) throws(CanonicalCBOR.Malformed) in try cbor.null() }
        return nil
    }

    mutating func list<Element>(
        _ decode: (inout MessageDecoder) throws(KeychainError) -> Element
    ) throws(KeychainError) -> [Element] {
        let count = try array()
        var values: [Element] = []
        for _ in 0..<count { values.append(try decode(&self)) }
        return values
    }

    /// Reads the place of a secret; each is named once, in order.
    mutating func secret() throws(KeychainError) -> SecretBytes? {
        try optional { (decoder) throws(KeychainError) in
            guard try decoder.unsigned() == UInt64(decoder.secretsRead),
                decoder.secretsRead < decoder.secrets.count
            else { throw Self.malformed }
            defer { decoder.secretsRead += 1 }
            return decoder.secrets[decoder.secretsRead]
        }
    }

    mutating func requiredSecret() throws(KeychainError) -> SecretBytes {
        guard let secret = try secret() else { throw Self.malformed }
        return secret
    }

    mutating func value<Value: MessageValue>(
        _ type: Value.Type = Value.self
    ) throws(KeychainError) -> Value {
        try Value(from: &self)
    }

    mutating func optionalValue<Value: MessageValue>(
        _ type: Value.Type = Value.self
    ) throws(KeychainError) -> Value? {
        try optional { (decoder) throws(KeychainError) in try Value(from: &decoder) }
    }

    mutating func values<Value: MessageValue>(
        _ type: Value.Type = Value.self
    ) throws(KeychainError) -> [Value] {
        try list { (decoder) throws(KeychainError) in try Value(from: &decoder) }
    }

    mutating func optionalText() throws(KeychainError) -> String? {
        try optional { (decoder) throws(KeychainError) in try decoder.text() }
    }

    mutating func optionalData() throws(KeychainError) -> [UInt8]? {
        try optional { (decoder) throws(KeychainError) in try decoder.data() }
    }

    /// Reads attributes; their names ascend.
    mutating func attributes() throws(KeychainError) -> [Attribute: AttributeValue] {
        let plaintext = try read { (cbor) throws(CanonicalCBOR.Malformed) in
            try MetadataPlaintext(try cbor.data())
        }
        guard !plaintext.hasSecret else { throw Self.malformed }
        return plaintext.attributes
    }
}
