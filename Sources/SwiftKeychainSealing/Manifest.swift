/// Sums up what a store holds: the count of its rows, a multiset hash over their classes,
/// persistent references and revisions, and what happened to the store.
///
/// Elements are added and removed in any order. The hash is the sum of the elements, four 64-bit
/// words each taken modulo 2^64; without the manifest key the elements cannot be told.
public struct Manifest: Sendable, Equatable {
    /// Stands for one row at one revision; ``Keybag/element(_:persistentReference:revision:)``.
    public struct Element: Sendable, Equatable {
        let words: SIMD4<UInt64>
    }

    /// The number of rows in all tables.
    public var count: Int64
    public internal(set) var accumulator: SIMD4<UInt64>
    /// One more with every change of the record, which it is sealed with.
    public var revision: Int64
    /// How often the manifest was counted anew from the rows as they were.
    public var repairs: Int64 = 0
    /// The sum of the elements of all incidents, ``Keybag/element(ofIncident:)``.
    public internal(set) var incidents: SIMD4<UInt64> = .zero
    /// The number of rows in the quarantine.
    public var quarantined: Int64 = 0
    /// Entries that this module does not read, encoded, by name: what the user set for the store, and
    /// what a newer build added.
    public var others: [String: [UInt8]] = [:]

    /// Makes the manifest of an empty store.
    public init() {
        self.init(count: 0, accumulator: .zero, revision: 0)
    }

    init(count: Int64, accumulator: SIMD4<UInt64>, revision: Int64) {
        self.count = count
        self.accumulator = accumulator
        self.revision = revision
    }

    /// Counts a row in.
    public mutating func add(_ element: Element) {
        accumulator &+= element.words
        count &+= 1
    }

    /// Counts an incident in.
    public mutating func add(incident: Element) { incidents &+= incident.words }

    /// Takes an incident out again.
    public mutating func remove(incident: Element) { incidents &-= incident.words }

    /// Makes this the manifest of a store without rows, incidents and quarantine, so that what is there
    /// can be counted anew; how often that was done, and the rest, stays.
    public mutating func startOver() {
        (count, accumulator, incidents, quarantined) = (0, .zero, .zero, 0)
    }

    /// Tells whether two manifests count the same.
    public func agrees(with other: Manifest) -> Bool {
        count == other.count && accumulator == other.accumulator && incidents == other.incidents
            && quarantined == other.quarantined
    }

    /// Takes a row out again; what was never added leaves a manifest that fits no store.
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
