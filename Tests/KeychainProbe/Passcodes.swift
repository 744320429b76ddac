// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychain
import SwiftKeychainService

/// Does one thing to the passcode of a keychain, derived with the least work that is believed.
enum Passcodes {
    static func run(_ operation: String, _ first: String, _ second: String) {
        var system = SystemSources()
        system.passcodeCost = .leastPasscode
        if let asleep = getenv("PROBE_ASLEEP").flatMap({ Int64(String(cString: $0)) }) {
            system.asleep = { asleep * 1_000_000_000 }
        }
        let keychain = keychain(system: system)
        Talk.report { () throws(KeychainError) in
            switch operation {
            case "set": _ = try keychain.setPasscode(secret(first), old: secret(second))
            case "unlock": try keychain.unlock(passcode: secret(first))
            case "verify": try keychain.verify(passcode: secret(first))
            case "lock": try keychain.lock()
            case "sleepy": try keychain.setSettings(LockSettings(lockOnSleep: true))
            case "forget": try keychain.forgetUnlocked()
            case "state": Talk.say("state \(try keychain.lockState())")
            case "add":
                try keychain.add(
                    NewItem(
                        .genericPassword,
                        attributes: [
                            .service: .string(first), .accessible: .string(first),
                        ], secret: secret(first)))
            case "read": try read(keychain, first)
            case "doctor":
                for finding in keychain.diagnose() {
                    Talk.say("finding \(finding.subject): \(finding.text)")
                }
            default: Talk.say("failed: no operation \(operation)")
            }
        }
    }

    /// Reads one item each time the test says so, until it closes its end.
    static func follow(_ service: String) {
        let keychain = keychain()
        Talk.say("ready")
        while Talk.hear() {
            Talk.report { () throws(KeychainError) in try read(keychain, service) }
        }
    }

    private static func read(_ keychain: Keychain, _ service: String) throws(KeychainError) {
        let found = try keychain.find(
            Query(.genericPassword, .init([.service: .string(service)])))
        if found.first?.secret != secret(service) { Talk.say("failed: a wrong secret") }
    }

    private static func secret(_ text: String) -> SecretBytes { SecretBytes(copying: text.utf8) }
}
