import Foundation
import SwiftKeychainPKI
import SwiftKeychainModel

// Records of trust settings as dictionaries; the keys are the names of the constants themselves.
extension TrustSettingsRecord {
    /// Reads nil (one record without conditions), a dictionary or an array of them.
    ///
    /// - Throws: `parameter` for other objects, unknown keys and values of the wrong type, and for
    ///   a result that the certificate cannot have: only a certificate that names itself as its
    ///   issuer is trusted as a root, only others as if they were one. `unimplemented` for a
    ///   condition on programs.
    package static func records(
        _ object: AnyObject?, of certificate: Certificate
    ) throws(KeychainError) -> [TrustSettingsRecord] {
        var records: [TrustSettingsRecord] = []
        for element in object.map({ CallerValue($0).elements }) ?? [] {
            guard let dictionary = element as? NSDictionary else {
                throw KeychainError(.parameter, "trust settings: not a dictionary")
            }
            records.append(try TrustSettingsRecord(dictionary))
        }
        let isRoot = certificate.issuer == certificate.subject
        let results = records.isEmpty ? [.trustRoot] : records.map(\.result)
        for result in results {
            guard result != (isRoot ? .trustAsRoot : .trustRoot) else {
                throw KeychainError(
                    .parameter,
                    isRoot
                        ? "kSecTrustSettingsResult: a root is not trusted as if it were one"
                        : "kSecTrustSettingsResult: the certificate is no root")
            }
        }
        return records
    }

    private init(_ dictionary: NSDictionary) throws(KeychainError) {
        self.init()
        var record = TrustSettingsRecord()
        var failure: KeychainError?
        CallerDictionary(dictionary).forEachEntry { key, value in
            do throws(KeychainError) {
                try record.read(key, value)
            } catch { failure = failure ?? error }
        }
        if let failure { throw failure }
        self = record
    }

    private mutating func read(_ key: AnyObject?, _ value: AnyObject?) throws(KeychainError) {
        guard let key = key.flatMap({ CallerValue($0).text }), let value else {
            throw KeychainError(.parameter, "trust settings: a key or value is missing")
        }
        let number = CallerValue(value).integer
        switch key {
        case "kSecTrustSettingsPolicy":
            guard let object = value as? SecPolicy else {
                throw KeychainError(.parameter, "\(key): not a SecPolicy")
            }
            policy = object.policy.identifier
        case "kSecTrustSettingsPolicyString":
            guard let text = CallerValue(value).text, !text.isEmpty else {
                throw KeychainError(.parameter, "\(key): not a string")
            }
            policyString = text
        case "kSecTrustSettingsAllowedError":
            guard let status = number.flatMap(Int32.init(exactly:)) else {
                throw KeychainError(.parameter, "\(key): not a status")
            }
            allowedError = status
        case "kSecTrustSettingsKeyUsage":
            // -1 is every use, as a signed number.
            guard let bits = number.flatMap(Self.usage) else {
                throw KeychainError(.parameter, "\(key): not a number of 32 bits")
            }
            keyUsage = bits
        case "kSecTrustSettingsResult":
            guard let known = number.flatMap(UInt32.init(exactly:)).flatMap(Result.init) else {
                throw KeychainError(.parameter, "\(key): not a result")
            }
            result = known
        case "kSecTrustSettingsApplication":
            throw KeychainError(.unimplemented, "\(key): programs are not told apart here")
        default:
            // A condition that is passed over would make the record mean more than was said.
            throw KeychainError(.parameter, "trust settings: a key that is not understood")
        }
    }

    private static func usage(_ number: Int64) -> UInt32? {
        number == -1 ? .max : UInt32(exactly: number)
    }

    /// Gives the record as a dictionary; a result of trust in a root is left out, as it is what is
    /// meant where there is none.
    package var object: NSDictionary {
        let object = NSMutableDictionary()
        if let policy = policy.flatMap({ try? TrustPolicy.named($0) }) {
            object["kSecTrustSettingsPolicy" as NSString] = SecPolicy(policy)
        }
        if let policyString {
            object["kSecTrustSettingsPolicyString" as NSString] = policyString as NSString
        }
        if let allowedError {
            object["kSecTrustSettingsAllowedError" as NSString] = NSNumber(value: allowedError)
        }
        if let keyUsage {
            object["kSecTrustSettingsKeyUsage" as NSString] = NSNumber(value: keyUsage)
        }
        if result != .trustRoot {
            object["kSecTrustSettingsResult" as NSString] = NSNumber(value: result.rawValue)
        }
        return object
    }
}
