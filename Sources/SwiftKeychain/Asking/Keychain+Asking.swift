import SwiftKeychainModel

extension Keychain {
    /// Makes a call, and again each time a person gave what it lacked.
    ///
    /// Nobody is asked while `attempt` holds the store.
    ///
    /// - Throws: what `attempt` throws; `userCanceled`, `authenticationFailed` or
    ///   `interactionNotAllowed` when what it lacks is not to be had.
    func asking<Result>(
        _ authentication: Authentication,
        _ attempt: (Consent) throws(KeychainError) -> Result
    ) throws(KeychainError) -> Result {
        let consent = Consent(self, authentication, random: random)
        for _ in 0..<Asking.rounds {
            let failure: KeychainError
            do throws(KeychainError) {
                return try attempt(consent)
            } catch {
                failure = error
            }
            do throws(AuthenticationFailure) {
                if try consent.obtainsLack() { continue }
            } catch {
                throw KeychainError(error)
            }
            throw failure
        }
        throw KeychainError(AuthenticationFailure.wrong)
    }

    /// Asks for what an access control demands, without an item.
    package func authenticate(
        _ demand: AccessControl.Demand, _ authentication: Authentication
    ) throws(AuthenticationFailure) {
        let consent = Consent(self, authentication, random: random)
        // The context may hold all of it, and be over.
        if authentication.context?.isInvalidated == true { throw .invalidContext }
        try consent.obtain(demand)
        consent.keepPassword()
    }

    /// Tells what keeps a demand from being met at all, without asking for it.
    package func obstacle(to demand: AccessControl.Demand) -> AuthenticationFailure? {
        if let device = demand.device { return .device(device) }
        if demand.passcode {
            do throws(KeychainError) {
                if try !asking.hasPasscode(self) { return .passcodeNotSet }
            } catch {
                return .keychain(error)
            }
        }
        return nil
    }
}
