import SwiftKeychain
import SwiftKeychainModel

extension Command {
    static let addCertificates = Command(
        name: "add-certificates",
        summary: "Add certificates to a keychain.",
        options: [.keychain],
        operands: "file...",
        notes: ["Files are PEM or DER, and may hold several. When one fails the others are added."]
    ) { (arguments, session) throws(CommandFailure) in
        guard !arguments.operands.isEmpty else { throw .usage("no file is named") }
        let keychain = try arguments.chosenKeychain()
        let place = arguments.word(.keychain).map(BufferFormat.escaped) ?? "default keychain"
        var result: Int32 = 0
        for file in arguments.operands {
            let name = BufferFormat.escaped(file)
            do throws(CommandFailure) {
                let certificates = try CertificateFile.certificates(file)
                let known = try calling(name) { () throws(KeychainError) in
                    try keychain.addCertificates(certificates)
                }
                if known == 0 { continue }
                let count = certificates.count == 1 ? "" : "\(known) of \(certificates.count) "
                StandardError.line("security: \(name): \(count)already in \(place)")
            } catch {
                switch error {
                case .call(let function, let reason), .failedCall(let function, let reason):
                    session.report(function, reason)
                case .said(let text, _): StandardError.line("security: \(text)")
                default: throw error
                }
            }
            result = 1
        }
        return result
    }
}

extension Keychain {
    /// Adds certificates one by one.
    ///
    /// - Returns: how many of them are there already.
    fileprivate func addCertificates(
        _ certificates: [Certificate]
    ) throws(KeychainError) -> Int {
        var known = 0
        for certificate in certificates {
            do throws(KeychainError) {
                try add(NewItem.certificate(certificate))
            } catch {
                guard error.code == .duplicateItem else { throw error }
                known += 1
            }
        }
        return known
    }
}
