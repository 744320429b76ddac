// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel

// Every request of this keychain is sent here.
extension Keychain {
    /// Sends a request, and again each time the user gave what it lacked. Reports the changes that it made.
    ///
    /// - Parameter authenticator: gives what a request lacks; nil to return ``Reply/lacks(_:)``.
    /// - Throws: the failure that the service replies; `userCanceled`, `authenticationFailed` or
    ///   `interactionNotAllowed` when the user does not give what it lacks.
    func perform(
        _ operation: Request.Operation, as authenticator: Authenticator? = nil,
        progress: Progress? = nil
    ) throws(KeychainError) -> Reply {
        let change = KeychainChange.begin(operation, of: self)
        for _ in 0..<Asking.rounds {
            let reply = try send(operation, authenticator?.grant ?? Grant(), progress)
            guard case .lacks(let demand) = reply, let authenticator else {
                authenticator?.keepPassword()
                change?.report(reply)
                return reply
            }
            try authenticator.obtain(demand)
        }
        throw KeychainError(AuthenticationFailure.wrong)
    }

    /// Sends a request once.
    ///
    /// - Throws: the failure that the service replies.
    func send(
        _ operation: Request.Operation, _ grant: Grant = Grant(), _ progress: Progress? = nil
    ) throws(KeychainError) -> Reply {
        let caller = caller ?? .current
        let request: Request
        do throws(KeychainError) {
            request = Request(operation, at: try location.get(), grant: grant)
        } catch {
            // Missing entitlements are reported even if the location is unknown.
            throw operation.needsRights ? caller.failure ?? error : error
        }
        let reply = service.perform(request, in: Call(caller, progress: progress))
        if case .failed(let error) = reply { throw error }
        return reply
    }

    /// The failure of a request that the service answered with another kind of reply.
    static let unexpectedReply = KeychainError(
        .internalComponent, "service: a reply to another request")

    /// Gives the proof that a passcode was given, for tests that play the user and the keybag.
    package func verificationWithoutPasscode() throws(KeychainError) -> SecretBytes {
        let location = try location.get()
        let proving = service as? any ProvingService ?? EmbeddedService()
        return SecretBytes(copying: try proving.verificationWithoutPasscode(at: location))
    }
}
