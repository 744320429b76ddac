import SwiftKeychainModel

// A verified context expires when the keychain locks and when its passcode changes.
extension Keychain {
    /// What identifies the keychain between one lock and the next, under one passcode.
    ///
    /// - Throws: `notAvailable` when the store or its keys cannot be used.
    func verificationMark() throws(KeychainError) -> [UInt8] {
        let (keybag, state) = try engine().restingKeybag()
        let revision = withUnsafeBytes(of: keybag.revision.littleEndian, Array.init)
        return keybag.storeIdentifier + revision + (try state.mark(keybag))
    }

    /// Checks a passcode, and keeps in a context that it was given; nothing is unlocked.
    ///
    /// - Throws: as ``verify(passcode:)``.
    package func verify(
        passcode: SecretBytes, keptIn context: AuthenticationContext
    ) throws(KeychainError) {
        let mark = try verificationMark()
        try verify(passcode: passcode)
        context.noteVerified(path, mark: mark)
    }
}
