// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain
import SwiftKeychainModel

extension CommandOption {
    static let wholeSystem = flag(
        "d", "admin", "For the whole system, as root, in place of the user's settings")
    fileprivate static let result = word(
        "r", "result", "result", "trustRoot, trustAsRoot, deny or unspecified")
    fileprivate static let application = absent(
        "a", "application", "settings apply to all programs", value: "program")
    fileprivate static let string = word(
        "s", "string", "string", "The host or mail address to which the settings apply")
    fileprivate static let allowed = word(
        "e", "allowed-error", "error",
        "An error to ignore: certExpired, hostnameMismatch or a number")
    fileprivate static let usage = word(
        "u", "key-usage", "bits", "The uses of the key to which the settings apply, a number")
    fileprivate static let settingsIn = absent(
        "i", "input", "settings are stored in the keychain", value: "file")
    fileprivate static let settingsOut = absent(
        "o", "output", "settings are stored in the keychain", value: "file")
}

extension Command {
    static let addTrustedCert = Command(
        name: "add-trusted-cert",
        summary: "Add trusted certificate(s).",
        options: [
            .wholeSystem, .result, .policy, .application, .string, .allowed, .usage, .keychain,
            .settingsIn, .settingsOut,
        ],
        operands: "file",
        notes: [
            "Without -p the settings apply to every policy. Earlier settings are replaced.",
            "-k also stores the certificate in a keychain.",
            "-d puts it into the folder of roots of the distribution and runs its update program.",
        ]
    ) { arguments, session in
        let records = try TrustRecords.records(arguments)
        let certificate = try CertificateFile.only(arguments)
        let isForSystem = arguments.has(.wholeSystem)
        if isForSystem { try SystemTrust.checkIsPlain(records, session) }
        try TrustRecords.check(records, of: certificate)
        if isForSystem {
            let file = try CommandFailure.detail {
                let folder = try SystemAnchorFolder.changeable()
                try folder.add(certificate)
                return folder.file(of: certificate)
            }
            session.note("security: the whole system trusts the root now: \(file)")
        }
        if let word = arguments.word(.keychain),
            !(isForSystem && Keychain(path: String(path: word)).isViewOfSystemRoots)
        {
            let keychain = try arguments.chosenKeychain()
            try calling("SecCertificateAddToKeychain", exitStatus: 1) {
                _ = try keychain.add([NewItem.certificate(certificate)], duplicates: .ignored)
            }
        }
        if isForSystem { return 0 }
        try calling("SecTrustSettingsSetTrustSettings", exitStatus: 1) {
            try Keychain.login.setTrustSettings(records, of: certificate)
        }
        return 0
    }
}

/// The trust of the whole system, which only root can change.
enum SystemTrust {
    /// Rejects conditions: the system trusts a root for everything, or not at all.
    ///
    /// - Throws: a message for results other than `trustRoot`, conditions, and policies other than ssl and basic.
    static func checkIsPlain(
        _ records: [TrustSettingsRecord], _ session: Session
    ) throws(CommandFailure) {
        for record in records {
            guard record.result == .trustRoot, record.policyString == nil,
                record.allowedError == nil, record.keyUsage == nil
            else {
                throw .message("-d: only -r trustRoot, without -s, -e and -u, is possible")
            }
            let policy = record.policy.flatMap { try? TrustPolicy.named($0) }
            guard record.policy == nil || policy?.kind == .ssl || policy?.kind == .basic else {
                throw .message("-d: only -p ssl and -p basic are possible")
            }
        }
        if records.contains(where: { $0.policy != nil }) {
            session.note("security: -p has no effect with -d: the system trusts the root always")
        }
    }
}

/// Trust settings made from options: a record for each policy, string and error.
private enum TrustRecords {
    /// Reads the options as records of trust settings: one for each combination of policy, string and allowed error.
    static func records(_ arguments: Arguments) throws(CommandFailure) -> [TrustSettingsRecord] {
        var record = TrustSettingsRecord()
        let results: KeyValuePairs<String, TrustSettingsRecord.Result> = [
            "trustRoot": .trustRoot, "trustAsRoot": .trustAsRoot, "deny": .deny,
            "unspecified": .unspecified,
        ]
        record.result = try arguments.choice(.result, results) ?? record.result
        if let word = arguments.word(.usage) {
            guard let number = IntegerArgument.read(word) else {
                throw .usage("-u: must be a number")
            }
            record.keyUsage = UInt32(bitPattern: number)
        }
        let policies = try arguments.policies()
        for policy in policies { _ = try policy.policy() }
        let strings = try arguments.words(.string).map {
            word throws(CommandFailure) -> String? in
            guard let text = String(validating: word, as: UTF8.self), !text.isEmpty else {
                throw .usage("-s: must be UTF-8 text and not empty")
            }
            return text
        }
        let errors: [Int32?] = try arguments.words(.allowed).map(error)
        var records: [TrustSettingsRecord] = []
        for policy in policies.isEmpty ? [nil] : policies.map(\.identifier) {
            for string in strings.isEmpty ? [nil] : strings {
                for error in errors.isEmpty ? [nil] : errors {
                    record.policy = policy
                    record.policyString = string
                    record.allowedError = error
                    records.append(record)
                }
            }
        }
        return records
    }

    /// Reads the value of -e: two names that Apple's command knows, or a status.
    private static func error(_ word: [UInt8]) throws(CommandFailure) -> Int32 {
        switch String(decoding: word, as: UTF8.self) {
        case "certExpired": return KeychainError.Code.certificateExpired.rawValue
        case "hostnameMismatch": return KeychainError.Code.hostNameMismatch.rawValue
        default:
            guard let number = IntegerArgument.read(word) else {
                throw .usage("-e: must be certExpired, hostnameMismatch or a number")
            }
            return number
        }
    }

    /// Rejects results that don't fit the certificate: a root is its own issuer.
    static func check(
        _ records: [TrustSettingsRecord], of certificate: Certificate
    ) throws(CommandFailure) {
        let isRoot = certificate.isSelfIssued
        for record in records {
            if record.result == .trustRoot, !isRoot {
                throw .message(
                    "the certificate isn't a root; use -r trustAsRoot to end chains with it")
            }
            if record.result == .trustAsRoot, isRoot {
                throw .message("the certificate is a root; use -r trustRoot to trust it")
            }
        }
    }
}
