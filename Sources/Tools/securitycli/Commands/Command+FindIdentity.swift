// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain
import SwiftKeychainModel

extension CommandOption {
    fileprivate static let string = word(
        "s", "string", "string", "A host for ssl-server, a mail address for smime")
    fileprivate static let valid = flag("v", "valid-only", "Show only identities that are trusted")
}

extension Command {
    static let findIdentity = Command(
        name: "find-identity",
        summary: "Find identities (certificates with their private keys).",
        options: [.policy, .string, .valid, .asJSON],
        operands: "[keychain...]",
        notes: ["Lists the identities that fit each policy, then those of them that are trusted."]
    ) { arguments, session in
        let report = try IdentityReport(arguments: arguments, session: session)
        try arguments.has(.asJSON) ? report.writeJSON() : report.write()
        return 0
    }
}

/// The list of the identities that fit policies.
private struct IdentityReport {
    let policies: [(name: NamedPolicy, policy: TrustPolicy)]
    let text: String?
    let validOnly: Bool
    let search: KeychainSearch
    let output: Output

    /// Reads the options. Each -p is a policy; without one it is the first of the list, as in Apple's command.
    init(arguments: Arguments, session: Session) throws(CommandFailure) {
        text = try arguments.text(.string)
        validOnly = arguments.has(.valid)
        search = try KeychainSearch(arguments.operands, session)
        output = session.output
        let named = try arguments.policies()
        let names = text.map { [$0] } ?? []
        policies = try CommandFailure.only {
            try (named.isEmpty ? [NamedPolicy.all[0]] : named).map { ($0, try $0.policy(names)) }
        }
    }

    /// Writes for each policy the matching identities, and then the valid ones.
    func write() throws(CommandFailure) {
        let certificates = try identities()
        if let text { output.write("Looking for identities matching \"\(text.printable)\"\n") }
        for (name, policy) in policies {
            let lines = try lines(certificates, policy)
            let valid = lines.filter { $0.problem == nil }
            if !validOnly {
                output.write("\nPolicy: \(name.title)\n  Matching identities\n")
                write(lines)
                output.write("     \(lines.count) identities found\n\n  Valid identities only\n")
            }
            write(valid)
            output.write("     \(valid.count) valid identities found\n")
        }
    }

    /// Prints an object for each policy and each identity that fits it.
    func writeJSON() throws(CommandFailure) {
        let certificates = try identities()
        var list = JSONList(output)
        for (name, policy) in policies {
            for line in try lines(certificates, policy) where !validOnly || line.problem == nil {
                var members: [(name: String, value: ItemReport.Value)] = [
                    ("policy", .text(name.title)),
                    ("name", .text(line.certificate.subjectSummary ?? "")),
                    ("sha1", .text(line.certificate.hash())),
                    ("valid", .boolean(line.problem == nil)),
                ]
                if let code = line.problem?.code.rawValue {
                    members.append(("error", .text(Status.nameOnMacOS(of: code))))
                }
                list.add(members)
            }
        }
        list.end()
    }

    /// Returns the certificates of the identities in all keychains that are searched.
    private func identities() throws(CommandFailure) -> [Certificate] {
        let all = CertificateSelection()
        return try search.certificates { try $0.find(.identity, all, limit: .all) }
            .map(\.certificate)
    }

    /// Returns the identities whose certificate fits the purpose of the policy.
    private func lines(
        _ certificates: [Certificate], _ policy: TrustPolicy
    ) throws(CommandFailure) -> [KeychainTrust.Fitting] {
        try calling("SecTrustEvaluate") {
            try KeychainTrust(settingsOf: .login, issuersIn: search.searchList.keychains)
                .fitting(certificates, policy)
        }
    }

    /// Writes numbered lines as Apple's command does: the number, the hash and the name, and the name of a problem.
    private func write(_ lines: [KeychainTrust.Fitting]) {
        for (index, line) in lines.enumerated() {
            let number = String(index + 1)
            let gap = String(repeating: " ", count: max(0, 3 - number.count))
            output.write("\(gap)\(number)) \(line.certificate.line)")
            if let code = line.problem?.code.rawValue {
                output.write(" (\(Status.nameOnMacOS(of: code)))")
            }
            output.write("\n")
        }
    }
}
