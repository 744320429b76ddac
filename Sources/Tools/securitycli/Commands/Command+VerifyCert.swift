// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain
import SwiftKeychainModel
import SwiftKeychainSystem

extension CommandOption {
    fileprivate static let certificate = word(
        "c", "certificate", "file",
        "The certificate to verify; repeat for intermediate certificates")
    fileprivate static let root = word(
        "r", "root", "file", "A root that ends the chain; no other root is trusted then")
    fileprivate static let client = flag("C", "client", "Verify the certificate of a client")
    fileprivate static let date = word(
        "d", "date", "date", "The time of verification, YYYY-MM-DD[-hh:mm:ss], UTC")
    fileprivate static let searched = word(
        "k", "keychain", "keychain", "A keychain to search for issuers")
    fileprivate static let name = word(
        "n", "name", "name", "The host or mail address for the policy")
    fileprivate static let noName = flag("N", "no-name", "Accepted; no effect")
    fileprivate static let local = flag("L", "local", "Search no keychain for issuers")
    fileprivate static let authority = flag(
        "l", "leaf-is-ca", "Verify an authority, without the rules for leaves")
    fileprivate static let mail = word(
        "e", "email", "address", "The mail address for the policy smime")
    fileprivate static let host = word("s", "host", "host", "The host for the policy ssl")
    fileprivate static let quiet = flag("q", "quiet", "Print nothing")
    fileprivate static let revocation = word(
        "R", "revocation", "check", "ocsp, crl, require or offline")
    fileprivate static let pem = flag("P", "pem", "Show the chain as PEM")
    fileprivate static let text = flag("t", "text", "Show the chain as text")
    fileprivate static let details = flag("v", "details", "Show the hashes and names of the chain")
}

extension Command {
    static let verifyCert = Command(
        name: "verify-cert",
        summary: "Verify certificates.",
        options: [
            .certificate, .root, .policy, .client, .date, .searched, .name, .noName, .local,
            .authority, .mail, .host, .quiet, .revocation, .pem, .text, .details,
        ],
        unexpectedOperand: .message("certificates aren't fetched from URLs; give files with -c"),
        notes: [
            "Files are PEM or DER. With -R, except -R offline, OCSP responses, revocation lists and missing",
            "issuers are fetched from the addresses in the certificates.",
            "The status is 1 when the certificate is not trusted.",
        ]
    ) { arguments, session in
        try Verification(arguments: arguments, session: session).run()
    }
}

/// The verification of one certificate.
///
/// The first certificate is the one to verify. With -r alone the root itself is verified.
private struct Verification {
    let arguments: Arguments
    let session: Session

    /// Makes a request of the options.
    private func request() throws(CommandFailure) -> TrustRequest {
        let roots = try certificates(.root)
        var given = try certificates(.certificate)
        if given.isEmpty {
            guard roots.count == 1 else { throw .usage("no certificate to verify") }
            given = roots
        }
        let policies = try policies()
        let date = try arguments.date(.date) ?? SystemClock.absoluteTime().rounded(.down)
        let keychains = try keychains()
        var request = try calling("SecTrustEvaluate") {
            try KeychainTrust(settingsOf: .login, issuersIn: keychains).request(
                given[0], intermediates: Array(given.dropFirst()), policies: policies, date: date)
        }
        let checks = arguments.words(.revocation)
        // The network is used only if -R asks for it: the addresses in a certificate are chosen by its maker.
        request.mayFetch = !checks.isEmpty && !checks.contains(Array("offline".utf8))
        request.anchors = roots
        request.anchorsOnly = !roots.isEmpty
        request.leafMayBeAuthority = arguments.has(.authority)
        return request
    }

    /// Evaluates the chain and writes the result. Returns 0 only for a trusted one.
    func run() throws(CommandFailure) -> Int32 {
        let request = try request()
        let evaluation = try calling("SecTrustEvaluate") { try callPKI(request.evaluate()) }
        show(evaluation)
        let isQuiet = arguments.has(.quiet) || session.isQuiet
        if evaluation.result.isTrusted {
            if arguments.has(.details), !isQuiet {
                for note in evaluation.notes {
                    StandardError.line("security: verify-cert: \(note)")
                }
            }
            if !isQuiet { session.output.write("...certificate verification successful.\n") }
            return 0
        }
        // The chain comes before the reasons, although these go to standard error.
        try session.output.flush()
        if !isQuiet {
            for sentence in evaluation.diagnostics {
                StandardError.line("security: verify-cert: \(sentence)")
            }
        }
        return 1
    }

    /// Writes the certificates of the chain, leaf first, with -v one line each and with -t in full.
    private func show(_ evaluation: TrustEvaluation) {
        let isText = arguments.has(.text)
        for (index, certificate) in evaluation.chain.enumerated() {
            if isText || arguments.has(.details) {
                session.output.write("\(index): \(certificate.line)\n")
            }
            if isText {
                for line in certificate.details { session.output.write("   \(line)\n") }
            }
            if arguments.has(.pem) {
                session.output.write(PEMBlock.text("CERTIFICATE", certificate.der))
            }
        }
    }

    /// Returns the keychains to search for issuers; those that can't be searched are reported.
    private func keychains() throws(CommandFailure) -> [Keychain] {
        if arguments.has(.local) { return [] }
        // The system's roots are known anyway.
        let named = arguments.words(.searched).filter {
            !Keychain(path: String(path: $0)).isViewOfSystemRoots
        }
        let keychains = try KeychainArgument.keychains(named)
        for keychain in named.isEmpty ? [] : keychains {
            do throws(KeychainError) {
                _ = try keychain.find(.certificate, CertificateSelection(), limit: .one)
            } catch {
                if error.code != .itemNotFound { session.report(KeychainSearch.function, error) }
            }
        }
        return keychains
    }

    /// Reads the files that an option names, each with one or more certificates.
    private func certificates(_ option: CommandOption) throws(CommandFailure) -> [Certificate] {
        var found: [Certificate] = []
        for file in arguments.words(option) { found += try CertificateFile.certificates(file) }
        return found
    }

    /// Reads the policies and the name to verify.
    private func policies() throws(CommandFailure) -> [TrustPolicy] {
        var names = VerifiedNames()
        (names.any, names.host) = (try arguments.text(.name), try arguments.text(.host))
        names.mail = try arguments.text(.mail)
        let named = try arguments.policies()
        let policies = try CommandFailure.only {
            try names.policies(named, isClient: arguments.has(.client))
        }
        return policies
            + (try revocation().map { [TrustPolicy(.revocation, revocation: $0)] } ?? [])
    }

    /// Reads the values of -R as one set of flags; nil without the option, which means no check.
    private func revocation() throws(CommandFailure) -> RevocationFlags? {
        let known: [String: RevocationFlags] = [
            "ocsp": .ocsp, "crl": .lists, "require": .requirePositiveResponse,
            "offline": .noNetwork, "online": [],
        ]
        var flags: RevocationFlags?
        for word in arguments.words(.revocation) {
            guard let flag = known[String(decoding: word, as: UTF8.self)] else {
                throw .usage("-R: must be ocsp, crl, require or offline")
            }
            flags = (flags ?? []).union(flag)
        }
        return flags
    }
}
