// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychainModel
import SwiftKeychainPeers
import SwiftKeychainService
import SwiftKeychainSystem
import SwiftKeychainTPM

extension Keychain {
    /// Examines the store: file, rows, keybag, manifest, permissions, quarantine. It changes
    /// nothing.
    ///
    ///     let problems = Keychain.default.diagnose().filter(\.isProblem)
    ///
    /// A store that doesn't exist isn't made. What can't be examined is a finding, not an error.
    public func diagnose() -> [Finding] {
        do throws(KeychainError) {
            let (store, surroundings) = try perform(.examine)
            // The list is in the manifest of the store: why that isn't readable is said once.
            let list = (isLogin && !surroundings.isEmpty ? Self.examineList() : []).filter { line in
                !store.contains { $0.text == line.text }
            }
            return mode() + store + list + surroundings
        } catch {
            return [Finding("store", error.detail, isProblem: true)]
        }
    }

    /// Reports the way to the store, where it isn't opened in this process.
    private func mode() -> [Finding] {
        guard service is ConfiguredService, let location = try? location.get(),
            case .securityd(let socket, _, let source)? = try? ServiceMode.written(for: location)
        else { return [] }
        return [Finding("mode", "securityd at \(socket)")]
            + Self.examineUnused(location, socket, source)
    }

    /// Names a keychain in the user's own folder that no program uses, because root named a securityd which keeps
    /// others.
    private static func examineUnused(
        _ location: Location, _ socket: String, _ source: ServiceMode.Source
    ) -> [Finding] {
        guard source == .machine || source == .adoption,
            (try? location.hasStore) == true, !location.isKept
        else { return [] }
        let isOfAll = source == .machine
        let file = isOfAll ? ServiceMode.configuration() : AdoptionEntry(of: geteuid()).path
        return [
            Finding(
                "mode",
                "\(location.databasePath): not used, because \(file) names the securityd at \(socket)"
                    + (isOfAll ? "; root moves it there: securityd --system --adopt USER" : ""),
                isProblem: true)
        ]
    }

    /// Repairs a damaged store, moves damaged rows to the quarantine, counts the manifest anew and
    /// acknowledges reported problems.
    ///
    ///     for finding in try Keychain.default.repair() { print(finding.text) }
    ///
    /// A log of another store, which hides what is stored, is moved aside first; a file that SQLite
    /// can't use as a whole is salvaged into a new one. No data is deleted: rows go to the
    /// quarantine, a whole file is moved aside.
    ///
    /// - Parameter progress: called now and then with the number of rows done.
    /// - Returns: what was done.
    /// - Throws: `notAvailable` when the store or its keys can't be used: nothing moves then.
    public func repair(
        progress: (@Sendable (Int) -> Void)? = nil
    ) throws(KeychainError) -> [Finding] {
        try perform(.repair) { (done, _) in progress?(done) }
    }

    /// Names the TPM that holds keys of tokens; nothing where there is none and none was named.
    package static func examineTPM() -> [Finding] {
        do throws(KeychainError) {
            let address = try TPMAddress.configured()
            if address == .standard, !System.exists("/dev/tpmrm0") { return [] }
            do throws(KeychainError) {
                let state = Finding("TPM", "\(try address.state()), \(address)")
                guard case .device(let path) = address else { return [state] }
                let isClearable = try !address.passwords().lockout
                return [state] + Finding.access(toTPM: path, isClearable: isClearable)
            } catch {
                return [Finding("TPM", error.detail)]
            }
        } catch {
            return [Finding("TPM", error.detail, isProblem: true)]
        }
    }

    /// Explains what keeps programs apart that use the user's own store; nothing for other keychains.
    package func access() -> [Finding] {
        guard isLogin, let location = try? location.get() else { return [] }
        return Finding.access(to: location) + Self.examineTPM()
    }

    /// Reports the default keychain and each keychain of the search list, and whether they have a
    /// passcode: one without it is protected by the device key alone.
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

    /// Reports whether a keychain of the search list is there and opens.
    private func listFinding(isDefault: Bool) -> Finding {
        let name = isDefault ? "\(path), the default keychain" : path
        guard isThere else {
            guard isDefault, !isLogin else {
                let problem = (try? perform(.examine))?.store.first(where: \.isProblem)
                return Finding(
                    "search list", problem?.text ?? "\(name): not found, skipped",
                    isProblem: problem != nil)
            }
            return Finding(
                "search list",
                "\(name): not found; security default-keychain -s login.keychain chooses another",
                isProblem: true)
        }
        do throws(KeychainError) {
            let passcode = try hasPasscode() ? "with a" : "no"
            // Another one in its place opens as well. The login keychain is examined with its own store.
            let problem =
                try isLogin
                ? nil : perform(.examine).store.first { $0.subject == Finding.keychain }
            if let problem { return Finding("search list", problem.text, isProblem: true) }
            return Finding("search list", "\(name): \(passcode) passcode")
        } catch {
            // Most details begin with the path.
            let begins = error.detail.hasPrefix("\(path): ")
            return Finding(
                "search list", begins ? error.detail : "\(name): \(error.detail)", isProblem: true)
        }
    }
}
