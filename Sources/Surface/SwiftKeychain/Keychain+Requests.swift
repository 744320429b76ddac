// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel
import SwiftKeychainService
import Synchronization

// Every request of this keychain is sent here.
extension Keychain {
    /// Sends a request, and again each time the user gave what it lacked, or unlocked the keychain for a command.
    /// Reports the changes that it made.
    ///
    /// - Parameters:
    ///   - authentication: how the user is asked for what the request lacks; nil for an operation that lacks nothing.
    ///   - given: what the user gave to earlier requests; nil: what the context has.
    /// - Throws: the failure that the service replies; `userCanceled`, `authenticationFailed` or
    ///   `interactionNotAllowed` when the user does not give what it lacks.
    package func perform<Answer>(
        _ operation: Operation<Answer>, asking authentication: Authentication? = nil,
        with given: Authenticator? = nil, progress: Progress? = nil
    ) throws(KeychainError) -> Answer {
        // Most calls have no context and lack nothing.
        var authenticator = given
        if let authentication, authentication.context != nil, given == nil {
            authenticator = Authenticator(self, authentication)
        }
        let isObserved = KeychainChange.isObserved.load(ordering: .acquiring)
        let change = isObserved ? ChangeInProgress(operation.content, of: self) : nil
        for _ in 0..<Prompter.rounds {
            let reply: Reply
            do throws(KeychainError) {
                reply = try send(operation.content, authenticator?.grant ?? .none, progress)
            } catch {
                try unlock(after: error, of: operation.content, authentication)
                continue
            }
            guard case .lacks(let demand) = reply, let authentication else {
                let answer = try operation.answer(in: reply)
                authenticator?.keepPassword()
                change?.report(reply)
                return answer
            }
            authenticator = authenticator ?? Authenticator(self, authentication)
            try authenticator?.obtain(demand)
        }
        throw KeychainError(AuthenticationFailure.wrong)
    }

    /// Sends a request, and asks the user for what it lacks.
    package func performAsking<Answer>(
        _ operation: Operation<Answer>
    ) throws(KeychainError) -> Answer {
        try perform(operation, asking: Authentication())
    }

    /// Sends one request for the caller, and returns the reply as it is.
    ///
    /// - Throws: the failure that the service replies.
    func send(
        _ operation: Request.Operation, _ grant: Grant = .none, _ progress: Progress? = nil
    ) throws(KeychainError) -> Reply {
        let caller = caller ?? .current
        let request: Request
        do throws(KeychainError) {
            request = Request(operation, at: try location.get())
        } catch {
            // Missing entitlements are reported even if the location is unknown.
            throw operation.needsRights ? caller.failure ?? error : error
        }
        if let failure = Self.late?.failures.withLock({ $0[self] }) { throw failure }
        let call = Call(caller, grant: grant, progress: progress)
        let reply = service.perform(request, in: call)
        if case .failed(let error) = reply {
            if error.code == .notAvailable, call.deadline.hasPassed {
                Self.late?.failures.withLock { $0[self] = error }
            }
            throw error
        }
        return reply
    }

    /// Makes several requests as one call: it waits for a keychain that isn't available once, and not for each request. After
    /// a request that failed for want of time, others to the same keychain fail at once.
    package static func asOneCall<Result>(_ body: () -> Result) -> Result {
        $late.withValue(LateKeychains(), operation: body)
    }

    @TaskLocal private static var late: LateKeychains?

    /// The failures of keychains that weren't available in time.
    private final class LateKeychains: Sendable {
        let failures = Mutex<[Keychain: KeychainError]>([:])
    }

    /// Returns the proof that a passcode was given, for tests that play the user and the keybag.
    package func verificationWithoutPasscode() throws(KeychainError) -> SecretBytes {
        let location = try location.get()
        let proving = service as? any ProvingService ?? EmbeddedService()
        return SecretBytes(copying: try proving.verificationWithoutPasscode(at: location))
    }
}
