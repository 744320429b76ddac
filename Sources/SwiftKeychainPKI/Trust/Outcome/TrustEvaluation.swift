import SwiftKeychainSystem

/// Tells the outcome of an evaluation; the numbers are those of `SecTrustResultType`.
public enum TrustResult: UInt32, Sendable, Hashable {
    /// Says that a person trusts the chain, by trust settings or exceptions.
    case proceed = 1
    /// Says that a person distrusts a certificate of the chain.
    case deny = 3
    /// Says that the chain ends at an anchor and nobody has decided about it.
    case unspecified = 4
    /// Says that rules are broken that exceptions may set aside.
    case recoverableTrustFailure = 5
    /// Says that rules are broken that nothing sets aside.
    case fatalTrustFailure = 6

    public var isTrusted: Bool { self == .proceed || self == .unspecified }
}

/// Says which certificate of a chain broke which rule.
public struct TrustProblem: Sendable, Hashable {
    /// Counts from the leaf, which is 0.
    public let certificateIndex: Int
    public let rule: TrustRule
    /// Tells what the rule was about, where one certificate may break it in several ways: the
    /// policy and the name that was asked for.
    public let policy: TrustPolicy?

    public init(_ certificateIndex: Int, _ rule: TrustRule, policy: TrustPolicy? = nil) {
        self.certificateIndex = certificateIndex
        self.rule = rule
        self.policy = policy
    }
}

/// Is what an evaluation found: the chain, what is wrong with it, and the verdict.
public struct TrustEvaluation: Sendable {
    public let result: TrustResult
    /// Holds the chain, leaf first. It ends at the anchor, or where no issuer was found.
    public let chain: [Certificate]
    /// Holds what stands against the chain, the weightiest first; empty for a trusted one.
    public let problems: [TrustProblem]
    /// Holds what trust settings and exceptions set aside.
    public let excused: [TrustProblem]
    /// Holds the moment the chain was evaluated for, in seconds since 2001-01-01 00:00 UTC.
    public let date: Double
    /// Holds until when the OCSP answers hold that say that every certificate below the anchor is
    /// good; nil where one is missing.
    public let revocationValidUntil: Double?
}

extension TrustEvaluation {
    /// Names the certificate and the rule of the weightiest problem in one sentence; nil for a
    /// trusted chain.
    public var diagnostic: String? { problems.first.map(sentence) }

    /// Names every certificate and rule, one sentence each.
    public var diagnostics: [String] { problems.map(sentence) }

    /// Names the certificate and the rule of a problem: `Certificate 1, “Example CA”: it has
    /// expired.`
    public func sentence(_ problem: TrustProblem) -> String {
        let index = problem.certificateIndex
        let name = chain[index].subjectSummary.map { ", “\(Self.printable($0))”" } ?? ""
        return "Certificate \(index)\(name): \(problem.rule.words)."
    }

    /// A name comes from whoever made the certificate: at most 64 characters, no controls.
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
