// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainSystem

/// The stored form of the trust settings of one certificate: deterministic CBOR of the certificate's DER
/// and the records.
///
///     [1, certificate, [[result, policy, policy string, allowed error, key usage] …]]    null for no condition
package enum TrustSettingsEncoding {
    private static let version: UInt64 = 1
    /// The most records that are read.
    package static let mostRecords = 4096

    /// Encodes the settings of a certificate as deterministic CBOR: a version, the DER, and a list of records.
    package static func encode(
        _ certificate: Certificate, _ records: [TrustSettingsRecord]
    ) -> [UInt8] {
        var encoder = CanonicalCBOR.Encoder(reservingCapacity: certificate.der.count + 256)
        encoder.array(3)
        encoder.unsigned(version)
        encoder.data(certificate.der)
        encoder.array(records.count)
        for record in records {
            encoder.array(5)
            encoder.unsigned(UInt64(record.result.rawValue))
            let conditions: [CanonicalCBOR.Value?] = [
                record.policy.map { .text($0) }, record.policyString.map { .text($0) },
                record.allowedError.map { .integer(Int64($0)) },
                record.keyUsage.map { .unsigned(UInt64($0)) },
            ]
            for condition in conditions {
                if let condition { encoder.value(condition) } else { encoder.null() }
            }
        }
        return encoder.bytes
    }

    /// - Throws: `malformedTrustSettings` for anything that ``encode(_:_:)`` doesn't write.
    package static func decode(
        _ bytes: [UInt8]
    ) throws(PKIError) -> (Certificate, [TrustSettingsRecord]) {
        do {
            var decoder = CanonicalCBOR.Decoder(bytes)
            guard try decoder.array() == 3, try decoder.unsigned() == version else {
                throw CanonicalCBOR.Malformed()
            }
            let certificate = try Certificate(der: try decoder.data())
            let count = try decoder.array()
            guard count <= mostRecords else { throw CanonicalCBOR.Malformed() }
            var records: [TrustSettingsRecord] = []
            for _ in 0..<count { records.append(try record(&decoder)) }
            guard decoder.isAtEnd else { throw CanonicalCBOR.Malformed() }
            return (certificate, records)
        } catch {
            throw PKIError(.malformedTrustSettings, "trust settings: they can't be read")
        }
    }

    /// Reads one record, an array of five elements.
    private static func record(
        _ decoder: inout CanonicalCBOR.Decoder
    ) throws(CanonicalCBOR.Malformed) -> TrustSettingsRecord {
        guard try decoder.array() == 5,
            let number = UInt32(exactly: try decoder.unsigned()),
            let result = TrustSettingsRecord.Result(rawValue: number)
        else { throw CanonicalCBOR.Malformed() }
        var record = TrustSettingsRecord(result: result)
        if try !decoder.skipsNull() { record.policy = try decoder.text() }
        if try !decoder.skipsNull() { record.policyString = try decoder.text() }
        if try !decoder.skipsNull() {
            guard let status = Int32(exactly: try decoder.integer()) else {
                throw CanonicalCBOR.Malformed()
            }
            record.allowedError = status
        }
        if try !decoder.skipsNull() {
            guard let usage = UInt32(exactly: try decoder.unsigned()) else {
                throw CanonicalCBOR.Malformed()
            }
            record.keyUsage = usage
        }
        return record
    }
}
