// SPDX-License-Identifier: Apache-2.0
import CKeychainCrypto

/// The check of one path of certificates by libcrypto (RFC 5280, section 6.1).
///
/// A path runs from the leaf, index 0, to its anchor, the last one. The rules for it:
///
/// 1. Each certificate is signed with the key of the next one, which must be an authority that may sign
///    certificates, and allows as many authorities below it as there are.
/// 2. The names of each lie within the name constraints of those above it (``NameCheck`` has what libcrypto overlooks).
/// 3. If a certificate requires an explicit policy, the path must have one (``policyRule(_:)``).
/// 4. Nothing critical is unknown.
///
/// libcrypto usually searches for a path and stops at the first broken rule. Here it may do neither: `check_issued` lets each
/// certificate be followed only by the next one of this path, and the callback notes each broken rule and goes on. So
/// the result has all problems, each with its certificate, and a path that libcrypto changed is refused.
///
/// The anchor is taken as trusted and the time isn't looked at: ``PathSearch`` and ``TrustRequest`` decide those, because a
/// program may set its own anchors and date.
enum PathCheck {
    /// Returns the rules that libcrypto finds broken.
    ///
    /// - Throws: `noMemory` and `libraryFailure`. A refused chain isn't an error.
    static func problems(_ path: [ChainCertificate]) throws(PKIError) -> Set<TrustProblem> {
        guard let context = X509_STORE_CTX_new_ex(CryptoLibrary.context, nil) else {
            throw .crypto(.noMemory, "chain")
        }
        defer { X509_STORE_CTX_free(context) }
        // An empty one, which looks nowhere: it only carries the call back.
        guard let store = X509_STORE_new() else { throw .crypto(.noMemory, "chain") }
        defer { X509_STORE_free(store) }
        X509_STORE_set_check_issued(store) { context, one, other in
            guard let one, let other, let diagnostics = Diagnostics.of(context) else { return 0 }
            return diagnostics.follows(one, other) ? 1 : 0
        }
        let between = try stack(path.dropFirst().dropLast())
        defer { OPENSSL_sk_free(between) }
        let trusted = try stack(path.suffix(1))
        defer { OPENSSL_sk_free(trusted) }
        _ = ERR_set_mark()
        defer { _ = ERR_pop_to_mark() }
        guard X509_STORE_CTX_init(context, store, path[0].handle, between) == 1 else {
            throw .crypto(.libraryFailure, "chain")
        }
        X509_STORE_CTX_set0_trusted_stack(context, trusted)
        let parameters = X509_STORE_CTX_get0_param(context)
        let policyRule = policyRule(path)
        var flags = X509_V_FLAG_PARTIAL_CHAIN | X509_V_FLAG_NO_CHECK_TIME
        if policyRule == .asked { flags |= X509_V_FLAG_POLICY_CHECK }
        _ = X509_VERIFY_PARAM_set_flags(parameters, UInt(flags))
        // A common name is no host, so constraints on hosts don't apply to it.
        X509_VERIFY_PARAM_set_hostflags(parameters, UInt32(X509_CHECK_FLAG_NEVER_CHECK_SUBJECT))
        // Without this, a chain that requires an explicit policy could never satisfy it.
        _ = X509_VERIFY_PARAM_add0_policy(parameters, OBJ_nid2obj(NID_any_policy))
        let diagnostics = Diagnostics(path.map(\.handle))
        if policyRule == .broken { diagnostics.problems.insert(TrustProblem(0, .policyNotAllowed)) }
        // libcrypto calls back with what both own.
        defer { withExtendedLifetime((diagnostics, path)) {} }
        let pointer = Unmanaged.passUnretained(diagnostics).toOpaque()
        _ = X509_STORE_CTX_set_ex_data(context, 0, pointer)
        X509_STORE_CTX_set_verify_cb(context) { isValid, context in
            if isValid == 0 { Diagnostics.of(context)?.note(context) }
            // Whatever is wrong: libcrypto then goes on and reports the other problems.
            return 1
        }
        let answer = X509_verify_cert(context)
        let chain = X509_STORE_CTX_get0_chain(context)
        guard answer == 1, diagnostics.isWhole(chain) else {
            // libcrypto stops at an extension that it can't read, which `CertificateRules` reports.
            if path.contains(where: \.hasMalformedExtensions) { return diagnostics.problems }
            // A chain that ends early does so at a certificate that libcrypto takes for self-signed.
            let count = Int(OPENSSL_sk_num(chain))
            let index = (1..<path.count).contains(count) ? count - 1 : 0
            return diagnostics.problems.union([TrustProblem(index, .refusedByLibrary)])
        }
        // libcrypto reports an authority whose key can't sign certificates as no authority, too.
        return diagnostics.problems.union(NameCheck.problems(path)).filter {
            $0.rule != .notAnAuthority
                || !diagnostics.problems.contains(
                    TrustProblem($0.certificateIndex, .signingNotAllowed))
        }
    }

    /// Counts how often libcrypto compares a name with a constraint: each name with those of all certificates above it.
    static func nameComparisons(_ path: [ChainCertificate]) -> Int {
        var (comparisons, constraints) = (0, 0)
        for one in path.reversed() {
            comparisons += one.nameCount * constraints
            constraints += one.constraintCount
        }
        return comparisons
    }

    /// The treatment of certificate policies: libcrypto is asked, or the answer is known without it.
    private enum PolicyRule { case asked, kept, broken }

    /// OpenSSL 3.0 leaks memory for a certificate with policy constraints but no policies. No policy is
    /// valid below it, so a chain that requires one is rejected; the skip count is ignored.
    private static func policyRule(_ path: [ChainCertificate]) -> PolicyRule {
        // Anchors have no say in policies (RFC 5280, section 6.1).
        let others = path.dropLast()
        // What can't be read is refused anyway, and may have more policies than libcrypto can sort in time.
        guard !others.contains(where: \.hasMalformedExtensions) else { return .kept }
        let below = others.map(\.certificate)
        let constraining = below.filter { $0.found(ExtensionType.policyConstraints) != nil }
        guard constraining.contains(where: { $0.found(ExtensionType.policies) == nil }) else {
            return .asked
        }
        // Constraints that can't be read are taken for a demand.
        let demands = constraining.contains {
            let constraints = $0.decode(ExtensionType.policyConstraints, PolicyConstraints.init)
            return constraints.map { $0.requireExplicitPolicy != nil } ?? true
        }
        return demands ? .broken : .kept
    }

    /// Makes libcrypto's list of certificates, which doesn't own them. The caller must free it.
    private static func stack(
        _ certificates: some Sequence<ChainCertificate>
    ) throws(PKIError) -> OpaquePointer {
        guard let stack = OPENSSL_sk_new_null() else { throw .crypto(.noMemory, "chain") }
        for certificate in certificates {
            guard OPENSSL_sk_push(stack, UnsafeRawPointer(certificate.handle)) > 0 else {
                OPENSSL_sk_free(stack)
                throw .crypto(.noMemory, "chain")
            }
        }
        return stack
    }

    /// The path while libcrypto checks it, and the result.
    private final class Diagnostics {
        let path: [OpaquePointer]
        var problems: Set<TrustProblem> = []

        init(_ path: [OpaquePointer]) { self.path = path }

        /// Returns the diagnostics of a context, from its first application slot; nil for a context without them.
        static func of(_ context: OpaquePointer?) -> Diagnostics? {
            X509_STORE_CTX_get_ex_data(context, 0).map {
                Unmanaged<Diagnostics>.fromOpaque($0).takeUnretainedValue()
            }
        }

        /// Returns true if `other` follows `one`.
        func follows(_ one: OpaquePointer, _ other: OpaquePointer) -> Bool {
            guard let index = path.firstIndex(of: one), index + 1 < path.count else { return false }
            return path[index + 1] == other
        }

        /// Returns whether libcrypto's chain is exactly this path.
        func isWhole(_ chain: OpaquePointer?) -> Bool {
            let count = Int(OPENSSL_sk_num(chain))
            return count == path.count
                && (0..<count).allSatisfy {
                    OPENSSL_sk_value(chain, Int32($0)) == UnsafeMutableRawPointer(path[$0])
                }
        }

        /// Notes the rule that libcrypto reports, at the place that it reports.
        func note(_ context: OpaquePointer?) {
            let depth = Int(X509_STORE_CTX_get_error_depth(context))
            guard let rule = PathCheck.rule(X509_STORE_CTX_get_error(context)) else { return }
            problems.insert(TrustProblem(min(max(depth, 0), path.count - 1), rule))
        }
    }

    /// Returns the rule for a number of libcrypto; nil if the rule is checked elsewhere.
    private static func rule(_ number: Int32) -> TrustRule? {
        switch number {
        // How the path ends is judged by `CertificateRules`.
        case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT, X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY,
            X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE, X509_V_ERR_CERT_UNTRUSTED,
            X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN, X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT:
            nil
        // The issuer of a proxy certificate (RFC 3820) breaks no rule by being an authority: the proxy itself is refused.
        case X509_V_ERR_INVALID_NON_CA, X509_V_ERR_KEYUSAGE_NO_DIGITAL_SIGNATURE: nil
        case X509_V_ERR_UNHANDLED_CRITICAL_EXTENSION, X509_V_ERR_PROXY_CERTIFICATES_NOT_ALLOWED,
            X509_V_ERR_PROXY_PATH_LENGTH_EXCEEDED, X509_V_ERR_PROXY_SUBJECT_NAME_VIOLATION:
            .unknownCriticalExtension
        case X509_V_ERR_EC_KEY_EXPLICIT_PARAMS: .weakKey
        case X509_V_ERR_INVALID_CA: .notAnAuthority
        case X509_V_ERR_KEYUSAGE_NO_CERTSIGN: .signingNotAllowed
        case X509_V_ERR_PATH_LENGTH_EXCEEDED: .pathTooLong
        case X509_V_ERR_PERMITTED_VIOLATION, X509_V_ERR_EXCLUDED_VIOLATION: .nameNotAllowed
        case X509_V_ERR_SUBTREE_MINMAX, X509_V_ERR_UNSUPPORTED_CONSTRAINT_TYPE,
            X509_V_ERR_UNSUPPORTED_CONSTRAINT_SYNTAX, X509_V_ERR_UNSUPPORTED_NAME_SYNTAX:
            .nameNotComparable
        case X509_V_ERR_CERT_SIGNATURE_FAILURE, X509_V_ERR_UNABLE_TO_DECRYPT_CERT_SIGNATURE,
            X509_V_ERR_UNABLE_TO_DECODE_ISSUER_PUBLIC_KEY, X509_V_ERR_SIGNATURE_ALGORITHM_MISMATCH:
            .wrongSignature
        case X509_V_ERR_NO_EXPLICIT_POLICY: .policyNotAllowed
        case X509_V_ERR_INVALID_POLICY_EXTENSION: .invalidPolicies
        default: .refusedByLibrary
        }
    }
}
