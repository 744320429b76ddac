// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory

/// An encoding in DER that is to be written. Secrets in it are only copied into locked memory.
///
/// Lengths come before contents, and locked memory can't grow, so a tree is measured first and then written once:
///
///     DERTree.sequence(.number(1), .null).bytes()    // 30 05 02 01 01 05 00
indirect enum DERTree {
    /// Octets that are written as they are.
    case octets([UInt8])
    /// Octets in locked memory that are written as they are.
    case secret(SecretBytes)
    /// Octets in memory that outlives the tree.
    case borrowed(UnsafeRawBufferPointer)
    /// An element: tag, length, content.
    case element(DERTag, [DERTree])

    static func sequence(_ parts: DERTree...) -> DERTree { .element(.sequence, parts) }
    static func octetString(_ parts: DERTree...) -> DERTree { .element(.octetString, parts) }
    static func identifier(_ oid: OID) -> DERTree {
        .element(.objectIdentifier, [.octets(oid.octets)])
    }
    static var null: DERTree { .element(.null, []) }

    /// Makes an INTEGER of a number that isn't negative.
    static func number(_ value: Int) -> DERTree {
        withUnsafeBytes(of: value.bigEndian) { unsigned([UInt8]($0)) }
    }

    /// Makes an INTEGER of a number whose bytes come highest first, with or without leading zeros.
    static func unsigned(_ bytes: [UInt8]) -> DERTree {
        let magnitude = bytes.drop { $0 == 0 }
        return .element(.integer, padding(magnitude.first) + [.octets(Array(magnitude))])
    }

    /// Makes an INTEGER of a secret number whose bytes come highest first, with or without leading zeros.
    static func unsigned(_ bytes: SecretBytes) -> DERTree {
        bytes.withBytes { bytes in
            let magnitude = bytes.drop { $0 == 0 }
            return .element(
                .integer, padding(magnitude.first) + [.secret(SecretBytes(copying: magnitude))])
        }
    }

    /// Returns a zero octet if the number would be empty, or look negative, without it.
    private static func padding(_ first: UInt8?) -> [DERTree] {
        (first ?? 0xFF) >= 0x80 ? [.octets([0])] : []
    }

    /// Makes a BIT STRING of whole octets.
    static func bitString(_ octets: [UInt8]) -> DERTree {
        .element(.bitString, [.octets([0] + octets)])
    }

    /// The number of octets.
    var count: Int {
        switch self {
        case .octets(let octets): octets.count
        case .secret(let secret): secret.count
        case .borrowed(let bytes): bytes.count
        case .element(let tag, let parts):
            { (content: Int) in Self.header(tag, content).count + content }(Self.count(parts))
        }
    }

    private static func count(_ parts: [DERTree]) -> Int { parts.reduce(0) { $0 + $1.count } }

    /// Returns a tag and a length: one octet below 128; else one that says how many follow, and those.
    private static func header(_ tag: DERTag, _ count: Int) -> [UInt8] {
        if count < 0x80 { return [tag.rawValue, UInt8(count)] }
        let length = withUnsafeBytes(of: count.bigEndian) { Array($0.drop { $0 == 0 }) }
        return [tag.rawValue, 0x80 | UInt8(length.count)] + length
    }

    /// Writes the encoding into locked memory.
    func encoded() -> SecretBytes {
        SecretBytes(count: count) { room in
            var position = 0
            write(to: room, at: &position)
        }
    }

    /// Writes an encoding without secrets.
    func bytes() -> [UInt8] {
        let count = count
        return [UInt8](unsafeUninitializedCapacity: count) { buffer, written in
            var position = 0
            write(to: UnsafeMutableRawBufferPointer(buffer), at: &position)
            written = position
        }
    }

    /// Writes the tree into memory that has room for all of it, and moves the position behind it.
    private func write(to room: UnsafeMutableRawBufferPointer, at position: inout Int) {
        func put(_ bytes: UnsafeRawBufferPointer) {
            UnsafeMutableRawBufferPointer(rebasing: room[position...]).copyMemory(from: bytes)
            position += bytes.count
        }
        switch self {
        case .octets(let octets): octets.withUnsafeBytes(put)
        case .secret(let secret): secret.withBytes(put)
        case .borrowed(let bytes): put(bytes)
        case .element(let tag, let parts):
            Self.header(tag, Self.count(parts)).withUnsafeBytes(put)
            for part in parts { part.write(to: room, at: &position) }
        }
    }
}

extension DER {
    /// Returns an element without secrets: tag, length in as few octets as it needs, content.
    package static func element(_ tag: DERTag, _ content: some Collection<UInt8>) -> [UInt8] {
        DERTree.element(tag, [.octets(Array(content))]).bytes()
    }
}
