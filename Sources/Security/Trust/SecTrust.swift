import Foundation
import SwiftKeychainPKI
import SwiftKeychain
import SwiftKeychainModel
import Synchronization

/// Evaluates a certificate chain against policies.
///
/// It holds what is asked, and the last answer. Several threads may use one at once; whoever
/// changes what is asked throws the answer away. Two are equal only when they are the same object.
public final class SecTrust: CoreFoundationObject, @unchecked Sendable {
    /// Holds what a caller set.
    package struct Question: Sendable, Equatable {
        package var certificates: [Certificate]
        package var policies: [TrustPolicy]
        /// nil: none were set, and the system's count alone.
        package var anchors: [Certificate]?
        package var anchorsOnly = false
        /// In seconds since 2001-01-01 00:00 UTC; nil: the moment of the evaluation.
        package var date: Double?
        package var responses: [[UInt8]] = []
        package var exceptions: TrustExceptions?
        /// Is kept for the caller: nothing is ever fetched.
        package var mayFetch = true
    }

    private struct State {
        var question: Question
        var answer: TrustEvaluation?
    }

    private let state: Mutex<State>
    /// Is the user's own keychain of the moment the trust was made: trust settings lie there.
    private let keychain = Keychain.login

    /// - Parameter certificates: the leaf, and after it any others; one at least.
    package init(_ certificates: [Certificate], _ policies: [TrustPolicy]) {
        state = Mutex(State(question: Question(certificates: certificates, policies: policies)))
        super.init()
    }

    package var question: Question { state.withLock { $0.question } }

    /// Gives the answer of the last evaluation, unless what is asked was changed since.
    package var answer: TrustEvaluation? { state.withLock { $0.answer } }

    package var leaf: Certificate { question.certificates[0] }

    /// Changes what is asked.
    package func change(_ body: (inout Question) -> Void) {
        state.withLock { state in
            body(&state.question)
            state.answer = nil
        }
    }

    /// Evaluates anew, with the trust settings and certificates of the user's own keychain.
    ///
    /// - Throws: what reading the trust settings throws: whether somebody denied a certificate
    ///   must be known. A chain that is not trusted is no error.
    @discardableResult
    package func evaluate() throws(KeychainError) -> TrustEvaluation {
        let asked = question
        var request = TrustRequest(
            leaf: asked.certificates[0], intermediates: Array(asked.certificates.dropFirst()),
            policies: asked.policies,
            date: asked.date ?? Date().timeIntervalSinceReferenceDate)
        request.anchors = asked.anchors ?? []
        request.anchorsOnly = asked.anchorsOnly
        request.responses = asked.responses
        request.exceptions = asked.exceptions
        request.settings = try keychain.trustSettings()
        request.findIssuers = { [keychain] certificate in
            // Fewer candidates never make a chain trusted.
            (try? keychain.storedCertificates(named: certificate.issuer.normalisedContent)) ?? []
        }
        let answer = try request.evaluate()
        state.withLock { state in
            // Somebody may have asked for something else meanwhile.
            if state.question == asked { state.answer = answer }
        }
        return answer
    }

    /// Gives the last answer, or evaluates where there is none.
    package func evaluated() throws(KeychainError) -> TrustEvaluation {
        if let answer { return answer }
        return try evaluate()
    }

    /// Shows the subject summary of the leaf.
    public override var description: String {
        leaf.subjectSummary.map { "<SecTrust: \($0)>" } ?? "<SecTrust>"
    }
}

/// Gives the Core Foundation type of ``SecTrust``.
public func SecTrustGetTypeID() -> CFTypeID {
    CoreFoundationRuntime.type(of: SecTrust.self)
}
