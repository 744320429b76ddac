import SwiftKeychain
import SwiftKeychainModel

extension Command {
    static let removeTrustedCert = Command(
        name: "remove-trusted-cert",
        summary: "Remove trusted certificate(s).",
        options: [.administrator],
        operands: "file",
        notes: ["What was said of the certificate is forgotten; where it is stored it stays."]
    ) { (arguments, session) throws(CommandFailure) in
        let certificate = try CertificateFile.only(arguments.operands)
        if arguments.has(.administrator) {
            throw .said("-d: not available: there are settings of the user only")
        }
        try attempting("SecTrustSettingsRemoveTrustSettings") { () throws(KeychainError) in
            try Keychain.login.removeTrustSettings(of: certificate)
        }
        return 0
    }
}
