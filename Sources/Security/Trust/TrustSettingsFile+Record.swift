import Foundation
import SwiftKeychainPKI
import SwiftKeychainModel

extension TrustSettingsFile {
    /// One record of the file.
    struct Record: Codable {
        var result: UInt32?
        var policy: Data?
        var policyString: String?
        var allowedError: Int32?
        var keyUsage: Int64?

        private enum CodingKeys: String, CodingKey, CaseIterable {
            case result = "kSecTrustSettingsResult"
            case policy = "kSecTrustSettingsPolicy"
            /// A second name of the policy, which its identifier already gives.
            case policyName = "kSecTrustSettingsPolicyName"
            case policyString = "kSecTrustSettingsPolicyString"
            case allowedError = "kSecTrustSettingsAllowedError"
            case keyUsage = "kSecTrustSettingsKeyUsage"
        }

        private struct AnyKey: CodingKey {
            let stringValue: String
            var intValue: Int? { nil }
            init(stringValue: String) { self.stringValue = stringValue }
            init?(intValue: Int) { nil }
        }

        init(_ record: TrustSettingsRecord) {
            // Trusting a root is the default.
            result = record.result == .trustRoot ? nil : record.result.rawValue
            policy = record.policy.flatMap(OID.init(text:)).map { Data($0.octets) }
            policyString = record.policyString
            allowedError = record.allowedError.map { error in
                Self.errors.first { $0.here == error }?.there ?? error
            }
            keyUsage = record.keyUsage.map { $0 == .max ? -1 : Int64($0) }
        }

        init(from decoder: any Decoder) throws {
            for key in try decoder.container(keyedBy: AnyKey.self).allKeys
            where CodingKeys(rawValue: key.stringValue) == nil {
                throw DecodingError.dataCorrupted(
                    .init(codingPath: [], debugDescription: "an unknown key"))
            }
            let values = try decoder.container(keyedBy: CodingKeys.self)
            result = try values.decodeIfPresent(UInt32.self, forKey: .result)
            policy = try values.decodeIfPresent(Data.self, forKey: .policy)
            policyString = try values.decodeIfPresent(String.self, forKey: .policyString)
            allowedError = try values.decodeIfPresent(Int32.self, forKey: .allowedError)
            keyUsage = try values.decodeIfPresent(Int64.self, forKey: .keyUsage)
        }

        func encode(to encoder: any Encoder) throws {
            var values = encoder.container(keyedBy: CodingKeys.self)
            try values.encodeIfPresent(result, forKey: .result)
            try values.encodeIfPresent(policy, forKey: .policy)
            try values.encodeIfPresent(policyString, forKey: .policyString)
            try values.encodeIfPresent(allowedError, forKey: .allowedError)
            try values.encodeIfPresent(keyUsage, forKey: .keyUsage)
        }

        func value() throws(KeychainError) -> TrustSettingsRecord {
            var record = TrustSettingsRecord()
            if let result {
                guard let known = TrustSettingsRecord.Result(rawValue: result) else {
                    throw invalid("a result that is not understood")
                }
                record.result = known
            }
            if let policy {
                let octets = DEREncoding.element(.objectIdentifier, [UInt8](policy))
                record.policy = try OID(DERElement(only: octets[...])).description
            }
            record.policyString = policyString
            record.allowedError = allowedError.map { error in
                Self.errors.first { $0.there == error }?.here ?? error
            }
            if let keyUsage {
                guard let bits = keyUsage == -1 ? .max : UInt32(exactly: keyUsage) else {
                    throw invalid("key usage of more than 32 bits")
                }
                record.keyUsage = bits
            }
            return record
        }

        /// macOS writes the CSSM numbers of both errors.
        private static let errors: [(here: Int32, there: Int32)] = [
            (KeychainError.Code.certificateExpired.rawValue, -2_147_409_654),
            (KeychainError.Code.hostNameMismatch.rawValue, -2_147_408_896),
        ]
    }
}
