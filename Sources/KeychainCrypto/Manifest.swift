/// Sums up which rows a store holds: their count, and a multiset hash over their classes,
/// persistent references and revisions.
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
    public private(set) var accumulator: SIMD4<UInt64>
    /// One more with every change of the record, which it is sealed with.
    public var revision: Int64

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
