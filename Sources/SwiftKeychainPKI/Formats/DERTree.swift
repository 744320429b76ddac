import SwiftKeychainMemory

/// Is DER that is to be written, with secrets inside that are never copied but into locked memory.
indirect enum DERTree {
    /// Stands for octets that are written as they are.
    case octets([UInt8])
    /// Stands for octets that are written as they are, in locked memory.
    case secret(SecretBytes)
    /// Stands for octets that somebody else holds as long as the tree lives.
    case borrowed(UnsafeRawBufferPointer)
    /// Stands for an element: tag, length, content.
    case element(DERTag, [DERTree])

    static func sequence(_ parts: DERTree...) -> DERTree { .element(.sequence, parts) }
    static func octetString(_ parts: DERTree...) -> DERTree { .element(.octetString, parts) }
    static func identifier(_ oid: OID) -> DERTree {
        .element(.objectIdentifier, [.octets(oid.octets)])
    }
    static var null: DERTree { .element(.null, []) }

    /// Writes a number that is not negative in as few octets as it needs.
    static func number(_ value: Int) -> DERTree {
        var octets: [UInt8] = []
        var rest = value
        repeat {
            octets.insert(UInt8(rest & 0xFF), at: 0)
            rest >>= 8
        } while rest > 0
        if octets[0] >= 0x80 { octets.insert(0, at: 0) }
        return .element(.integer, [.octets(octets)])
    }

    /// Writes a bit string of whole octets.
    static func bitString(_ octets: [UInt8]) -> DERTree {
        .element(.bitString, [.octets([0] + octets)])
    }

    /// Counts the octets.
    var count: Int {
        switch self {
        case .octets(let octets): octets.count
        case .secret(let secret): secret.count
        case .borrowed(let bytes): bytes.count
        case .element(_, let parts):
            { (content: Int) in 1 + Self.lengthOctets(content) + content }(Self.count(parts))
        }
    }

    private static func count(_ parts: [DERTree]) -> Int { parts.reduce(0) { $0 + $1.count } }

    private static func lengthOctets(_ count: Int) -> Int {
        count < 0x80 ? 1 : 1 + (count.bitWidth - count.leadingZeroBitCount + 7) / 8
    }

    /// Writes into locked memory.
    func encoded() -> SecretBytes {
        SecretBytes(count: count) { room in
            var position = 0
            write(to: room, at: &position)
        }
    }

    /// Writes what holds no secret.
    func bytes() -> [UInt8] {
        let count = count
        return [UInt8](unsafeUninitializedCapacity: count) { buffer, written in
            var position = 0
            write(to: UnsafeMutableRawBufferPointer(buffer), at: &position)
            written = position
        }
    }

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
            let content = Self.count(parts)
            var header = [tag.rawValue]
            let octets = Self.lengthOctets(content)
            if octets == 1 {
                header.append(UInt8(content))
            } else {
                header.append(0x80 | UInt8(octets - 1))
                for index in (0..<octets - 1).reversed() {
                    header.append(UInt8(truncatingIfNeeded: content >> (8 * index)))
                }
            }
            header.withUnsafeBytes(put)
            for part in parts { part.write(to: room, at: &position) }
        }
    }
}
