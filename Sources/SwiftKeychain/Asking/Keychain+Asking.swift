import SwiftKeychainModel

extension Keychain {
    /// Asks for what an access control demands, without an item.
    package func authenticate(
        _ demand: AccessControl.Demand, _ authentication: Authentication
    ) throws(AuthenticationFailure) {
        let authenticator = Authenticator(self, authentication)
        // The context may hold all of it, and be over.
        if authentication.context?.isInvalidated == true { throw .invalidContext }
        try authenticator.obtain(demand)
        authenticator.keepPassword()
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
