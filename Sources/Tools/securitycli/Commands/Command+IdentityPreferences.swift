// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain
import SwiftKeychainModel
import SwiftKeychainSystem

extension CommandOption {
    fileprivate static let preferredFor = word(
        "s", "service", "service", "A URL, mail address, host, *.domain or other name")
    fileprivate static let uses = word(
        "u", "key-usage", "uses",
        "Sum of 1 encrypt, 2 decrypt, 4 sign, 8 verify, 64 wrap, 128 unwrap, 256 derive")
    fileprivate static let none = flag("n", "none", "Remove the preference")
    fileprivate static let showsName = flag("c", "show-name", "Show the common name")
    fileprivate static let showsPEM = flag("p", "pem", "Show the certificate as PEM")
    fileprivate static let showsHash = flag("Z", "show-hash", "Show the SHA-1 of the certificate")
}

extension Command {
    static let setIdentityPreference = Command(
        name: "set-identity-preference",
        summary: "Set the preferred identity to use for a service.",
        options: [.preferredFor, .commonName, .certificateHash, .none, .uses],
        operands: "[keychain...]",
        notes: ["-s is required, and one of -c, -Z and -n."]
    ) { arguments, session in
        let preference = try arguments.preference()
        let selection = try arguments.selection()
        guard selection.isEmpty == arguments.has(.none) else {
            throw CommandFailure.usage(
                "name an identity with -c or -Z, or use -n to remove the preference")
        }
        var certificate: Certificate?
        if !selection.isEmpty {
            let search = try KeychainSearch(arguments.operands, session)
            let found = try search.all { try $0.find(.identity, selection, limit: .all) }
            certificate = try calling(KeychainSearch.function) {
                selection.closest(try found.map { try Certificate($0.item) }) { $0 }.first
            }
        }
        try calling("SecIdentitySetPreferred") {
            try Keychain.login.prefer(certificate, for: preference)
        }
        return 0
    }

    static let getIdentityPreference = Command(
        name: "get-identity-preference",
        summary: "Get the preferred identity to use for a service.",
        options: [.preferredFor, .uses, .showsName, .showsPEM, .showsHash],
        notes: ["-s is required."]
    ) { arguments, session in
        let preference = try arguments.preference()
        let certificate = try calling("SecIdentityCopyPreferred") {
            guard let certificate = try Keychain.login.preferredCertificate(for: preference)
            else { throw KeychainError(.itemNotFound, "no identity is preferred") }
            try certificate.requireStoredKey()
            return certificate
        }
        let output = session.output
        if arguments.has(.showsName) {
            let name = (certificate.commonName ?? "").printable
            output.write("common name: \"\(name)\"\n")
        }
        if arguments.has(.showsHash) { output.write("SHA-1 hash: \(certificate.hash())\n") }
        if arguments.has(.showsPEM) {
            output.write(PEMBlock.text("CERTIFICATE", certificate.der))
        } else if !arguments.has(.showsName), !arguments.has(.showsHash) {
            output.write(certificate.line + "\n")
        }
        return 0
    }
}

extension Arguments {
    /// Reads -s and -u.
    fileprivate func preference() throws(CommandFailure) -> IdentityPreference {
        guard let service = try text(.preferredFor), !service.isEmpty else {
            throw .usage("-s: the service is missing or empty")
        }
        var uses: Set<Attribute> = []
        if let word = word(.uses) {
            guard let number = Int32(option: word), number >= 0 else {
                throw .usage("-u: must be a number")
            }
            guard let known = IdentityPreference.uses(number) else {
                throw .usage("-u: must be a sum of the listed uses")
            }
            uses = known
        }
        return try calling("SecIdentityCopyPreferred") {
            try IdentityPreference(service, uses: uses)
        }
    }
}
