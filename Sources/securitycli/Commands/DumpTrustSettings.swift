import SwiftKeychain
import SwiftKeychainModel

extension CommandOption {
    fileprivate static let system = CommandOption(
        "s", "system", .none, "Show the certificates that the system trusts")
    fileprivate static let administrators = CommandOption(
        "d", "admin", .none, "Show those of the administrator, of which there are none")
}

extension Command {
    static let dumpTrustSettings = Command(
        name: "dump-trust-settings",
        summary: "Display contents of trust settings.",
        options: [.system, .administrators]
    ) { (arguments, session) throws(CommandFailure) in
        guard arguments.operands.isEmpty else { throw .usage("it takes no other words") }
        if arguments.has(.system), arguments.has(.administrators) {
            throw .usage("both -s and -d")
        }
        if arguments.has(.system) {
            let anchors = TrustRequest.systemAnchors()
            TrustListing.write(anchors.map { ($0, []) }, to: session.output)
            return 0
        }
        let stored = try attempting("SecTrustSettingsCopyCertificates") {
            () throws(KeychainError) in
            let stored =
                arguments.has(.administrators) ? [] : try Keychain.login.storedTrustSettings()
            if stored.isEmpty { throw KeychainError(.noTrustSettings, "no trust settings") }
            return stored
        }
        TrustListing.write(stored.map { ($0.certificate, $0.records) }, to: session.output)
        return 0
    }
}
