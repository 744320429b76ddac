// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel
import SwiftKeychainSystem

extension FuzzTarget {
    /// The target for deterministic CBOR: bytes that are read must be written back the same.
    public static let cbor = FuzzTarget(name: "cbor") { bytes throws(Finding) in
        let consumed = try CBORRules.rewrite(bytes)
        try CBORRules.readAsEveryKind(bytes)
        try CBORRules.rewriteAccessControl(bytes)
        if let reference = PersistentReference(bytes: bytes) {
            try require(reference.bytes == bytes, "a persistent reference has two external forms")
        }
        return consumed > 0
    }
}

private enum CBORRules {
    /// Reads and rewrites values up to the first that is refused; returns the number of bytes read.
    static func rewrite(_ bytes: [UInt8]) throws(Finding) -> Int {
        var decoder = CanonicalCBOR.Decoder(bytes)
        var encoder = CanonicalCBOR.Encoder()
        var isRefused = false
        while !isRefused, !decoder.isAtEnd {
            do throws(CanonicalCBOR.Malformed) {
                try copyOne(from: &decoder, to: &encoder)
            } catch {
                isRefused = true
            }
        }
        // Also when the rest is refused.
        try require(
            bytes.starts(with: encoder.bytes), "what was read is written again as other bytes")
        try require(
            isRefused || encoder.bytes.count == bytes.count, "bytes were passed over unread")
        return encoder.bytes.count
    }

    private static func copyOne(
        from decoder: inout CanonicalCBOR.Decoder, to encoder: inout CanonicalCBOR.Encoder
    ) throws(CanonicalCBOR.Malformed) {
        switch try decoder.next() {
        case .unsigned: encoder.unsigned(try decoder.unsigned())
        case .negative: encoder.integer(try decoder.integer())
        case .data: encoder.data(try decoder.data())
        case .text: encoder.text(try decoder.text())
        case .array: encoder.array(try decoder.array())
        case .map: encoder.map(try decoder.map())
        case .boolean: encoder.boolean(try decoder.boolean())
        case .null:
            try decoder.null()
            encoder.null()
        case .double: encoder.double(try decoder.double())
        }
    }

    typealias Reader = @Sendable (inout CanonicalCBOR.Decoder) throws -> Void

    /// Readers of kinds that no bytes can have in common.
    private static let readers: [Reader] = [
        { _ = try $0.unsigned() }, { _ = try $0.data() }, { _ = try $0.text() },
        { _ = try $0.array() }, { _ = try $0.map() }, { _ = try $0.boolean() },
        { try $0.null() }, { _ = try $0.double() },
    ]

    /// Reads the first value as each kind in turn, and requires that at most one accepts it.
    static func readAsEveryKind(_ bytes: [UInt8]) throws(Finding) {
        let decoder = CanonicalCBOR.Decoder(bytes)
        var kinds = 0
        for reader in readers {
            var copy = decoder
            if (try? reader(&copy)) != nil { kinds += 1 }
        }
        try require(kinds <= 1, "the same bytes are read as two kinds")
        // An unsigned number of up to 63 bits is also read as a signed one.
        var (copy, again) = (decoder, decoder)
        if let signed = try? copy.integer(), let unsigned = try? again.unsigned() {
            try require(signed >= 0 && UInt64(signed) == unsigned, "a number is read as two")
        }
    }

    static func rewriteAccessControl(_ bytes: [UInt8]) throws(Finding) {
        guard let accessControl = try? AccessControl(encoded: bytes) else { return }
        try require(accessControl.encoded() == bytes, "an access control has two encoded forms")
    }
}
