// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainSystem

/// The decoder of the parts of a message. Its functions throw `decode` for anything that
/// ``MessageEncoder`` doesn't write.
struct MessageDecoder {
    private var cbor: CanonicalCBOR.Decoder
    private let secrets: [SecretBytes]
    /// The number of secrets that were named so far, which is the index of the next one.
    private var secretsRead = 0
    /// The number of elements that its lists may still have. In memory, an element is larger than the byte that it may take
    /// in a message; those of long lists have 16 bytes and more.
    private var elementsLeft: Int
    /// The number of new items that it may still have without a claim: those for whose secrets the frame claimed memory, and a
    /// few more.
    private var itemsLeft: Int
    /// Returns whether there is room for more bytes of new items; nil: always.
    private let claim: ((Int) -> Bool)?

    init(_ message: Message, claim: ((Int) -> Bool)? = nil) {
        itemsLeft = message.secrets.count + 16
        self.claim = claim
        elementsLeft = (1 << 16) + message.body.count / 16
        cbor = CanonicalCBOR.Decoder(message.body)
        secrets = message.secrets
    }

    static let malformed = KeychainError(.decode, "message: malformed")

    /// Runs `body`, and turns each error of the CBOR into the one error of a malformed message.
    private mutating func read<Value>(
        _ body: (inout CanonicalCBOR.Decoder) throws -> Value
    ) throws(KeychainError) -> Value {
        do {
            return try body(&cbor)
        } catch {
            throw Self.malformed
        }
    }

    /// Checks that everything was read.
    func finish() throws(KeychainError) {
        guard cbor.isAtEnd, secretsRead == secrets.count else { throw Self.malformed }
    }

    mutating func array() throws(KeychainError) -> Int {
        try read { try $0.array() }
    }

    /// Reads the head of a list.
    mutating func list() throws(KeychainError) -> Int {
        let count = try array()
        guard count <= elementsLeft else { throw Self.malformed }
        elementsLeft -= count
        return count
    }

    /// Claims memory for a new item: it takes more than 100 times the bytes that it may have in a message.
    ///
    /// - Throws: `notAvailable` when there is no room for it.
    mutating func claimItem() throws(KeychainError) {
        itemsLeft -= 1
        guard itemsLeft < 0, let claim, !claim(4096) else { return }
        throw KeychainError(.notAvailable, "message: too many long requests at the same time")
    }

    /// Reads the head of an array with a fixed number of elements.
    mutating func array(of count: Int) throws(KeychainError) {
        guard try array() == count else { throw Self.malformed }
    }

    /// Reads the array of the fields of a structure, which ``MessageEncoder/fields(_:)`` wrote. Searches, which are sent most,
    /// read theirs one by one: that is faster.
    mutating func fields<each Field: MessageValue>() throws(KeychainError) -> (repeat each Field) {
        var count = 0
        for _ in repeat (each Field).self { count += 1 }
        try array(of: count)
        return (repeat try (each Field)(from: &self))
    }

    /// Reads the head of a case: its tag, and the number of fields that follow.
    mutating func tagged() throws(KeychainError) -> (tag: UInt64, fields: Int) {
        let count = try array()
        guard count > 0 else { throw Self.malformed }
        return (try unsigned(), count - 1)
    }

    mutating func unsigned() throws(KeychainError) -> UInt64 {
        try read { try $0.unsigned() }
    }

    mutating func integer() throws(KeychainError) -> Int64 {
        try read { try $0.integer() }
    }

    /// Reads an integer that the type can hold; another one is malformed.
    mutating func integer<Value: FixedWidthInteger>(
        _ type: Value.Type
    ) throws(KeychainError) -> Value {
        guard let value = Value(exactly: try integer()) else { throw Self.malformed }
        return value
    }

    mutating func boolean() throws(KeychainError) -> Bool {
        try read { try $0.boolean() }
    }

    mutating func text() throws(KeychainError) -> String {
        try read { try $0.text() }
    }

    mutating func data() throws(KeychainError) -> [UInt8] {
        try read { try $0.data() }
    }

    /// Reads a null, if it is next.
    mutating func skipsNull() throws(KeychainError) -> Bool {
        try read { try $0.skipsNull() }
    }

    mutating func value<Value: MessageValue>() throws(KeychainError) -> Value {
        try Value(from: &self)
    }

    /// Reads the index of a secret; each occurs once, in order. So no message can name a secret twice.
    mutating func secret() throws(KeychainError) -> SecretBytes {
        guard try unsigned() == UInt64(secretsRead), secretsRead < secrets.count else {
            throw Self.malformed
        }
        defer { secretsRead += 1 }
        return secrets[secretsRead]
    }

    mutating func optionalSecret() throws(KeychainError) -> SecretBytes? {
        (try value() as MessageSecret?)?.bytes
    }

    mutating func optionalData() throws(KeychainError) -> [UInt8]? {
        (try value() as ByteString?)?.bytes
    }

    /// Reads attributes, in ascending order of their names.
    mutating func attributes() throws(KeychainError) -> [Attribute: AttributeValue] {
        let plaintext = try read { try MetadataPlaintext(try $0.data()) }
        guard !plaintext.hasSecret else { throw Self.malformed }
        return plaintext.attributes
    }
}
