import SwiftKeychain
import SwiftKeychainModel

extension CommandOption {
    fileprivate static let settings = CommandOption(
        "t", "trust-settings", .none, "Delete its trust settings, too")
}

extension Command {
    static let deleteCertificate = delete(
        .certificate, name: "delete-certificate", summary: "Delete a certificate.",
        note: "The certificate must be the only one that is meant.")
    static let deleteIdentity = delete(
        .identity, name: "delete-identity",
        summary: "Delete a certificate and its private key.",
        note: "The key stays where another certificate needs it, too.")

    private static func delete(
        _ itemClass: ItemClass, name: String, summary: String, note: String
    ) -> Command {
        Command(
            name: name, summary: summary, options: [.commonName, .certificateHash, .settings],
            operands: "[keychain...]",
            notes: ["-c or -Z must be given. A name told whole counts more than a part.", note]
        ) { (arguments, session) throws(CommandFailure) in
            let selection = try arguments.selection()
            if selection.isEmpty { throw .usage("nothing says which one to delete") }
            let only = CertificateDeletion(selection: selection, itemClass: itemClass)
            let (found, certificate) = try only.find(KeychainSearch(arguments.operands, session))
            try found.delete()
            if arguments.has(.settings) { try forgetTrust(in: certificate) }
            return 0
        }
    }
}

/// Removes the trust settings of a certificate, where it has such.
private func forgetTrust(in certificate: Certificate) throws(CommandFailure) {
    try calling("SecTrustSettingsRemoveTrustSettings") { () throws(KeychainError) in
        do throws(KeychainError) {
            try Keychain.login.removeTrustSettings(of: certificate)
        } catch {
            if error.code != .noTrustSettings { throw error }
        }
    }
}

/// Finds the one certificate or identity that is to go.
private struct CertificateDeletion {
    let selection: CertificateSelection
    let itemClass: ItemClass

    func find(
        _ search: KeychainSearch
    ) throws(CommandFailure) -> (found: FoundItem, certificate: Certificate) {
        var found: [FoundItem] = []
        do throws(CommandFailure) {
            found = try search.all { (keychain) throws(KeychainError) in
                try keychain.find(itemClass, selection, limit: .all)
            }
        } catch {
            guard error.status == KeychainError.Code.itemNotFound.rawValue else { throw error }
            throw .said("no \(kind) matches")
        }
        var candidates: [(found: FoundItem, certificate: Certificate)] = []
        try calling(KeychainSearch.function) { () throws(KeychainError) in
            for one in found { candidates.append((one, try Certificate(one.item))) }
        }
        candidates = selection.closest(candidates) { $0.certificate }
        guard candidates.count == 1 else {
            for candidate in candidates {
                search.session.note("    " + CertificateText.line(candidate.certificate))
            }
            throw .said("more than one \(kind) matches; name one of them by -Z")
        }
        return candidates[0]
    }

    private var kind: String { itemClass == .identity ? "identity" : "certificate" }
}
