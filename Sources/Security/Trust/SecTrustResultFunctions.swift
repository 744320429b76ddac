import Foundation
import SwiftKeychainPKI
import SwiftKeychainModel

// Each of these gives what the last evaluation found, and evaluates where there was none.

/// Gives the outcome, under the `kSecTrust…` keys: the date it was evaluated for, the result, and,
/// where answers about revocation say that all certificates are good, until when they hold.
///
/// - Returns: nil where the chain cannot be evaluated.
public func SecTrustCopyResult(_ trust: SecTrust) -> CFDictionary? {
    LastError.keeping { () throws(KeychainError) in try trust.evaluated().values }
}

/// Gives a dictionary for each certificate of the chain: `kSecPropertyTypeTitle`, and
/// `kSecPropertyTypeError` where something is wrong with it.
///
/// - Returns: nil where the chain cannot be evaluated.
public func SecTrustCopyProperties(_ trust: SecTrust) -> CFArray? {
    LastError.keeping { () throws(KeychainError) in try trust.evaluated().properties }
}

/// Gives the chain as an array of certificates, the leaf first. It ends at the anchor, or where no
/// issuer was found.
///
/// - Returns: nil where the chain cannot be evaluated.
public func SecTrustCopyCertificateChain(_ trust: SecTrust) -> CFArray? {
    LastError.keeping { () throws(KeychainError) in try trust.chain() as NSArray }
}

/// Counts the certificates of the chain; 1 where it cannot be evaluated.
public func SecTrustGetCertificateCount(_ trust: SecTrust) -> CFIndex {
    (try? trust.evaluated().chain.count) ?? 1
}

/// Gives a certificate of the chain, the leaf being 0; nil beyond its ends.
public func SecTrustGetCertificateAtIndex(_ trust: SecTrust, _ ix: CFIndex) -> SecCertificate? {
    // The leaf is known without evaluating anything.
    if ix == 0 { return SecCertificate(trust.leaf) }
    guard let chain = try? trust.chain(), chain.indices.contains(ix) else { return nil }
    return chain[ix]
}

/// Gives the public key of the leaf, whether or not it is trusted.
///
/// - Returns: nil for a key of a kind that is not known here.
public func SecTrustCopyKey(_ trust: SecTrust) -> SecKey? {
    (try? trust.leaf.publicKey.cryptoKey()).map { SecKey($0) }
}

/// Gives the public key of the leaf; the older name of ``SecTrustCopyKey(_:)``.
public func SecTrustCopyPublicKey(_ trust: SecTrust) -> SecKey? { SecTrustCopyKey(trust) }

extension SecTrustResultType {
    init(_ evaluation: TrustEvaluation) {
        self = SecTrustResultType(rawValue: evaluation.result.rawValue) ?? .otherError
    }
}
