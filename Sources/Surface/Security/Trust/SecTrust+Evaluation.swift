// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftKeychain
import SwiftKeychainModel
import SwiftKeychainPKI

/// A callback for the outcome of an evaluation.
public typealias SecTrustCallback = (SecTrust, SecTrustResultType) -> Void

/// A callback for whether a chain is trusted, and the error if it isn't.
public typealias SecTrustWithErrorCallback = (SecTrust, Bool, CFError?) -> Void

/// Evaluates the chain.
///
/// The system's anchors, the trust settings and the certificates of the user's keychain are used;
/// the network only after ``SecTrustSetNetworkFetchAllowed(_:_:)``. Docs/reference/trust.md has the rules.
///
/// - Parameter error: receives the error, or nil for a trusted chain. Its code is the status of the
///   most important broken rule; its description names the certificate, counted from the leaf, and
///   the rule.
/// - Returns: whether the chain is trusted.
public func SecTrustEvaluateWithError(
    _ trust: SecTrust, _ error: UnsafeMutablePointer<CFError?>?
) -> Bool {
    let found: CFError?
    do throws(KeychainError) {
        found = try trust.evaluate().object
    } catch let failure {
        LastError.keep(failure)
        found = failure.object
    }
    error?.pointee = found
    return found == nil
}

/// Evaluates the chain, as ``SecTrustEvaluateWithError(_:_:)`` does.
///
/// - Parameter result: receives the outcome.
/// - Returns: `errSecSuccess`, also for a chain that is not trusted; another status, and the outcome
///   `otherError`, where it could not be evaluated.
@discardableResult
public func SecTrustEvaluate(
    _ trust: SecTrust, _ result: UnsafeMutablePointer<SecTrustResultType>
) -> OSStatus {
    result.pointee = .otherError
    return LastError.status {
        result.pointee = SecTrustResultType(try trust.evaluate())
    }
}

/// Evaluates the chain on a queue, and calls back there.
///
/// - Parameter queue: nil for the main queue.
/// - Returns: `errSecSuccess`.
@discardableResult
public func SecTrustEvaluateAsync(
    _ trust: SecTrust, _ queue: DispatchQueue?, _ result: @escaping SecTrustCallback
) -> OSStatus {
    nonisolated(unsafe) let result = result
    (queue ?? .main).async {
        var outcome = SecTrustResultType.otherError
        SecTrustEvaluate(trust, &outcome)
        result(trust, outcome)
    }
    return errSecSuccess
}

/// Evaluates the chain on a queue, and calls back there with the result of
/// ``SecTrustEvaluateWithError(_:_:)``.
///
/// - Returns: `errSecSuccess`.
@discardableResult
public func SecTrustEvaluateAsyncWithError(
    _ trust: SecTrust, _ queue: DispatchQueue, _ result: @escaping SecTrustWithErrorCallback
) -> OSStatus {
    nonisolated(unsafe) let result = result
    queue.async {
        var error: CFError?
        let isTrusted = SecTrustEvaluateWithError(trust, &error)
        result(trust, isTrusted, error)
    }
    return errSecSuccess
}

/// Returns the outcome of the last evaluation; `invalid` where there was none, or something was
/// changed since.
///
/// - Returns: `errSecSuccess`.
@discardableResult
public func SecTrustGetTrustResult(
    _ trust: SecTrust, _ result: UnsafeMutablePointer<SecTrustResultType>
) -> OSStatus {
    result.receive(trust.answer.map { SecTrustResultType($0) } ?? .invalid)
}

// These return what the last evaluation found, and evaluate where there was none.

/// Returns the outcome, under the `kSecTrust…` keys: the date it was evaluated for, the result,
/// and, where answers about revocation say that all certificates are good, the date until which
/// they are valid.
///
/// - Returns: nil where the chain cannot be evaluated.
public func SecTrustCopyResult(_ trust: SecTrust) -> CFDictionary? {
    LastError.keeping { try trust.evaluated().values }
}

/// Returns a dictionary for each certificate of the chain: `kSecPropertyTypeTitle`, and
/// `kSecPropertyTypeError` where it has a problem.
///
/// - Returns: nil where the chain cannot be evaluated.
public func SecTrustCopyProperties(_ trust: SecTrust) -> CFArray? {
    LastError.keeping { try trust.evaluated().properties }
}

/// Returns the chain as an array of certificates, the leaf first. It ends at the anchor, or where
/// no issuer was found.
///
/// - Returns: nil where the chain cannot be evaluated.
public func SecTrustCopyCertificateChain(_ trust: SecTrust) -> CFArray? {
    LastError.keeping { try trust.chain() as NSArray }
}

/// Counts the certificates of the chain; 1 where it cannot be evaluated.
public func SecTrustGetCertificateCount(_ trust: SecTrust) -> CFIndex {
    (try? trust.evaluated().chain.count) ?? 1
}

/// Returns a certificate of the chain, the leaf being 0; nil for an index out of range.
public func SecTrustGetCertificateAtIndex(_ trust: SecTrust, _ ix: CFIndex) -> SecCertificate? {
    // The leaf is known without evaluating anything.
    if ix == 0 { return SecCertificate(trust.leaf) }
    guard let chain = try? trust.chain(), chain.indices.contains(ix) else { return nil }
    return chain[ix]
}

/// Returns the public key of the leaf, whether or not it is trusted.
///
/// - Returns: nil for a key of an unsupported kind.
public func SecTrustCopyKey(_ trust: SecTrust) -> SecKey? {
    LastError.keeping { SecKey(try callPKI(trust.leaf.publicKey.cryptoKey())) }
}

/// Returns the public key of the leaf; the older name of ``SecTrustCopyKey(_:)``.
public func SecTrustCopyPublicKey(_ trust: SecTrust) -> SecKey? { SecTrustCopyKey(trust) }

extension SecTrustResultType {
    init(_ evaluation: TrustEvaluation) {
        self = SecTrustResultType(rawValue: evaluation.result.rawValue) ?? .otherError
    }
}
