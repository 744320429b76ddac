// SPDX-License-Identifier: Apache-2.0
/// Bytes as the TPM 2.0 specification writes them: numbers with the highest byte first, and a size of two bytes in
/// front of what has no fixed one (`TPM2B`).
package struct TPMWriter {
    package private(set) var bytes: [UInt8] = []

    package mutating func short(_ number: UInt16) {
        bytes += [UInt8(number >> 8), UInt8(number & 0xff)]
    }

    package mutating func long(_ number: UInt32) {
        short(UInt16(number >> 16))
        short(UInt16(number & 0xffff))
    }

    package mutating func append(_ content: [UInt8]) { bytes += content }

    /// Appends a `TPM2B`: a size of two bytes, and the content.
    package mutating func sized(_ content: [UInt8]) {
        short(UInt16(content.count))
        bytes += content
    }

    /// Returns the bytes with their size in front.
    package static func sized(_ write: (inout TPMWriter) -> Void) -> [UInt8] {
        let inner = unsized(write)
        return unsized { $0.sized(inner) }
    }

    package static func unsized(_ write: (inout TPMWriter) -> Void) -> [UInt8] {
        var writer = TPMWriter()
        write(&writer)
        return writer.bytes
    }
}

/// The reader of such bytes; nil where they end too early.
struct TPMReader {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func bytes(_ count: Int) -> [UInt8]? {
        guard rest.count >= count else { return nil }
        defer { rest = rest.dropFirst(count) }
        return Array(rest.prefix(count))
    }

    mutating func short() -> UInt16? { bytes(2).map { UInt16($0[0]) << 8 | UInt16($0[1]) } }

    mutating func long() -> UInt32? { bytes(4).map { $0.reduce(0) { $0 << 8 | UInt32($1) } } }

    /// Reads a `TPM2B`; nil if fewer bytes are left than its size says.
    mutating func sized() -> [UInt8]? { short().flatMap { bytes(Int($0)) } }
}
