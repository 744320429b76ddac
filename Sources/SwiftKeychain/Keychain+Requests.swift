// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel

// Every request of this keychain is sent here.
extension Keychain {
    /// Sends a request once.
    ///
    /// - Throws: the failure that the service replies.
    func perform(
        _ operation: Request.Operation, grant: Grant = Grant(), progress: Progress? = nil
    ) throws(KeychainError) -> Reply {
        try KeychainChange.reporting(operation, of: self) {
            (operation) throws(KeychainError) in try send(operation, grant, progress)
        }
    }

    private func send(
        _ operation: Request.Operation, _ grant: Grant, _ progress: Progress?
    ) throws(KeychainError) -> Reply {
        let caller = caller ?? .current
        let request: Request
        do throws(KeychainError) {
            request = Request(operation, at: try location.get(), grant: grant)
        } catch {
            // A program without known rights is told so, wherever the keychain lies.
            throw operation.needsRights ? caller.failure ?? error : error
        }
        let reply = service.perform(request, from: caller, progress: progress)
        if case .failed(let error) = reply { throw error }
        return reply
    }

    /// Sends a request, and again each time the user gave what it lacked.
    ///
    /// - Throws: the failure that the service replies; `userCanceled`, `authenticationFailed` or
    ///   `interactionNotAllowed` when the user does not give what it lacks.
    func perform(
        _ operation: Request.Operation, as authenticator: Authenticator
    ) throws(KeychainError) -> Reply {
        for _ in 0..<Asking.rounds {
            let reply = try perform(operation, grant: authenticator.grant)
            guard case .lacks(let demand) = reply else {
                authenticator.keepPassword()
                return reply
            }
            try authenticator.obtain(demand)
        }
        throw KeychainError(AuthenticationFailure.wrong)
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
