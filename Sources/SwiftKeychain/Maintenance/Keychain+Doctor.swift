import SwiftKeychainModel

extension Keychain {
    /// Examines the store: file, rows, keybag, manifest, permissions, quarantine; changes nothing.
    ///
    ///     let problems = Keychain.default.diagnose().filter(\.isProblem)
    ///
    /// A store that does not exist is not made. What can't be examined is a finding, not an error.
    public func diagnose() -> [Finding] {
        do throws(KeychainError) {
            guard case .findings(let store, let surroundings) = try perform(.examine) else {
                throw Self.unexpectedReply
            }
            let list = isLogin && !surroundings.isEmpty ? Self.examineList() : []
            return store + list + surroundings
        } catch {
            return [Finding("store", error.detail, isProblem: true)]
        }
    }

    /// Mends a store that is damaged, sets damaged rows aside, counts the manifest anew and acknowledges
    /// what is reported.
    ///
    /// A log of another store, which hides what is stored, is moved aside first; a file that SQLite
    /// can't use as a whole is salvaged into a new one. Nothing is thrown away: rows go to the
    /// quarantine, a whole file is moved aside.
    ///
    /// - Parameter progress: told the number of rows done, now and then.
    /// - Returns: what was done.
    /// - Throws: `notAvailable` when the store or its keys can't be used: nothing moves then.
    public func repair(
        progress: (@Sendable (Int) -> Void)? = nil
    ) throws(KeychainError) -> [Finding] {
        let reply = try perform(.repair) { (done, _) in progress?(done) }
        guard case .findings(let findings, _) = reply else { throw Self.unexpectedReply }
        return findings
    }

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
