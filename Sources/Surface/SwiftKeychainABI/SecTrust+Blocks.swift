// SPDX-License-Identifier: Apache-2.0
import Foundation
import Security

@_silgen_name("keychain_main_queue") private func mainQueue() -> UnsafeRawPointer

/// Evaluates on a queue, or on the main queue for null, and calls the block there.
@_cdecl("SecTrustEvaluateAsync")
public func SecTrustEvaluateAsyncExport(
    _ trust: UnsafeRawPointer?, _ queue: UnsafeRawPointer?, _ result: UnsafeRawPointer?
) -> OSStatus {
    guard let trust = Argument.reference(trust, to: SecTrust.self) else {
        return Returned.refused("trust", of: "SecTrustEvaluateAsync")
    }
    guard let block = Block(result) else {
        return Returned.refused("result", of: "SecTrustEvaluateAsync")
    }
    (Queue(queue) ?? Queue(mainQueue()))?.async {
        var outcome = SecTrustResultType.otherError
        SecTrustEvaluate(trust, &outcome)
        // SecTrustCallback, with the block itself before its arguments.
        typealias Function =
            @convention(c) (UnsafeMutableRawPointer, UnsafeMutableRawPointer, UInt32) -> Void
        block.call(as: Function.self) { function, block in
            function(block, Unmanaged.passUnretained(trust).toOpaque(), outcome.rawValue)
        }
        withExtendedLifetime(trust) {}
    }
    return errSecSuccess
}

/// Evaluates on a queue, and calls the block there with the error.
@_cdecl("SecTrustEvaluateAsyncWithError")
public func SecTrustEvaluateAsyncWithErrorExport(
    _ trust: UnsafeRawPointer?, _ queue: UnsafeRawPointer?, _ result: UnsafeRawPointer?
) -> OSStatus {
    guard let trust = Argument.reference(trust, to: SecTrust.self) else {
        return Returned.refused("trust", of: "SecTrustEvaluateAsyncWithError")
    }
    guard let queue = Queue(queue) else {
        return Returned.refused("queue", of: "SecTrustEvaluateAsyncWithError")
    }
    guard let block = Block(result) else {
        return Returned.refused("result", of: "SecTrustEvaluateAsyncWithError")
    }
    queue.async {
        var error: CFError?
        let isTrusted = SecTrustEvaluateWithError(trust, &error)
        // SecTrustWithErrorCallback, with the block itself before its arguments.
        typealias Function =
            @convention(c) (
                UnsafeMutableRawPointer, UnsafeMutableRawPointer, Bool, UnsafeRawPointer?
            ) -> Void
        block.call(as: Function.self) { function, block in
            Returned.lending(error) { error in
                function(block, Unmanaged.passUnretained(trust).toOpaque(), isTrusted, error)
            }
        }
        withExtendedLifetime(trust) {}
    }
    return errSecSuccess
}

/// Evaluates, and stores the outcome also when the status is a failure.
@_cdecl("SecTrustEvaluate")
public func SecTrustEvaluateExport(
    _ trust: UnsafeRawPointer?, _ result: UnsafeMutablePointer<UInt32>?
) -> OSStatus {
    guard let trust = Argument.reference(trust, to: SecTrust.self) else {
        return Returned.refused("trust", of: "SecTrustEvaluate")
    }
    guard let result else { return Returned.refused("result", of: "SecTrustEvaluate") }
    var outcome = SecTrustResultType.invalid
    let status = SecTrustEvaluate(trust, &outcome)
    result.pointee = outcome.rawValue
    return status
}

/// Returns a certificate that the trust keeps: the caller doesn't release it.
@_cdecl("SecTrustGetCertificateAtIndex")
public func SecTrustGetCertificateAtIndexExport(
    _ trust: UnsafeRawPointer?, _ ix: CFIndex
) -> UnsafeMutableRawPointer? {
    guard let trust = Argument.reference(trust, to: SecTrust.self) else {
        return Returned.refused("trust", of: "SecTrustGetCertificateAtIndex")
    }
    return SecTrustGetCertificateAtIndex(trust, ix).map {
        Unmanaged.passUnretained(trust.keeping($0)).toOpaque()
    }
}
