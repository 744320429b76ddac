// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftKeychainModel
import SwiftKeychain
import SwiftKeychainPKI

/// The arguments of trust functions, read from objects. A single object counts as an array of one.
enum TrustArguments {
    /// Reads certificates and those of identities.
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
}
