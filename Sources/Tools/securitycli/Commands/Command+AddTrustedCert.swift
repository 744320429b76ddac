// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain
import SwiftKeychainModel
import SwiftKeychainSystem

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
        let records = try records(arguments)
        let certificate = try CertificateFile.only(arguments)
        let isForSystem = arguments.has(.wholeSystem)
        if isForSystem {
            for record in records { try record.checkForSystem() }
            if records.contains(where: { $0.policy != nil }) {
                session.note(
                    "security: -p has no effect with -d: the system trusts the root always")
            }
        }
        for record in records { try record.check(for: certificate) }
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

/// Reads the options as records of trust settings.
private func records(_ arguments: Arguments) throws(CommandFailure) -> [TrustSettingsRecord] {
    var record = TrustSettingsRecord()
    let results: KeyValuePairs<String, TrustSettingsRecord.Result> = [
        "trustRoot": .trustRoot, "trustAsRoot": .trustAsRoot, "deny": .deny,
        "unspecified": .unspecified,
    ]
    record.result = try arguments.choice(.result, results) ?? record.result
    if let word = arguments.word(.usage) {
        guard let number = Int32(option: word) else { throw .usage("-u: must be a number") }
        record.keyUsage = UInt32(bitPattern: number)
    }
    let policies = try arguments.policies()
    let strings = try arguments.words(.string).map { word throws(CommandFailure) in
        guard let text = String(validating: word, as: UTF8.self), !text.isEmpty else {
            throw .usage("-s: must be UTF-8 text and not empty")
        }
        return text
    }
    let errors = try arguments.words(.allowed).map { word throws(CommandFailure) in
        guard let error = TrustSettingsRecord.allowedError(word) else {
            throw .usage("-e: must be certExpired, hostnameMismatch or a number")
        }
        return error
    }
    return try CommandFailure.only {
        for policy in policies { _ = try policy.policy() }
        return record.combined(policies.map(\.identifier), strings, errors)
    }
}
