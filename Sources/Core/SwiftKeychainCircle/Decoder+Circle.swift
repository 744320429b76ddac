// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainSync
import SwiftKeychainSystem

extension CanonicalCBOR.Decoder {
    /// Reads a count or a time, which must be one that a device may write.
    mutating func number() throws(CanonicalCBOR.Malformed) -> UInt64 {
        let number = try unsigned()
        guard number <= RecordVersion.greatest else { throw CanonicalCBOR.Malformed() }
        return number
    }

    /// Reads the name of a device.
    ///
    /// - Throws: for more than 128 bytes in UTF-8. An empty name is accepted.
    mutating func name() throws(CanonicalCBOR.Malformed) -> String {
        let name = try text()
        guard name.utf8.count <= MemberStatement.longestName else {
            throw CanonicalCBOR.Malformed()
        }
        return name
    }

    /// Reads the name of a member, a byte string of 16 bytes.
    mutating func device() throws(CanonicalCBOR.Malformed) -> DeviceID {
        guard let device = DeviceID(try data()) else { throw CanonicalCBOR.Malformed() }
        return device
    }

    /// Reads `[milliseconds, count, device]`. Both numbers are at most 2⁵³.
    mutating func version() throws(CanonicalCBOR.Malformed) -> RecordVersion {
        try array(of: 3)
        return RecordVersion(
            milliseconds: try number(), count: try number(), device: try device())
    }

    /// Reads versions of an item, at most one of each device. They must be sorted by device.
    mutating func versions() throws(CanonicalCBOR.Malformed) -> [DeviceID: RecordVersion] {
        var versions: [DeviceID: RecordVersion] = [:]
        var last: DeviceID?
        for _ in 0..<(try array()) {
            let version = try version()
            if let last, last >= version.device { throw CanonicalCBOR.Malformed() }
            last = version.device
            versions[version.device] = version
        }
        return versions
    }

    /// Reads two elements of the array around them: the signing key, then the sealing key.
    mutating func publicKeys() throws(CanonicalCBOR.Malformed) -> MemberPublicKeys {
        MemberPublicKeys(
            signing: try data(count: MemberPublicKeys.keyBytes),
            sealing: try data(count: MemberPublicKeys.keyBytes))
    }

    /// Reads `[[epoch, member, sealed box]…]`. The boxes aren't opened, and may have any length.
    mutating func grants() throws(CanonicalCBOR.Malformed) -> [EpochGrant] {
        try list {
            try $0.array(of: 3)
            return EpochGrant(
                epoch: try $0.data(count: EpochSecret.nameBytes), member: try $0.device(),
                box: try $0.data())
        }
    }

    /// Reads statements. Each is a byte string; one that can't be parsed, or whose kind only a newer build knows, is left
    /// out.
    mutating func statements() throws(CanonicalCBOR.Malformed) -> [MemberStatement] {
        try list { try $0.data() }.compactMap { try? MemberStatement($0) }
    }

    /// Reads names of members. Their order isn't checked, and a repeated name counts once.
    mutating func names() throws(CanonicalCBOR.Malformed) -> Set<DeviceID> {
        Set(try list { try $0.device() })
    }

    // What a closure throws counts as malformed in the functions that take one.

    /// Reads an array of any length.
    mutating func list<Element>(
        _ read: (inout Self) throws -> Element
    ) throws(CanonicalCBOR.Malformed) -> [Element] {
        // No capacity is reserved: the count is unverified until that many elements were read.
        var elements: [Element] = []
        for _ in 0..<(try array()) {
            do { elements.append(try read(&self)) } catch { throw CanonicalCBOR.Malformed() }
        }
        return elements
    }

    /// Reads what the encoder wrote, each device once.
    ///
    /// - Parameters:
    ///   - count: the number of elements of each inner array, including the device.
    ///   - read: reads the elements after the device.
    mutating func devices<Value>(
        count: Int, _ read: (inout Self) throws -> Value
    ) throws(CanonicalCBOR.Malformed) -> [DeviceID: Value] {
        var last: DeviceID?
        let values = try list {
            try $0.array(of: count)
            let device = try $0.device()
            if let last, last >= device { throw CanonicalCBOR.Malformed() }
            last = device
            return (device, try read(&$0))
        }
        return Dictionary(uniqueKeysWithValues: values)
    }

    /// Reads bytes to their end; what isn't canonical CBOR is ``CircleFault/malformed``.
    static func read<Value>(
        _ bytes: [UInt8], _ read: (inout Self) throws -> Value
    ) throws(CircleFault) -> Value {
        try readStart(of: bytes) {
            let value = try read(&$0)
            guard $0.isAtEnd else { throw CanonicalCBOR.Malformed() }
            return value
        }
    }

    /// Reads bytes as ``read(_:_:)`` does; others may follow. A body of a head is followed by zeros, for example.
    static func readStart<Value>(
        of bytes: [UInt8], _ read: (inout Self) throws -> Value
    ) throws(CircleFault) -> Value {
        var decoder = CanonicalCBOR.Decoder(bytes)
        do { return try read(&decoder) } catch { throw .malformed }
    }
}
