// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainSystem

/// The check of mail addresses and URIs against name constraints (RFC 5280, section 4.2.1.10), where OpenSSL 3.0
/// overlooks names.
///
/// 1. To libcrypto an empty mail constraint contains no address. Here an excluded one contains all.
/// 2. libcrypto takes the user name, the query and a final dot for parts of a URI's host. Here the host alone is
///    compared; a URI without one, or with an address in its place, is refused.
///
/// Both checks must permit a name, and libcrypto knows the rules for all other names.
enum NameCheck {
    static func problems(_ path: [ChainCertificate]) -> Set<TrustProblem> {
        var problems: Set<TrustProblem> = []
        for (index, one) in path.enumerated() {
            // A new certificate of an authority, from itself, has the name of that above it.
            if index > 0, one.isSelfIssued { continue }
            for constraints in path.dropFirst(index + 1).compactMap(\.nameConstraints) {
                if let rule = broken(one.certificate, constraints) {
                    problems.insert(TrustProblem(index, rule))
                }
            }
        }
        return problems
    }

    private static func broken(
        _ certificate: Certificate, _ constraints: NameConstraints
    ) -> TrustRule? {
        if constraints.excluded.contains(.email("")), !certificate.emailAddresses.isEmpty {
            return .nameNotAllowed
        }
        let permitted = constraints.permitted.compactMap(\.uri).map { Array($0.lowercased().utf8) }
        let excluded = constraints.excluded.compactMap(\.uri).map { Array($0.lowercased().utf8) }
        guard !permitted.isEmpty || !excluded.isEmpty else { return nil }
        for uri in certificate.subjectAlternativeNames.compactMap(\.uri) {
            guard case .labels(let labels)? = HostName(ofURI: uri) else {
                return .nameNotComparable
            }
            let host = Array(labels.joined(separator: ".").utf8)
            guard permitted.isEmpty || permitted.contains(where: { contains($0, host) }),
                !excluded.contains(where: { contains($0, host) })
            else { return .nameNotAllowed }
        }
        return nil
    }

    /// Returns true if a constraint on URIs contains a host, both in lower case.
    ///
    ///     example.org     contains example.org alone
    ///     .example.org    contains www.example.org, but not example.org
    private static func contains(_ constraint: [UInt8], _ host: [UInt8]) -> Bool {
        let isDomain = constraint.first == UInt8(ascii: ".")
        return constraint.isEmpty || host == constraint
            || isDomain && host.suffix(constraint.count) == constraint[...]
    }
}

extension GeneralName {
    fileprivate var uri: String? { if case .uri(let text) = self { text } else { nil } }
}

extension HostName {
    /// Reads the host of a URI, between its user name and its port (RFC 3986, section 3.2); nil if it has none.
    fileprivate init?(ofURI uri: String) {
        guard let slashes = uri.utf8.firstRange(ofPart: "://".utf8) else { return nil }
        let authority = uri.utf8[slashes.upperBound...].prefix { !"/?#".utf8.contains($0) }
        let place = authority.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
        self.init(String(Substring(place.last!.prefix { $0 != UInt8(ascii: ":") })))
    }
}
