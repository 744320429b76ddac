// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainSystem

/// The outcome of an evaluation; the numbers are those of `SecTrustResultType`.
public enum TrustResult: UInt32, Sendable, Hashable {
    /// The user trusts the chain, by trust settings or exceptions.
    case proceed = 1
    /// The user distrusts a certificate of the chain.
    case deny = 3
    /// The chain ends at an anchor, and the user has decided nothing about it.
    case unspecified = 4
    /// The chain breaks rules, and exceptions can set them aside.
    case recoverableTrustFailure = 5
    /// The chain breaks rules that nothing sets aside.
    case fatalTrustFailure = 6

    public var isTrusted: Bool { self == .proceed || self == .unspecified }
}

/// A rule that a certificate of a chain broke.
public struct TrustProblem: Sendable, Hashable {
    /// The position in the chain; the leaf is 0.
    public let certificateIndex: Int
    public let rule: TrustRule
    /// The policy and the requested name, if one certificate may break the rule in several ways.
    public let policy: TrustPolicy?

    public init(_ certificateIndex: Int, _ rule: TrustRule, policy: TrustPolicy? = nil) {
        self.certificateIndex = certificateIndex
        self.rule = rule
        self.policy = policy
    }
}

/// The result of an evaluation: the chain, what is wrong with it, and the verdict.
public struct TrustEvaluation: Sendable {
    public let result: TrustResult
    /// The chain, leaf first. It ends at the anchor, or where no issuer was found.
    public let chain: [Certificate]
    /// The problems of the chain, the weightiest first; empty if it is trusted.
    public let problems: [TrustProblem]
    /// The problems that trust settings and exceptions set aside.
    public let excused: [TrustProblem]
    /// The moment the chain was evaluated for, in seconds since 2001-01-01 00:00 UTC.
    public let date: Double
    /// The time until which the OCSP responses are valid that confirm every certificate below the anchor;
    /// nil if one is missing.
    public let revocationValidUntil: Double?
    /// What kept the evaluation from more, in sentences: a system without a bundle of certificates,
    /// an address from which nothing could be fetched.
    public let notes: [String]
}

extension TrustEvaluation {
    /// The certificate and the rule of the weightiest problem in one sentence; nil for a
    /// trusted chain.
    public var diagnostic: String? { problems.first.map(sentence) }

    /// Every certificate and rule, one sentence each, and the notes; empty for a trusted chain.
    public var diagnostics: [String] {
        problems.isEmpty ? [] : problems.map(sentence) + notes
    }

    /// Names the certificate and the rule of a problem: `Certificate 1, “Example CA”: it has
    /// expired.`
    public func sentence(_ problem: TrustProblem) -> String {
        let index = problem.certificateIndex
        let name = chain[index].subjectSummary.map { ", “\(Self.printable($0))”" } ?? ""
        return "Certificate \(index)\(name): \(words(problem))."
    }

    /// Returns the words for a rule, or those for a special case of it.
    private func words(_ problem: TrustProblem) -> String {
        let index = problem.certificateIndex
        return switch problem.rule {
        case .refusedByLibrary
        where index < chain.count - 1 && chain[index].issuer.isSubject(of: chain[index]):
            "libcrypto takes it for self-signed, because it has no authority key identifier"
        case .missingIssuer where chain.count == PathSearch.longestPath:
            "a chain can't be longer than \(chain.count) certificates"
        default: problem.rule.words
        }
    }

    /// The maker of a certificate chooses its name: at most 64 characters are shown, no controls.
    private static func printable(_ name: String) -> String {
        let scalars = name.unicodeScalars.map { scalar -> Unicode.Scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .unassigned: "?"
            default: scalar
            }
        }
        let text = String(String.UnicodeScalarView(scalars))
        return text.count <= 64 ? text : text.prefix(63) + "…"
    }
}
