// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainModel

/// A value that is part of a request or a reply.
protocol MessageValue {
    func encode(to encoder: inout MessageEncoder)
    /// - Throws: `decode` for anything that ``encode(to:)`` doesn't write; as the initialiser of the value.
    init(from decoder: inout MessageDecoder) throws(KeychainError)
}

extension MessageValue where Self: FixedWidthInteger {
    func encode(to encoder: inout MessageEncoder) { encoder.cbor.integer(Int64(self)) }

    init(from decoder: inout MessageDecoder) throws(KeychainError) {
        self = try decoder.integer(Self.self)
    }
}

extension Int: MessageValue {}
extension Int64: MessageValue {}

extension MessageValue where Self: RawRepresentable, RawValue: FixedWidthInteger {
    func encode(to encoder: inout MessageEncoder) { encoder.cbor.integer(Int64(rawValue)) }

    init(from decoder: inout MessageDecoder) throws(KeychainError) {
        guard let value = Self(rawValue: try decoder.integer(RawValue.self)) else {
            throw MessageDecoder.malformed
        }
        self = value
    }
}

extension Bool: MessageValue {
    func encode(to encoder: inout MessageEncoder) { encoder.cbor.boolean(self) }

    init(from decoder: inout MessageDecoder) throws(KeychainError) { self = try decoder.boolean() }
}

extension String: MessageValue {
    func encode(to encoder: inout MessageEncoder) { encoder.cbor.text(self) }

    init(from decoder: inout MessageDecoder) throws(KeychainError) { self = try decoder.text() }
}

/// Bytes that are no secret.
struct ByteString: MessageValue {
    let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    func encode(to encoder: inout MessageEncoder) { encoder.cbor.data(bytes) }

    init(from decoder: inout MessageDecoder) throws(KeychainError) { bytes = try decoder.data() }
}

extension Optional: MessageValue where Wrapped: MessageValue {
    func encode(to encoder: inout MessageEncoder) {
        if let self { self.encode(to: &encoder) } else { encoder.cbor.null() }
    }

    init(from decoder: inout MessageDecoder) throws(KeychainError) {
        self = try decoder.skipsNull() ? nil : Wrapped(from: &decoder)
    }
}

extension Array: MessageValue where Element: MessageValue {
    func encode(to encoder: inout MessageEncoder) {
        encoder.cbor.array(count)
        for element in self {
            encoder.step()
            element.encode(to: &encoder)
        }
    }

    init(from decoder: inout MessageDecoder) throws(KeychainError) {
        self.init()
        for _ in 0..<(try decoder.list()) { append(try Element(from: &decoder)) }
    }
}
