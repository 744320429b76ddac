import SwiftKeychainModel

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
}
