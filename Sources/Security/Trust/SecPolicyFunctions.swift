import Foundation
import SwiftKeychainModel

/// Makes the policy of basic X.509 rules: those that hold for every chain, and no others.
public func SecPolicyCreateBasicX509() -> SecPolicy { SecPolicy(.basic) }

/// Makes the policy of TLS.
///
/// - Parameters:
///   - server: true for the certificate of a server, false for that of a client.
///   - hostname: a name or an Internet address, of which the subject alternative name must have a
///     match (RFC 9525; common names do not count); nil: any will do.
public func SecPolicyCreateSSL(_ server: Bool, _ hostname: CFString?) -> SecPolicy {
    SecPolicy(.ssl(server: server, host: hostname.map { $0 as String }))
}

/// Makes the policy of revocation, for use beside another.
///
/// - Parameter revocationFlags: the `kSecRevocation…` bits. Nothing is fetched, whichever they are:
///   only the answers that ``SecTrustSetOCSPResponse(_:_:)`` was given are looked at, and they
///   always are. With `kSecRevocationRequirePositiveResponse` there must be one that says that
///   each certificate below the anchor is good.
/// - Returns: nil for no bits and for unknown ones.
public func SecPolicyCreateRevocation(_ revocationFlags: CFOptionFlags) -> SecPolicy? {
    LastError.keeping { () throws(KeychainError) in try SecPolicy.revocation(revocationFlags) }
}

/// Makes the policy of an identifier.
///
/// - Parameters:
///   - policyIdentifier: one of the `kSecPolicyApple…` values. Those of Apple's own services
///     (iChat, Apple ID, Mac App Store receipts, Wallet passes, Apple Pay) are refused: their rules
///     are not public.
///   - properties: `kSecPolicyName`, a string (for EAP also an array of them, of which one must
///     fit), `kSecPolicyClient`, `kSecPolicyRevocationFlags`; nil for none.
/// - Returns: nil for another identifier, another property, and a value of the wrong type.
public func SecPolicyCreateWithProperties(
    _ policyIdentifier: CFTypeRef, _ properties: CFDictionary?
) -> SecPolicy? {
    LastError.keeping { () throws(KeychainError) in
        try SecPolicy.make(policyIdentifier, properties)
    }
}

/// Gives the identifier and properties a policy was made of, under the `kSecPolicy…` keys.
///
/// The policies of one side, such as `kSecPolicyAppleSSLClient`, have the identifier of both, and
/// `kSecPolicyClient`.
public func SecPolicyCopyProperties(_ policyRef: SecPolicy) -> CFDictionary? {
    policyRef.properties
}
