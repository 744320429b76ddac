// SPDX-License-Identifier: Apache-2.0
import Glibc
import Interposed
import SwiftKeychain
import SwiftKeychainSealing
import SwiftKeychainService

/// Performs the steps that the command line names.
struct Steps {
    let home: String
    private let keychain: Keychain

    /// - Parameter tpm: its address; nil for none.
    init(home: String, tpm: String?) {
        if let tpm { setenv("KEYCHAIN_TPM", tpm, 1) }
        self.home = home
        var system = SystemSources()
        system.passcodeCost = .leastPasscode
        // Each process asks the TPM anew.
        system.keepsUnlockedInKernel = tpm == nil
        keychain = Keychain(home: home, system: system)
    }

    func run(_ step: String) {
        let words = step.split(separator: " ").map(String.init)
        do throws(KeychainError) {
            if try change(words) {
                // Acknowledged: from here on it must be there, whatever happens.
                interposed_mark()
                say("ok \(step)")
            } else {
                try look(words)
            }
        } catch {
            say("error \(error.code.rawValue) \(step): \(error.detail)")
        }
    }

    private func change(_ words: [String]) throws(KeychainError) -> Bool {
        switch words[0] {
        case "add":
            try keychain.add(
                NewItem(
                    .genericPassword,
                    attributes: [.service: .string("service"), .account: .string(words[1])],
                    secret: SecretBytes(copying: words[2].utf8)))
        case "update":
            try keychain.update(
                query(words[1]),
                Change([.label: .string(words[2])], secret: SecretBytes(copying: words[2].utf8)))
        case "delete": try keychain.delete(query(words[1]))
        case "repair": _ = try keychain.repair()
        case "backup":
            _ = try keychain.backUp(
                to: home + "/archive", passphrase: Self.passphrase, cost: .leastArchive)
        case "restore":
            try keychain.restore(from: home + "/archive", passphrase: Self.passphrase)
        case "create":
            try within { () throws(KeychainError) in
                try Keychain.create(path: words[1], password: secret(words[2]))
            }
        case "remove":
            try within { () throws(KeychainError) in try Keychain(path: words[1]).remove() }
        case "put":
            let item = try NewItem(
                .genericPassword, attributes: [.account: .string(words[2])],
                secret: SecretBytes(copying: words[3].utf8))
            try within { () throws(KeychainError) in try Keychain(path: words[1]).add(item) }
        case "to-tpm":
            _ = try keychain.moveDeviceKey(.toTPM(pcrs: []))
            _ = try keychain.wrapUnderPresentDeviceKey()
        case "to-file": _ = try keychain.moveDeviceKey(.toFile)
        case "passcode": _ = try keychain.setPasscode(secret(words[1]), old: secret(words[2]))
        default: return false
        }
        return true
    }

    private static let passphrase = SecretBytes(copying: "passphrase".utf8)

    private func look(_ words: [String]) throws(KeychainError) {
        let numbers = words.dropFirst().compactMap { Int($0) }
        switch words[0] {
        case "list":
            var conditions = Query.Conditions()
            conditions.limit = .all
            let found: [Item]
            do throws(KeychainError) {
                found = try keychain.find(Query(.genericPassword, conditions))
            } catch {
                if error.code != .itemNotFound { throw error }
                found = []
            }
            for item in found { say("item \(Self.text(item))") }
            say("listed \(found.count)")
        case "diagnose":
            for finding in keychain.diagnose() where finding.isProblem {
                say("problem \(finding.subject): \(finding.text)")
            }
            say("diagnosed")
        case "opens":
            // As after a restart: nothing that was unlocked before counts.
            try keychain.forgetUnlocked()
            let isSet = try keychain.hasPasscode()
            guard isSet == (words[1] != "-") else { return say("closed \(words[1])") }
            do throws(KeychainError) {
                try keychain.unlock(passcode: secret(words[1]))
                say("opens \(words[1])")
            } catch {
                if error.code != .authenticationFailed { throw error }
                say("closed \(words[1])")
            }
        case "state":
            say(
                try within { () throws(KeychainError) in
                    try Self.state(Keychain(path: words[1]), secret(words[2]))
                } + " \(words[1])")
        case "listed":
            try within { () throws(KeychainError) in
                let keychains = try Keychain.searchList() + [Keychain.default]
                for keychain in keychains { say("listed \(keychain.path)") }
            }
        case "arm":
            interposed_arm(
                Int32(numbers[0]), numbers[1], Int32(numbers[2]), Int32(numbers[3]))
        case "disarm":
            let count = interposed_disarm()
            say("counted \(count) \(String(cString: interposed_struck()))")
        case "record": interposed_record(words[1], home)
        case "normal": interposed_synchronous_normal()
        case "allocation":
            say("allocated \(interposed_fail_allocation(numbers[0], Int32(numbers[1])))")
        default: say("unknown step \(words[0])")
        }
    }

    /// Runs `body` where the store of this home is the user's own.
    @discardableResult
    private func within<R>(
        _ body: () throws(KeychainError) -> R
    ) throws(KeychainError) -> R {
        try Keychain.$override.withValue(keychain) {
            Result { () throws(KeychainError) in try body() }
        }.get()
    }

    /// One word: whether a keychain file is there, and demands its password as after a restart.
    private static func state(
        _ keychain: Keychain, _ password: SecretBytes
    ) throws(KeychainError) -> String {
        do throws(KeychainError) {
            try keychain.forgetUnlocked()
        } catch {
            if error.code == .noSuchKeychain { return "absent" }
            throw error
        }
        if try keychain.lockState() == .unlocked { return "open" }
        try keychain.unlock(passcode: password)
        return "demands"
    }

    /// A passcode; "-" is none.
    private func secret(_ word: String) -> SecretBytes {
        SecretBytes(copying: (word == "-" ? "" : word).utf8)
    }

    private func query(_ account: String) throws(KeychainError) -> Query {
        try Query(.genericPassword, .init([.account: .string(account)]))
    }

    private static func text(_ item: Item) -> String {
        let account = item[.account]?.text ?? "?"
        let secret = item.secret.map { $0.withBytes { String(decoding: $0, as: UTF8.self) } } ?? "?"
        return "\(account) \(secret)"
    }
}
