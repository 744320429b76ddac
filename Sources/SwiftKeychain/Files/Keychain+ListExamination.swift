import SwiftKeychainModel

// The keychains that are used where none is named, as an examination of the user's own shows them.
extension Keychain {
    /// Names the default keychain and each keychain of the search list, and says which of them have
    /// a passcode: what lies in one without it is protected by the device key alone.
    static func examineList() -> [Finding] {
        let list: [Keychain]
        let standard: Keychain
        do throws(KeychainError) {
            list = try searchList()
            standard = Self.default
            try standard.requirePlace()
        } catch {
            return [Finding("search list", error.detail, isProblem: true)]
        }
        let unlisted = list.contains { $0.path == standard.path } ? [] : [standard]
        return (unlisted + list).map { $0.listFinding(isDefault: $0.path == standard.path) }
    }

    private func listFinding(isDefault: Bool) -> Finding {
        let name = isDefault ? "\(path), the default keychain" : path
        guard isThere else { return Finding("search list", "\(name): not there, passed over") }
        do throws(KeychainError) {
            return Finding(
                "search list", "\(name): \(try hasPasscode() ? "with a" : "no") passcode")
        } catch {
            return Finding("search list", "\(name): \(error.detail)", isProblem: true)
        }
    }
}
