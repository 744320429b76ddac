// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainSystem

/// The problems of a chain that are accepted when they are found again.
///
/// Each entry is for one certificate, one rule, and one policy with its names: an exception for one
/// host isn't one for another. The encoding isn't authenticated; the caller must keep it safe.
public struct TrustExceptions: Sendable, Hashable {
    private let leaf: [UInt8]
    private let entries: Set<Entry>

    /// One problem that is excused: the digest of the certificate, the rule, and the digest of the policy.
    private struct Entry: Hashable {
        let certificate: [UInt8]
        let rule: String
        let policy: [UInt8]
    }

    /// Remembers the problems of an evaluation that may be set aside, and those that were.
    public init(_ evaluation: TrustEvaluation) {
        leaf = Self.digest(evaluation.chain[0])
        let all = (evaluation.problems + evaluation.excused)
            .filter { $0.rule.severity == .recoverable }
        entries = Set(all.map { Self.entry($0, evaluation.chain) })
    }

    /// Returns true if these are exceptions for a leaf.
    public func belong(to certificate: Certificate) -> Bool { leaf == Self.digest(certificate) }

    /// Returns whether a problem is excused. Only recoverable ones are, even if an encoding lists others.
    func excuse(_ problem: TrustProblem, in chain: [Certificate]) -> Bool {
        problem.rule.severity == .recoverable && leaf == Self.digest(chain[0])
            && entries.contains(Self.entry(problem, chain))
    }

    private static func entry(_ problem: TrustProblem, _ chain: [Certificate]) -> Entry {
        Entry(
            certificate: digest(chain[problem.certificateIndex]), rule: problem.rule.rawValue,
            policy: digest(problem.policy))
    }

    private static func digest(_ certificate: Certificate) -> [UInt8] {
        HashFunction.sha256.digest(certificate.der)
    }

    /// A digest of the policy with its names, so that an exception for one host doesn't hold for another.
    private static func digest(_ policy: TrustPolicy?) -> [UInt8] {
        guard let policy else { return [] }
        let names = policy.names.map { CanonicalCBOR.Value.text($0.lowercased()) }
        return HashFunction.sha256.digest(
            CanonicalCBOR.array([.text(policy.kind.rawValue), .boolean(policy.isClient)] + names))
    }
}

extension TrustExceptions {
    private static let version: UInt64 = 1
    private static let mostEntries = 4096

    /// The bytes to keep: deterministic CBOR.
    ///
    /// `[1, SHA-256 of the leaf, [[SHA-256 of a certificate, name of the rule, SHA-256 of the policy or nothing] …]]`
    public var encoding: [UInt8] {
        // Sorted, so that equal exceptions have equal bytes.
        let sorted = entries.sorted {
            ($0.rule, $0.certificate.description, $0.policy.description)
                < ($1.rule, $1.certificate.description, $1.policy.description)
        }
        let list = sorted.map { entry -> CanonicalCBOR.Value in
            .array([.data(entry.certificate), .text(entry.rule), .data(entry.policy)])
        }
        return CanonicalCBOR.array([.unsigned(Self.version), .data(leaf), .array(list)])
    }

    /// Reads an ``encoding``.
    ///
    /// - Throws: `malformed` for anything else.
    public init(_ encoding: [UInt8]) throws(PKIError) {
        do {
            var decoder = CanonicalCBOR.Decoder(encoding)
            guard try decoder.array() == 3, try decoder.unsigned() == Self.version else {
                throw CanonicalCBOR.Malformed()
            }
            leaf = try decoder.data()
            let count = try decoder.array()
            guard count <= Self.mostEntries else { throw CanonicalCBOR.Malformed() }
            var entries: Set<Entry> = []
            for _ in 0..<count {
                try decoder.array(of: 3)
                let certificate = try decoder.data()
                let rule = try decoder.text()
                entries.insert(
                    Entry(certificate: certificate, rule: rule, policy: try decoder.data()))
            }
            guard decoder.isAtEnd else { throw CanonicalCBOR.Malformed() }
            self.entries = entries
        } catch {
            throw PKIError(.malformed, "exceptions: they can't be read")
        }
    }
}
