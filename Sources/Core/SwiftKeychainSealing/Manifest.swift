// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel
import SwiftKeychainSystem

/// The summary of a store: the count of its rows, a multiset hash over their classes, persistent
/// references and revisions, and its incidents.
///
/// Elements are added and removed in any order. The hash is the sum of the elements, four 64-bit
/// words each taken modulo 2^64; without the manifest key the elements can't be computed.
package struct Manifest: Sendable, Equatable {
    /// The contribution of one row at one revision: see ``Keybag/element(_:persistentReference:revision:)``.
    package struct Element: Sendable, Equatable {
        let words: SIMD4<UInt64>
    }

    /// The number of rows in all tables.
    package var count: Int64 = 0
    package internal(set) var accumulator: SIMD4<UInt64> = .zero
    /// The revision that the record is sealed with; each change adds one.
    package var revision: Int64
    /// The number of times a repair recounted the manifest from the rows.
    package var repairs: Int64 = 0
    /// The sum of the elements of all incidents, ``Keybag/element(ofIncident:)``.
    package internal(set) var incidents: SIMD4<UInt64> = .zero
    /// The number of rows in the quarantine.
    package var quarantined: Int64 = 0
    /// Entries that this module doesn't read, encoded, by name: the user's settings for the store, and
    /// what a newer build added.
    package var others: [String: [UInt8]] = [:]

    /// Makes the manifest of an empty store, or of that revision.
    package init(revision: Int64 = 0) { self.revision = revision }

    /// Adds a row.
    public mutating func add(_ element: Element) {
        accumulator &+= element.words
        count &+= 1
    }

    /// Adds an incident.
    public mutating func add(incident: Element) { incidents &+= incident.words }

    /// Removes an incident.
    public mutating func remove(incident: Element) { incidents &-= incident.words }

    /// Resets the counts of rows, incidents and quarantine for a recount; the number of repairs and all
    /// other entries stay.
    public mutating func startOver() {
        (count, accumulator, incidents, quarantined) = (0, .zero, .zero, 0)
    }

    /// Returns whether the counts and sums of two manifests are equal.
    package func agrees(with other: Manifest) -> Bool {
        count == other.count && accumulator == other.accumulator && incidents == other.incidents
            && quarantined == other.quarantined
    }

    /// Removes a row; removing one that was never added leaves a manifest that matches no store.
    public mutating func remove(_ element: Element) {
        accumulator &-= element.words
        count &-= 1
    }
}

extension SIMD4<UInt64> {
    /// The 32 bytes of the words, each little-endian.
    var littleEndianBytes: [UInt8] {
        (0..<32).map { UInt8(truncatingIfNeeded: self[$0 / 8] >> UInt64(8 * ($0 % 8))) }
    }

    /// Reads 32 bytes.
    init(littleEndianBytes bytes: [UInt8]) {
        precondition(bytes.count == 32, "a sum holds 32 bytes")
        self = bytes.withUnsafeBytes { bytes in
            func word(_ index: Int) -> UInt64 {
                UInt64(
                    littleEndian: bytes.loadUnaligned(fromByteOffset: 8 * index, as: UInt64.self))
            }
            return SIMD4(word(0), word(1), word(2), word(3))
        }
    }
}

// The plaintext of the manifest's box is a CBOR map by name (Docs/internals/format.md §7). Zero and empty values
// are left out, and names that this module doesn't read are kept unchanged.
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
        return CanonicalCBOR.map(entries)
    }

    /// Reads what ``encoded(keybag:)`` wrote.
    static func decoded(
        _ bytes: [UInt8], revision: Int64
    ) throws(CanonicalCBOR.Malformed) -> (manifest: Manifest, keybag: Int64) {
        var decoder = CanonicalCBOR.Decoder(bytes)
        var manifest = Manifest(revision: revision)
        var keybag: Int64?
        var found: Set<String> = []
        try decoder.entries { name, decoder throws(CanonicalCBOR.Malformed) in
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

    /// Reads the array [count, sum] or [count, sum, revision of the keybag] of the first version, which left the last
    /// out until the keybag had changed.
    static func firstDecoded(
        _ bytes: [UInt8], revision: Int64
    ) throws(CanonicalCBOR.Malformed) -> (manifest: Manifest, keybag: Int64) {
        var decoder = CanonicalCBOR.Decoder(bytes)
        let fields = try decoder.array()
        guard fields == 2 || fields == 3 else { throw CanonicalCBOR.Malformed() }
        var manifest = Manifest(revision: revision)
        manifest.count = try decoder.integer()
        manifest.accumulator = try sum(&decoder)
        let keybag = fields == 3 ? try decoder.integer() : 1
        guard decoder.isAtEnd else { throw CanonicalCBOR.Malformed() }
        return (manifest, keybag)
    }

    /// Reads the sum of the elements: four 64-bit numbers, lowest byte first.
    private static func sum(
        _ decoder: inout CanonicalCBOR.Decoder
    ) throws(CanonicalCBOR.Malformed) -> SIMD4<UInt64> {
        let bytes = try decoder.data()
        guard bytes.count == 32 else { throw CanonicalCBOR.Malformed() }
        return SIMD4(littleEndianBytes: bytes)
    }
}
