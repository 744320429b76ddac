// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftKeychainModel
import SwiftKeychain
import SwiftKeychainPKI

// The arguments of the trust functions: one object or an array.
extension SecTrust {
    /// Makes a trust object from a certificate, an identity or an array of them, the leaf first,
    /// and a policy, an array of policies, or nil for basic X.509.
    ///
    /// - Throws: `parameter` for other objects and empty arrays.
    static func make(
        _ certificates: AnyObject, _ policies: AnyObject?
    ) throws(KeychainError) -> SecTrust {
        let found = try TrustArguments.certificates(certificates, "certificates")
        guard !found.isEmpty else {
            throw KeychainError(.parameter, "certificates: none given")
        }
        return SecTrust(found, try policies.map(TrustArguments.policies) ?? [.basic])
    }

    func setPolicies(_ policies: AnyObject) throws(KeychainError) {
        let found = try TrustArguments.policies(policies)
        change { $0.policies = found }
    }

    /// Sets the only anchors; nil restores those of the system.
    func setAnchors(_ anchors: NSArray?) throws(KeychainError) {
        let found = try TrustArguments.certificates(anchors, "anchors")
        change {
            $0.anchors = anchors == nil ? nil : found
            $0.anchorsOnly = anchors != nil
        }
    }

    /// Sets OCSP responses: data, an array of data, or nil for none.
    func setResponses(_ responses: AnyObject?) throws(KeychainError) {
        let refusal = KeychainError(.parameter, "OCSP response: not data")
        let found = try CFValue.list(responses, or: refusal) { CFValue($0).bytes }
        change { $0.responses = found }
    }

    /// Sets what ``exceptions()`` returned; anything else removes the old ones.
    ///
    /// - Returns: true when they are exceptions for this leaf.
    func setExceptions(_ encoding: NSData?) -> Bool {
        let given = encoding.flatMap { try? TrustExceptions([UInt8]($0 as Data)) }
        let exceptions = given.flatMap { $0.belong(to: leaf) ? $0 : nil }
        change { $0.exceptions = exceptions }
        return exceptions != nil
    }

    func exceptions() throws(KeychainError) -> NSData {
        Data(TrustExceptions(try evaluated()).encoding) as NSData
    }
}

/// The arguments of trust functions, read from objects. A single object counts as an array of one.
enum TrustArguments {
    static func certificates(
        _ object: AnyObject?, _ name: String
    ) throws(KeychainError) -> [Certificate] {
        try CFValue.list(
            object, or: KeychainError(.parameter, "\(name): neither certificate nor identity")
        ) { (($0 as? SecIdentity)?.certificate ?? $0 as? SecCertificate)?.certificate }
    }

    static func policies(_ object: AnyObject) throws(KeychainError) -> [TrustPolicy] {
        let refusal = KeychainError(.parameter, "policies: not a SecPolicy")
        let found = try CFValue.list(object, or: refusal) { ($0 as? SecPolicy)?.policy }
        guard !found.isEmpty else { throw KeychainError(.parameter, "policies: none given") }
        return found
    }
}

// Evaluations as the functions return them.
extension TrustEvaluation {
    /// The error of the most important problem: its code is the status of the rule, its description
    /// names the certificate and the rule, and its debug description lists all problems. nil for a
    /// trusted chain.
    var object: CFError? {
        guard let problem = problems.first else { return nil }
        return CFError(
            domain: NSOSStatusErrorDomain, code: Int(problem.rule.status),
            userInfo: [
                NSLocalizedDescriptionKey: sentence(problem),
                NSLocalizedFailureReasonErrorKey: Status.sentence(
                    for: problem.rule.status),
                NSDebugDescriptionErrorKey: diagnostics.joined(separator: " "),
            ])
    }

    /// The values of `SecTrustCopyResult`, under the values of the `kSecTrust…` constants.
    var values: NSDictionary {
        let values = NSMutableDictionary()
        values["TrustEvaluationDate" as NSString] = NSDate(timeIntervalSinceReferenceDate: date)
        values["TrustResultValue" as NSString] = NSNumber(value: result.rawValue)
        if let revocationValidUntil {
            values["TrustRevocationChecked" as NSString] = NSNumber(value: true)
            values["TrustExpirationDate" as NSString] = NSDate(
                timeIntervalSinceReferenceDate: revocationValidUntil)
        }
        return values
    }

    /// A dictionary for each certificate of the chain: its title and its problems.
    var properties: NSArray {
        chain.enumerated().map { index, certificate in
            let properties = NSMutableDictionary()
            properties["title" as NSString] = (certificate.subjectSummary ?? "") as NSString
            let errors = problems.filter { $0.certificateIndex == index }.map(sentence)
            if !errors.isEmpty {
                properties["error" as NSString] = errors.joined(separator: " ") as NSString
            }
            return properties
        } as NSArray
    }
}

extension SecTrust {
    /// Returns the chain, leaf first.
    func chain() throws(KeychainError) -> [SecCertificate] {
        try evaluated().chain.map(SecCertificate.init)
    }

    /// The anchors that the caller set; nil for none.
    var anchors: NSArray? {
        question.anchors.map { $0.map(SecCertificate.init) as NSArray }
    }

    var policies: NSArray { question.policies.map(SecPolicy.init) as NSArray }
}
