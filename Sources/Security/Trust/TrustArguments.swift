import Foundation
import SwiftKeychainPKI
import SwiftKeychainModel

// What the functions of trust are given: one object or an array of several.
extension SecTrust {
    /// Makes a trust of a certificate, an identity or an array of them, the leaf first; and of a
    /// policy, an array of policies, or nil for basic X.509.
    ///
    /// - Throws: `parameter` for other objects and empty arrays.
    package static func make(
        _ certificates: AnyObject, _ policies: AnyObject?
    ) throws(KeychainError) -> SecTrust {
        let found = try TrustArguments.certificates(certificates, "certificates")
        guard !found.isEmpty else {
            throw KeychainError(.parameter, "certificates: there is none")
        }
        return SecTrust(found, try policies.map(TrustArguments.policies) ?? [.basic])
    }

    package func setPolicies(_ policies: AnyObject) throws(KeychainError) {
        let found = try TrustArguments.policies(policies)
        change { $0.policies = found }
    }

    /// Sets the anchors, which then stand alone; nil: the system's again.
    package func setAnchors(_ anchors: NSArray?) throws(KeychainError) {
        let found = try anchors.map { (array) throws(KeychainError) in
            try TrustArguments.certificates(array, "anchors")
        }
        change {
            $0.anchors = found
            $0.anchorsOnly = found != nil
        }
    }

    /// Takes data or an array of data; nil: none.
    package func setResponses(_ responses: AnyObject?) throws(KeychainError) {
        var found: [[UInt8]] = []
        for element in responses.map({ CallerValue($0).elements }) ?? [] {
            guard let bytes = element.flatMap({ CallerValue($0).bytes }) else {
                throw KeychainError(.parameter, "OCSP response: not data")
            }
            found.append(bytes)
        }
        change { $0.responses = found }
    }

    /// Takes what ``exceptions()`` gave; whatever else there is takes the old ones away.
    ///
    /// - Returns: whether the exceptions are there and are those of this leaf.
    package func setExceptions(_ encoding: NSData?) -> Bool {
        let given = encoding.flatMap { try? TrustExceptions([UInt8]($0 as Data)) }
        let exceptions = given.flatMap { $0.belong(to: leaf) ? $0 : nil }
        change { $0.exceptions = exceptions }
        return exceptions != nil
    }

    package func exceptions() throws(KeychainError) -> NSData {
        Data(TrustExceptions(try evaluated()).encoding) as NSData
    }
}

enum TrustArguments {
    static func certificates(
        _ object: AnyObject, _ name: String
    ) throws(KeychainError) -> [Certificate] {
        var found: [Certificate] = []
        for element in CallerValue(object).elements {
            switch element {
            case let certificate as SecCertificate: found.append(certificate.certificate)
            case let identity as SecIdentity:
                found.append(identity.certificate.certificate)
            default:
                throw KeychainError(.parameter, "\(name): neither certificate nor identity")
            }
        }
        return found
    }

    static func policies(_ object: AnyObject) throws(KeychainError) -> [TrustPolicy] {
        var found: [TrustPolicy] = []
        for element in CallerValue(object).elements {
            guard let policy = element as? SecPolicy else {
                throw KeychainError(.parameter, "policies: not a SecPolicy")
            }
            found.append(policy.policy)
        }
        guard !found.isEmpty else { throw KeychainError(.parameter, "policies: there is none") }
        return found
    }
}
