import SwiftKeychainModel
import SwiftKeychainSystem

extension ArchiveTally {
    private static let counts: [WritableKeyPath<ArchiveTally, Int> & Sendable] = [
        \.items, \.bound, \.needPasscode, \.onTokens, \.constrained, \.damaged,
    ]

    /// Encodes as the CBOR array ["end", items, bound, left out…], in the order of the fields.
    func encoded() -> [UInt8] {
        var encoder = CanonicalCBOR.Encoder(reservingCapacity: 64)
        encoder.array(1 + Self.counts.count)
        encoder.text("end")
        for count in Self.counts { encoder.unsigned(UInt64(self[keyPath: count])) }
        return encoder.bytes
    }

    /// Reads what ``encoded()`` wrote, behind its first element.
    init(
        _ decoder: inout CanonicalCBOR.Decoder, count: Int
    ) throws(CanonicalCBOR.Malformed) {
        self.init()
        guard count == 1 + Self.counts.count else { throw CanonicalCBOR.Malformed() }
        for count in Self.counts {
            let number = try decoder.unsigned()
            // Larger than any store; what is added up does not overflow.
            guard number < 1 << 48 else { throw CanonicalCBOR.Malformed() }
            self[keyPath: count] = Int(number)
        }
    }
}
