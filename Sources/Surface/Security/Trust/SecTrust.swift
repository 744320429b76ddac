// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftKeychainPKI
import SwiftKeychain
import SwiftKeychainModel
import Synchronization

/// An evaluation of a certificate chain against policies.
///
/// It holds what to evaluate and the last result. Several threads may use it at once; a change
/// discards the result. Two are equal only when they are the same object.
public final class SecTrust: CoreFoundationObject, @unchecked Sendable {
    /// The inputs that the caller set.
    struct Question: Sendable, Equatable {
        var certificates: [Certificate]
        var policies: [TrustPolicy]
        /// The caller's anchors; nil when none were set and only the system's count.
        var anchors: [Certificate]?
        var anchorsOnly = false
        /// In seconds since 2001-01-01 00:00 UTC; nil: the time of the evaluation.
        var date: Double?
        var responses: [[UInt8]] = []
        var exceptions: TrustExceptions?
        /// Whether certificates and answers about revocation are fetched.
        var mayFetch = false
        var options: SecTrustOptionFlags = []
        /// The keychains in which issuers are searched; nil for the login keychain.
        var keychains: [Keychain]?
    }

    private struct State {
        var question: Question
        var answer: TrustEvaluation?
        /// The certificates that were lent to C callers, who don't release them.
        var lent: [SecCertificate] = []
    }

    private let state: Mutex<State>
    /// The user's own keychain when the trust was made, which holds the trust settings.
    private let keychain = Keychain.login

    /// - Parameter certificates: the leaf first, then any others; at least one.
    init(_ certificates: [Certificate], _ policies: [TrustPolicy]) {
        state = Mutex(State(question: Question(certificates: certificates, policies: policies)))
    }

    var question: Question { state.withLock { $0.question } }

    /// The result of the last evaluation, unless something was changed since.
    var answer: TrustEvaluation? { state.withLock { $0.answer } }

    var leaf: Certificate { question.certificates[0] }

    /// Changes what to evaluate.
    func change(_ body: (inout Question) -> Void) {
        state.withLock { state in
            body(&state.question)
            state.answer = nil
        }
    }

    /// Evaluates anew, with the trust settings and certificates of the user's own keychain.
    ///
    /// - Throws: as reading the trust settings, which is required: they may deny a certificate. A
    ///   chain that is not trusted is not an error.
    @discardableResult
    func evaluate() throws(KeychainError) -> TrustEvaluation {
        let asked = question
        let stored = try KeychainTrust(
            settingsOf: keychain, issuersIn: asked.keychains ?? [keychain])
        var request = stored.request(
            asked.certificates[0], intermediates: Array(asked.certificates.dropFirst()),
            policies: asked.policies, date: asked.date ?? Date().timeIntervalSinceReferenceDate)
        request.anchors = asked.anchors ?? []
        request.anchorsOnly = asked.anchorsOnly
        request.responses = asked.responses
        request.exceptions = asked.exceptions
        request.mayFetch = asked.mayFetch
        asked.options.apply(to: &request)
        let answer = try callPKI(request.evaluate())
        state.withLock { state in
            // Another thread may have changed it meanwhile.
            if state.question == asked { state.answer = answer }
        }
        return answer
    }

    /// Returns the last result, or evaluates where there is none.
    func evaluated() throws(KeychainError) -> TrustEvaluation {
        if let answer { return answer }
        return try evaluate()
    }

    /// Returns a certificate equal to this one, which lives as long as the trust.
    package func keeping(_ certificate: SecCertificate) -> SecCertificate {
        state.withLock { state in
            if let lent = state.lent.first(where: { $0.isEqual(certificate) }) { return lent }
            state.lent.append(certificate)
            return certificate
        }
    }

    /// The subject summary of the leaf.
    public override var description: String {
        leaf.subjectSummary.map { "<SecTrust: \($0)>" } ?? "<SecTrust>"
    }
}

/// Returns the Core Foundation type of ``SecTrust``.
public func SecTrustGetTypeID() -> CFTypeID {
    CoreFoundationRuntime.type(of: SecTrust.self)
}
