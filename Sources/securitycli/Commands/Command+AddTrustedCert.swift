import SwiftKeychain
import SwiftKeychainModel

extension CommandOption {
    static let administrator = CommandOption(
        "d", "admin", .none, "Not available: there are settings of the user only")
    fileprivate static let result = CommandOption(
        "r", "result", .word("result"), "trustRoot, trustAsRoot, deny or unspecified")
    fileprivate static let application = CommandOption(
        "a", "application", .word("program"), "Not available: programs are not told apart")
    fileprivate static let string = CommandOption(
        "s", "string", .word("string"), "The host or mail address for which it holds")
    fileprivate static let allowed = CommandOption(
        "e", "allowed-error", .word("error"),
        "An error that does not count: certExpired, hostnameMismatch or a number")
    fileprivate static let usage = CommandOption(
        "u", "key-usage", .word("bits"), "The uses of the key for which it holds, a number")
    fileprivate static let settingsIn = CommandOption(
        "i", "input", .word("file"), "Not available: settings lie in the keychain")
    fileprivate static let settingsOut = CommandOption(
        "o", "output", .word("file"), "Not available: settings lie in the keychain")
}

extension Command {
    static let addTrustedCert = Command(
        name: "add-trusted-cert",
        summary: "Add trusted certificate(s).",
        options: [
            .administrator, .result, .policy, .application, .string, .allowed, .usage, .keychain,
            .settingsIn, .settingsOut,
        ],
        operands: "file",
        notes: [
            "A root is trusted, for everything without -p. What was said of it before is replaced.",
            "-k adds the certificate to a keychain, too.",
        ]
    ) { (arguments, session) throws(CommandFailure) in
        let missing: [(CommandOption, String)] = [
            (.administrator, "there are settings of the user only"),
            (.application, "programs are not told apart"),
            (.settingsIn, "settings lie in the keychain"),
            (.settingsOut, "settings lie in the keychain"),
        ]
        for (option, why) in missing where arguments.has(option) || arguments.word(option) != nil {
            throw .said("-\(option.letter): not available: \(why)")
        }
        let records = try TrustRecords.records(arguments)
        let certificate = try CertificateFile.only(arguments.operands)
        try TrustRecords.check(records, of: certificate)
        if arguments.word(.keychain) != nil {
            let keychain = try arguments.chosenKeychain()
            try attempting("SecCertificateAddToKeychain") { () throws(KeychainError) in
                _ = try keychain.add([NewItem.certificate(certificate)], duplicates: .ignored)
            }
        }
        try attempting("SecTrustSettingsSetTrustSettings") { () throws(KeychainError) in
            try Keychain.login.setTrustSettings(records, of: certificate)
        }
        return 0
    }
}

/// Makes trust settings of options: a record for each policy, string and error there is.
private enum TrustRecords {
    private static let results: [String: TrustSettingsRecord.Result] = [
        "trustRoot": .trustRoot, "trustAsRoot": .trustAsRoot, "deny": .deny,
        "unspecified": .unspecified,
    ]

    static func records(_ arguments: Arguments) throws(CommandFailure) -> [TrustSettingsRecord] {
        var record = TrustSettingsRecord()
        if let word = try arguments.text(.result) {
            guard let result = results[word] else {
                throw .usage("-r: not trustRoot, trustAsRoot, deny or unspecified")
            }
            record.result = result
        }
        if let word = arguments.word(.usage) {
            guard let number = ErrorCode.read(word) else { throw .usage("-u: not a number") }
            record.keyUsage = UInt32(bitPattern: number)
        }
        var policies: [String?] = []
        for policy in try arguments.policies() {
            _ = try policy.policy()
            policies.append(policy.identifier)
        }
        var strings: [String?] = []
        for word in arguments.words(.string) {
            guard let text = String(validating: word, as: UTF8.self), !text.isEmpty else {
                throw .usage("-s: empty, or not UTF-8")
            }
            strings.append(text)
        }
        var errors: [Int32?] = []
        for word in arguments.words(.allowed) { errors.append(try error(word)) }
        var records: [TrustSettingsRecord] = []
        for policy in policies.isEmpty ? [nil] : policies {
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

    private static func error(_ word: [UInt8]) throws(CommandFailure) -> Int32 {
        switch String(decoding: word, as: UTF8.self) {
        case "certExpired": return KeychainError.Code.certificateExpired.rawValue
        case "hostnameMismatch": return KeychainError.Code.hostNameMismatch.rawValue
        default:
            guard let number = ErrorCode.read(word) else {
                throw .usage("-e: not certExpired, hostnameMismatch or a number")
            }
            return number
        }
    }

    /// Refuses what would mean nothing: only who names itself as its issuer is a root.
    static func check(
        _ records: [TrustSettingsRecord], of certificate: Certificate
    ) throws(CommandFailure) {
        let isRoot = certificate.issuer == certificate.subject
        for record in records {
            if record.result == .trustRoot, !isRoot {
                throw .said("the certificate is no root; to end a chain there, say -r trustAsRoot")
            }
            if record.result == .trustAsRoot, isRoot {
                throw .said("the certificate is a root; to trust it, say -r trustRoot")
            }
        }
    }
}
