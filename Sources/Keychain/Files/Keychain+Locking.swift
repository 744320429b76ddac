import KeychainModel

// Locking of keychain files, beside what each does for itself.
extension Keychain {
    /// Locks every keychain that is searched, and ``login``.
    ///
    /// - Throws: the first error; the others are locked all the same.
    public static func lockAll() throws(KeychainError) {
        var keychains = searched
        if !keychains.contains(where: \.isLogin) { keychains.append(login) }
        var failure: KeychainError?
        for keychain in keychains {
            do throws(KeychainError) {
                try keychain.lock()
            } catch {
                failure = failure ?? error
            }
        }
        if let failure { throw failure }
    }

    /// Checks that the keychain is unlocked.
    ///
    /// - Throws: `interactionNotAllowed` when it is not: nobody can be asked for its password here.
    public func requireUnlocked() throws(KeychainError) {
        guard try lockState() != .unlocked else { return }
        throw KeychainError(
            .interactionNotAllowed, "keychain: locked, and nobody can be asked for the password")
    }
}
