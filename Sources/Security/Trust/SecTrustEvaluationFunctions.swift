import Foundation
import SwiftKeychainModel

/// Receives the outcome of an evaluation.
public typealias SecTrustCallback = (SecTrust, SecTrustResultType) -> Void

/// Receives whether a chain is trusted, and if not, why.
public typealias SecTrustWithErrorCallback = (SecTrust, Bool, CFError?) -> Void

/// Evaluates the chain.
///
/// The system's anchors, the trust settings and the certificates of the default keychain are looked
/// at; the network is not. See Docs/trust.md for the rules.
///
/// - Parameter error: room for an error, or nil; nil is put there for a trusted chain. Its code is
///   the status of the weightiest rule that was broken, and its description names the certificate,
///   counted from the leaf, and the rule.
/// - Returns: whether the chain is trusted.
public func SecTrustEvaluateWithError(
    _ trust: SecTrust, _ error: UnsafeMutablePointer<CFError?>?
) -> Bool {
    let found: CFError?
    do throws(KeychainError) {
        found = try trust.evaluate().object
    } catch let failure {
        LastError.current = failure
        found = failure.object
    }
    error?.pointee = found
    return found == nil
}

/// Evaluates the chain, as ``SecTrustEvaluateWithError(_:_:)`` does.
///
/// - Parameter result: room for the outcome.
/// - Returns: `errSecSuccess`, also for a chain that is not trusted; another status, and the outcome
///   `otherError`, where it could not be evaluated.
@discardableResult
public func SecTrustEvaluate(
    _ trust: SecTrust, _ result: UnsafeMutablePointer<SecTrustResultType>
) -> OSStatus {
    result.pointee = .otherError
    return LastError.status { () throws(KeychainError) in
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

/// Evaluates the chain on a queue, and calls back there with what
/// ``SecTrustEvaluateWithError(_:_:)`` gives.
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

/// Gives the outcome of the last evaluation; `invalid` where there was none, or something was set
/// since.
///
/// - Returns: `errSecSuccess`.
@discardableResult
public func SecTrustGetTrustResult(
    _ trust: SecTrust, _ result: UnsafeMutablePointer<SecTrustResultType>
) -> OSStatus {
    result.pointee = trust.answer.map { SecTrustResultType($0) } ?? .invalid
    return errSecSuccess
}
