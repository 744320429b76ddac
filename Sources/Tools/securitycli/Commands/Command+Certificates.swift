// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain
import SwiftKeychainModel
import SwiftKeychainSystem

extension CommandOption {
    fileprivate static let all = flag("a", "all", "Show every match, not only the first")
    fileprivate static let addresses = flag("m", "show-addresses", "Also show the mail addresses")
    fileprivate static let pem = flag(
        "p", "pem", "Show the certificate as PEM instead of its attributes")
    fileprivate static let hashes = flag(
        "Z", "show-hashes", "Also show the SHA-256 and SHA-1 of the certificate")
    fileprivate static let settings = flag("t", "trust-settings", "Also remove its trust settings")
}

extension Command {
    static let findCertificate = Command(
        name: "find-certificate",
        summary: "Find a certificate item.",
        options: [.all, .commonName, .mailAddress, .addresses, .pem, .hashes, .asJSON],
        operands: "[keychain...]",
        notes: ["-J shows the addresses and hashes too; with -p it contains the certificate."],
        isLong: true
    ) { arguments, session in
        let selection = try arguments.selection()
        let search = try KeychainSearch(arguments.operands, session)
        let found =
            arguments.has(.all)
            ? try search.allOrNone { try $0.find(.certificate, selection, limit: .all) }
            : [
                try search.first(returning: []) { keychain, _ in
                    try keychain.find(.certificate, selection, limit: .one)
                }
            ]
        var list = JSONList(session.output)
        for item in found { try write(item, arguments, &list, session.output) }
        if arguments.has(.asJSON) { list.end() }
        return 0
    }

    /// Writes a certificate in the form that the options ask for: JSON, PEM, or the text of Apple's command.
    private static func write(
        _ found: FoundItem, _ arguments: Arguments, _ list: inout JSONList, _ output: Output
    ) throws(CommandFailure) {
        let certificate = try calling(KeychainSearch.function) { try Certificate(found.item) }
        let addresses = certificate.emailAddresses.joined(separator: ", ")
        let sha256 = certificate.hash(.sha256)
        let sha1 = certificate.hash()
        if arguments.has(.asJSON) {
            list.add(
                found.item, of: found.keychain.path, showsData: arguments.has(.pem),
                [("addresses", .text(addresses)), ("sha1", .text(sha1)), ("sha256", .text(sha256))])
            return
        }
        if arguments.has(.hashes) {
            output.write("SHA-256 hash: \(sha256)\n")
            output.write("SHA-1 hash: \(sha1)\n")
        }
        if arguments.has(.addresses) { output.write("email addresses: \(addresses.printable)\n") }
        if arguments.has(.pem) {
            output.write(PEMBlock.text("CERTIFICATE", certificate.der))
        } else {
            ItemListing().write(found, to: output)
        }
    }

    static let deleteCertificate = delete(
        .certificate, name: "delete-certificate", summary: "Delete a certificate.",
        note: "Exactly one certificate must match.")
    static let deleteIdentity = delete(
        .identity, name: "delete-identity",
        summary: "Delete a certificate and its private key.",
        note: "The private key stays if another certificate needs it.")

    /// Makes `delete-certificate` and `delete-identity`, which differ in their class and words.
    private static func delete(
        _ itemClass: ItemClass, name: String, summary: String, note: String
    ) -> Command {
        Command(
            name: name, summary: summary, options: [.commonName, .certificateHash, .settings],
            operands: "[keychain...]",
            notes: [
                "-c or -Z is required. A name that equals -c is preferred to one that contains it.",
                note,
            ],
            deletes: true
        ) { arguments, session in
            let selection = try arguments.selection()
            if selection.isEmpty { throw CommandFailure.usage("-c or -Z is required") }
            let only = CertificateDeletion(selection: selection, itemClass: itemClass)
            let (found, certificate) = try only.find(KeychainSearch(arguments.operands, session))
            try calling("SecKeychainItemDelete") { try found.delete() }
            session.note("security: deleted the \(only.kind) \(certificate.line)")
            if arguments.has(.settings) { try removeTrustSettings(of: certificate) }
            return 0
        }
    }

    static let addCertificates = Command(
        name: "add-certificates",
        summary: "Add certificates to a keychain.",
        options: [.keychain],
        operands: "file...",
        notes: [
            "Files are PEM or DER, with one certificate or more. If one fails, the others are added."
        ]
    ) { arguments, session in
        guard !arguments.operands.isEmpty else { throw CommandFailure.usage("no file was given") }
        let keychain = try arguments.chosenKeychain()
        let place = arguments.word(.keychain).map(BufferFormat.escaped) ?? "default keychain"
        var result: Int32 = 0
        for file in arguments.operands {
            let name = BufferFormat.escaped(file)
            do throws(CommandFailure) {
                let certificates = try CertificateFile.certificates(file)
                let known = try calling(name) { try keychain.addCertificates(certificates) }
                if known == 0 { continue }
                let count = certificates.count == 1 ? "" : "\(known) of \(certificates.count) "
                StandardError.line("security: \(name): \(count)already in \(place)")
            } catch {
                try session.reportPart(error)
            }
            result = 1
        }
        return result
    }
}

/// Removes the trust settings of a certificate, if it has any.
private func removeTrustSettings(of certificate: Certificate) throws(CommandFailure) {
    try calling("SecTrustSettingsRemoveTrustSettings") {
        do throws(KeychainError) {
            try Keychain.login.removeTrustSettings(of: certificate)
        } catch {
            if error.code != .noTrustSettings { throw error }
        }
    }
}

/// The search for the one certificate or identity to delete.
private struct CertificateDeletion {
    let selection: CertificateSelection
    let itemClass: ItemClass

    /// Finds the one certificate or identity to delete. Several matches of a name are an error, which lists them; of a
    /// hash, they are copies in several keychains, and the first is meant.
    func find(
        _ search: KeychainSearch
    ) throws(CommandFailure) -> (found: FoundItem, certificate: Certificate) {
        var search = search
        // A hash is that of one certificate, whichever keychain has it.
        search.needsEveryKeychain = selection.hash == nil
        let found = try search.certificates { try $0.find(itemClass, selection, limit: .all) }
        if found.isEmpty { throw .message("no \(kind) matches") }
        let candidates = selection.closest(found) { $0.certificate }
        guard candidates.count == 1 || selection.hash != nil else {
            for candidate in candidates { search.session.note("    " + candidate.certificate.line) }
            throw .message("more than one \(kind) matches; choose one with -Z")
        }
        return candidates[0]
    }

    var kind: String { itemClass == .identity ? "identity" : "certificate" }
}
