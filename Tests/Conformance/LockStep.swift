// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain
import Security

/// Holds a step of a row that sets the passcode of the store, or brings it into a lock state.
///
/// | `op` | |
/// |---|---|
/// | `passcode` | sets the first passcode, or changes it, to `to`; absent: 1234, null: removes it |
/// | `lock` | locks, as a user who leaves does |
/// | `restart` | forgets what was unlocked, as a restart of the machine does |
/// | `unlock` | unlocks with the passcode, or with `passcode` |
/// | `enter` | brings about `state`: `unlocked`, `locked` or `before first unlock` |
///
/// Each may have a `status`, without one 0.
struct LockStep: Sendable {
    enum Operation: Sendable {
        case setPasscode(String?)
        case lock
        case restart
        case unlock(String?)
        case enter(Keychain.LockState)
    }

    let operation: Operation
    let status: OSStatus

    /// Reads a step; nil where `json` is a call.
    init?(_ json: JSON) throws {
        guard let name = try json.members()["op"]?.text() else { return nil }
        let own: Set<String>
        switch name {
        case "passcode": own = ["to"]
        case "unlock": own = ["passcode"]
        case "enter": own = ["state"]
        case "lock", "restart": own = []
        default: return nil
        }
        let fields = try json.members(own.union(["op", "status"]))
        status = OSStatus(try fields["status"]?.integer() ?? 0)
        switch name {
        case "passcode":
            let new = fields["to"] ?? .string(Self.usualPasscode)
            operation = .setPasscode(new == .null ? nil : try new.text())
        case "unlock": operation = .unlock(try fields["passcode"]?.text())
        case "enter":
            guard let state = try fields["state"].map(Self.state) else {
                throw RowMistake("“enter” without “state”")
            }
            operation = .enter(state)
        case "lock": operation = .lock
        default: operation = .restart
        }
    }

    private static let usualPasscode = "1234"

    private static func state(_ json: JSON) throws -> Keychain.LockState {
        switch try json.text() {
        case "unlocked": .unlocked
        case "locked": .locked
        case "before first unlock": .beforeFirstUnlock
        default: throw RowMistake("\(json): no lock state")
        }
    }
}

extension RowStore {
    /// Takes a step, and gives what is not as expected.
    mutating func failure(of step: LockStep) throws -> String? {
        var found = errSecSuccess
        do throws(KeychainError) {
            try take(step.operation)
        } catch {
            found = error.code.rawValue
        }
        if found != step.status { return "expected status \(step.status), got \(found)" }
        guard case .enter(let state) = step.operation, found == errSecSuccess else { return nil }
        let reached = try keychain().lockState()
        return reached == state ? nil : "entered \(reached), not \(state)"
    }

    private mutating func take(_ operation: LockStep.Operation) throws(KeychainError) {
        let keychain = keychain()
        switch operation {
        case .setPasscode(let new):
            try keychain.setPasscode(new.map(Self.secret), old: passcode.map(Self.secret))
            passcode = new
        case .lock: try keychain.lock()
        case .restart: try keychain.forgetUnlocked()
        case .unlock(let other): try keychain.unlock(passcode: Self.secret(other ?? passcode ?? ""))
        case .enter(let state): try enter(state, keychain)
        }
    }

    /// Goes the shortest way: deriving a key from the passcode is the work of a whole row.
    private func enter(
        _ state: Keychain.LockState, _ keychain: Keychain
    ) throws(KeychainError) {
        let now = try keychain.lockState()
        if now == state { return }
        if state == .beforeFirstUnlock { return try keychain.forgetUnlocked() }
        if now == .beforeFirstUnlock || state == .unlocked {
            try keychain.unlock(passcode: Self.secret(passcode ?? ""))
        }
        if state == .locked { try keychain.lock() }
    }

    private static func secret(_ passcode: String) -> SecretBytes {
        SecretBytes(copying: passcode.utf8)
    }
}
