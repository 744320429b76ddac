// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftKeychainModel
import SwiftKeychainPKI

/// The rules that a certificate chain must satisfy.
///
/// A policy never changes. Two are equal when identifier, names, side and revocation flags are.
public final class SecPolicy: CoreFoundationObject, @unchecked Sendable {
    let policy: TrustPolicy
    /// The identifier, which names the side too if the policy was made of such a one.
    let identifier: String

    init(_ policy: TrustPolicy, identifier: String? = nil) {
        self.policy = policy
        self.identifier = identifier ?? policy.identifier
    }

    public override func isEqual(_ object: Any?) -> Bool {
        (object as? SecPolicy)?.policy == policy
    }

    public override var hash: Int { policy.hashValue }

    /// The identifier, and no name.
    public override var description: String { "<SecPolicy: \(policy.kind.rawValue)>" }
}

/// Returns the Core Foundation type of ``SecPolicy``.
public func SecPolicyGetTypeID() -> CFTypeID {
    CoreFoundationRuntime.type(of: SecPolicy.self)
}

/// Makes the policy of basic X.509 rules, which apply to every chain.
public func SecPolicyCreateBasicX509() -> SecPolicy { SecPolicy(.basic) }

/// Makes the policy of TLS.
///
/// - Parameters:
///   - server: true for the certificate of a server, false for that of a client.
///   - hostname: a name or an Internet address, which must match the subject alternative name (RFC
///     9525; common names do not count); nil for any.
public func SecPolicyCreateSSL(_ server: Bool, _ hostname: CFString?) -> SecPolicy {
    SecPolicy(.ssl(server: server, host: hostname.map { $0 as String }))
}

/// Makes the revocation policy, for use together with another policy.
///
/// - Parameter revocationFlags: the `kSecRevocation…` bits. The answers given to
///   ``SecTrustSetOCSPResponse(_:_:)`` always count; others are fetched after
///   ``SecTrustSetNetworkFetchAllowed(_:_:)``, unless `kSecRevocationNetworkAccessDisabled` is set.
///   With `kSecRevocationRequirePositiveResponse` there must be an answer that each certificate
///   below the anchor is good.
/// - Returns: nil for no bits and for unknown bits.
public func SecPolicyCreateRevocation(_ revocationFlags: CFOptionFlags) -> SecPolicy? {
    LastError.keeping {
        let flags = try SecPolicy.revocationFlags(revocationFlags)
        return SecPolicy(TrustPolicy(.revocation, revocation: flags))
    }
}

/// Makes the policy of an identifier.
///
/// - Parameters:
///   - policyIdentifier: one of the `kSecPolicyApple…` values. Those of Apple's own services
///     (iChat, Apple ID, Mac App Store receipts, Wallet passes, Apple Pay) are refused: their rules
///     are not public.
///   - properties: `kSecPolicyName`, a string (for EAP also an array of them, of which one must
///     fit), `kSecPolicyClient`, `kSecPolicyRevocationFlags`; nil for none.
/// - Returns: nil for an unknown identifier or property, and for a value of the wrong type.
public func SecPolicyCreateWithProperties(
    _ policyIdentifier: CFTypeRef, _ properties: CFDictionary?
) -> SecPolicy? {
    LastError.keeping {
        try SecPolicy.make(policyIdentifier, properties)
    }
}

/// Returns the identifier and properties a policy was made of, under the `kSecPolicy…` keys.
///
/// The policies of one side, such as `kSecPolicyAppleSSLClient`, have the identifier of both, and
/// `kSecPolicyClient`.
public func SecPolicyCopyProperties(_ policyRef: SecPolicy) -> CFDictionary? {
    policyRef.properties
}
