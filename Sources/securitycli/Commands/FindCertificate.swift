import SwiftKeychain
import SwiftKeychainModel
import SwiftKeychainSystem

extension CommandOption {
    fileprivate static let all = CommandOption("a", "all", .none, "Show every match, not the first")
    fileprivate static let addresses = CommandOption(
        "m", "show-addresses", .none, "Show the mail addresses, too")
    fileprivate static let pem = CommandOption(
        "p", "pem", .none, "Show the certificate as PEM instead of its attributes")
    fileprivate static let hashes = CommandOption(
        "Z", "show-hashes", .none, "Show the SHA-256 and SHA-1 of the certificate, too")
}

extension Command {
    static let findCertificate = Command(
        name: "find-certificate",
        summary: "Find a certificate item.",
        options: [.all, .commonName, .mailAddress, .addresses, .pem, .hashes],
        operands: "[keychain...]"
    ) { (arguments, session) throws(CommandFailure) in
        let selection = try arguments.selection()
        let search = try KeychainSearch(arguments.operands, session)
        do throws(CommandFailure) {
            if arguments.has(.all) {
                let found = try search.all { (keychain) throws(KeychainError) in
                    try keychain.find(.certificate, selection, limit: .all)
                }
                for certificate in found { try write(certificate, arguments, session.output) }
            } else {
                let found = try search.first { (keychain) throws(KeychainError) in
                    try keychain.find(.certificate, selection, limit: .one)
                }
                try write(found, arguments, session.output)
            }
        } catch {
            // A list of none is a list.
            let isNothing = error.status == KeychainError.Code.itemNotFound.rawValue
            guard arguments.has(.all), isNothing else { throw error }
        }
        return 0
    }

    private static func write(
        _ found: FoundItem, _ arguments: Arguments, _ output: Output
    ) throws(CommandFailure) {
        let certificate = try calling(KeychainSearch.function) { () throws(KeychainError) in
            try Certificate(found.item)
        }
        if arguments.has(.hashes) {
            output.write("SHA-256 hash: \(CertificateText.hash(certificate, .sha256))\n")
            output.write("SHA-1 hash: \(CertificateText.hash(certificate))\n")
        }
        if arguments.has(.addresses) {
            let addresses = certificate.emailAddresses.joined(separator: ", ")
            output.write("email addresses: \(addresses.printable)\n")
        }
        if arguments.has(.pem) {
            PEMText.write("CERTIFICATE", certificate.der, to: output)
        } else {
            ItemListing().write(found, to: output)
        }
    }
}
