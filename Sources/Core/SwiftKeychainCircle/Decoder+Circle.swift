// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainSync
import SwiftKeychainSystem

extension CanonicalCBOR.Decoder {
    mutating func data(count: Int) throws(CanonicalCBOR.Malformed) -> [UInt8] {
        let bytes = try data()
        guard bytes.count == count else { throw CanonicalCBOR.Malformed() }
        return bytes
    }

    /// Reads a count or a time, which must be one that a device may write.
    mutating func number() throws(CanonicalCBOR.Malformed) -> UInt64 {
        let number = try unsigned()
        guard number <= RecordVersion.greatest else { throw CanonicalCBOR.Malformed() }
        return number
    }

    mutating func device() throws(CanonicalCBOR.Malformed) -> DeviceID {
        guard let device = DeviceID(try data()) else { throw CanonicalCBOR.Malformed() }
        return device
    }

    mutating func version() throws(CanonicalCBOR.Malformed) -> RecordVersion {
        guard try array() == 3 else { throw CanonicalCBOR.Malformed() }
        return RecordVersion(
            milliseconds: try number(), count: try number(), device: try device())
    }

    /// Reads versions of an item, at most one of each device.
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

    mutating func publicKeys() throws(CanonicalCBOR.Malformed) -> MemberPublicKeys {
        MemberPublicKeys(
            signing: try data(count: MemberPublicKeys.keyBytes),
            sealing: try data(count: MemberPublicKeys.keyBytes))
    }

    mutating func grants() throws(CanonicalCBOR.Malformed) -> [EpochGrant] {
        var grants: [EpochGrant] = []
        for _ in 0..<(try array()) {
            guard try array() == 3 else { throw CanonicalCBOR.Malformed() }
            grants.append(
                EpochGrant(
                    epoch: try data(count: EpochSecret.nameBytes), member: try device(),
                    box: try data()))
        }
        return grants
    }

    /// Reads what the encoder wrote, each device once.
    mutating func devices<Value>(
        count: Int, _ read: (inout Self) throws(CanonicalCBOR.Malformed) -> Value
    ) throws(CanonicalCBOR.Malformed) -> [DeviceID: Value] {
        var values: [DeviceID: Value] = [:]
        var last: DeviceID?
        for _ in 0..<(try array()) {
            guard try array() == count else { throw CanonicalCBOR.Malformed() }
            let device = try device()
            if let last, last >= device { throw CanonicalCBOR.Malformed() }
            last = device
            values[device] = try read(&self)
        }
        return values
    }

    /// Reads bytes of a relay; what isn't canonical CBOR is ``CircleFault/malformed``.
    static func read<Value>(
        _ bytes: [UInt8],
        _ read: (inout CanonicalCBOR.Decoder) throws(CanonicalCBOR.Malformed) -> Value
    ) throws(CircleFault) -> Value {
        var decoder = CanonicalCBOR.Decoder(bytes)
        do throws(CanonicalCBOR.Malformed) { return try read(&decoder) } catch { throw .malformed }
    }
}
