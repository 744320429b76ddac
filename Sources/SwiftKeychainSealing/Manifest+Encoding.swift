import SwiftKeychainModel
import SwiftKeychainSystem

// The plaintext of the manifest's box is a CBOR map by name (Docs/format.md §7). What is zero or empty
// is left out, and names that this module doesn't read are kept as they are.
extension Manifest {
    /// - Parameter keybag: the revision of the keybag that seals it.
    func encoded(keybag: Int64) -> [UInt8] {
        var entries = others
        func set(_ name: String, _ write: (inout CanonicalCBOR.Encoder) -> Void) {
            var encoder = CanonicalCBOR.Encoder(reservingCapacity: 40)
            write(&encoder)
            entries[name] = encoder.bytes
        }
        set("count") { $0.integer(count) }
        set("sum") { $0.data(accumulator.littleEndianBytes) }
        set("keybag") { $0.integer(keybag) }
        if repairs != 0 { set("repairs") { $0.integer(repairs) } }
        if incidents != .zero { set("incidents") { $0.data(incidents.littleEndianBytes) } }
        if quarantined != 0 { set("quarantine") { $0.integer(quarantined) } }
        var encoder = CanonicalCBOR.Encoder(reservingCapacity: 128)
        encoder.map(entries.count)
        for name in entries.keys.sorted(by: CanonicalCBOR.precedes) {
            encoder.text(name)
            encoder.encoded(entries[name] ?? [])
        }
        return encoder.bytes
    }

    /// Reads what ``encoded(keybag:)`` wrote.
    static func decoded(
        _ bytes: [UInt8], revision: Int64
    ) throws(CanonicalCBOR.Malformed) -> (manifest: Manifest, keybag: Int64) {
        var decoder = CanonicalCBOR.Decoder(bytes)
        var manifest = Manifest(count: 0, accumulator: .zero, revision: revision)
        var keybag: Int64?
        var found: Set<String> = []
        var last: String?
        for _ in 0..<(try decoder.map()) {
            let name = try decoder.text()
            if let last, !CanonicalCBOR.precedes(last, name) { throw CanonicalCBOR.Malformed() }
            last = name
            found.insert(name)
            switch name {
            case "count": manifest.count = try decoder.integer()
            case "sum": manifest.accumulator = try sum(&decoder)
            case "keybag": keybag = try decoder.integer()
            case "repairs": manifest.repairs = try decoder.integer()
            case "incidents": manifest.incidents = try sum(&decoder)
            case "quarantine": manifest.quarantined = try decoder.integer()
            default: manifest.others[name] = try decoder.item()
            }
        }
        guard decoder.isAtEnd, let keybag, found.isSuperset(of: ["count", "sum"]) else {
            throw CanonicalCBOR.Malformed()
        }
        return (manifest, keybag)
    }

    /// Reads the array [count, sum] or [count, sum, revision of the keybag] of the first version.
    static func firstDecoded(
        _ bytes: [UInt8], revision: Int64
    ) throws(CanonicalCBOR.Malformed) -> (manifest: Manifest, keybag: Int64?) {
        var decoder = CanonicalCBOR.Decoder(bytes)
        let fields = try decoder.array()
        guard fields == 2 || fields == 3 else { throw CanonicalCBOR.Malformed() }
        let count = try decoder.integer()
        let accumulator = try sum(&decoder)
        let keybag = fields == 3 ? try decoder.integer() : nil
        guard decoder.isAtEnd else { throw CanonicalCBOR.Malformed() }
        return (Manifest(count: count, accumulator: accumulator, revision: revision), keybag)
    }

    private static func sum(
        _ decoder: inout CanonicalCBOR.Decoder
    ) throws(CanonicalCBOR.Malformed) -> SIMD4<UInt64> {
        let bytes = try decoder.data()
        guard bytes.count == 32 else { throw CanonicalCBOR.Malformed() }
        return SIMD4(littleEndianBytes: bytes)
    }
}
