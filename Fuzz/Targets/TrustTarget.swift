// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainPKI
import SwiftKeychainModel

extension FuzzTarget {
    /// The target for trust. The input is a sequence of DER elements: the first certificate is the
    /// leaf, the others are its intermediates, and anything else is an OCSP response.
    ///
    /// A chain without an anchor must never be trusted, and the problems of a chain must have
    /// diagnostics and survive being stored as exceptions.
    public static let trust = FuzzTarget(name: "trust") { bytes throws(Finding) in
        let (certificates, others) = TrustRules.parts(bytes)
        guard let leaf = certificates.first else { return false }
        try TrustRules.judge(leaf, certificates, others, anchors: [])
        // With an anchor from the chain, the other rules decide.
        try TrustRules.judge(leaf, certificates, others, anchors: certificates.suffix(1))
        return true
    }
}

private enum TrustRules {
    static func parts(_ bytes: [UInt8]) -> ([Certificate], [[UInt8]]) {
        var reader = DERReader(bytes[...])
        var (certificates, others): ([Certificate], [[UInt8]]) = ([], [])
        while !reader.isAtEnd, certificates.count + others.count < 16 {
            guard let element = try? reader.next() else { break }
            let der = Array(element.encoding)
            if let certificate = try? Certificate(der: der) {
                certificates.append(certificate)
            } else {
                others.append(der)
            }
        }
        return (certificates, others)
    }

    static func judge(
        _ leaf: Certificate, _ certificates: [Certificate], _ others: [[UInt8]],
        anchors: some Sequence<Certificate>
    ) throws(Finding) {
        for kind in TrustPolicy.Kind.allCases {
            var request = TrustRequest(
                leaf: leaf, intermediates: Array(certificates.dropFirst()),
                policies: [TrustPolicy(kind, names: ["www.example.org"])],
                date: (leaf.notBefore + leaf.notAfter) / 2)
            (request.anchors, request.anchorsOnly) = (Array(anchors), true)
            request.responses = others
            guard let found = try? request.evaluate() else {
                throw Finding(description: "a chain is not evaluated")
            }
            try require(found.chain.first == leaf, "another leaf")
            try require(found.result.isTrusted == found.problems.isEmpty, "two verdicts")
            try require(
                !found.result.isTrusted || request.anchors.contains { $0 == found.chain.last },
                "a chain without an anchor is trusted")
            try require(found.diagnostics.count == found.problems.count, "no sentence")
            let exceptions = TrustExceptions(found)
            let again = try? TrustExceptions(exceptions.encoding)
            try require(again == exceptions, "exceptions are not read again")
            request.exceptions = again
            let excused = try? request.evaluate()
            try require(
                excused?.problems == found.problems.filter { $0.rule.severity != .recoverable },
                "exceptions let pass something else")
        }
    }
}
