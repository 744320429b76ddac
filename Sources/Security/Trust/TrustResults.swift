import Foundation
import SwiftKeychainPKI
import SwiftKeychainModel

// Evaluations as callers see them.
extension TrustEvaluation {
    /// Gives the error of the weightiest problem: its code is the status of the rule, its
    /// description names the certificate and the rule, and its debug description all of them. nil
    /// for a trusted chain.
    package var object: CFError? {
        guard let problem = problems.first else { return nil }
        return CFError(
            domain: NSOSStatusErrorDomain, code: Int(problem.rule.status.rawValue),
            userInfo: [
                NSLocalizedDescriptionKey: sentence(problem),
                NSLocalizedFailureReasonErrorKey: Status.sentence(
                    for: problem.rule.status.rawValue),
                NSDebugDescriptionErrorKey: diagnostics.joined(separator: " "),
            ])
    }

    /// Gives the values of `SecTrustCopyResult`, under the values of the `kSecTrust…` constants.
    package var values: NSDictionary {
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

    /// Gives a dictionary for each certificate of the chain: its title, and what is wrong with it.
    package var properties: NSArray {
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
    /// Gives the chain, leaf first.
    package func chain() throws(KeychainError) -> [SecCertificate] {
        try evaluated().chain.map(SecCertificate.init)
    }

    /// Gives the anchors a caller set; nil: none were set.
    package var anchors: NSArray? {
        question.anchors.map { $0.map(SecCertificate.init) as NSArray }
    }

    package var policies: NSArray { question.policies.map(SecPolicy.init) as NSArray }
}
