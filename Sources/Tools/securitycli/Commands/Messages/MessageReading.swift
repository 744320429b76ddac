// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainSystem

/// `cms -D`: decodes a message, verifies its signatures, and writes its content.
struct MessageReading {
    let arguments: Arguments
    let session: Session
    let keychains: [Keychain]

    /// The certificate usages of macOS that have a policy here.
    private static let usages: [Int32: TrustPolicy] = [
        0: .ssl(server: false), 1: .ssl(server: true), 3: .basic, 4: TrustPolicy(.mail),
        5: TrustPolicy(.mail), 6: TrustPolicy(.codeSigning), 10: .basic,
    ]

    /// Reads a message, decrypts it if it is encrypted, verifies its signatures, and passes the content on.
    func run(
        _ input: SecretBytes, _ write: (SecretBytes) throws(CommandFailure) -> Void
    ) throws(CommandFailure) -> Int32 {
        let policy = try policy()
        var lines: [String] = []
        var content: SecretBytes?
        var message = try calling("CMSDecoderFinalizeMessage", exitStatus: 1) {
            try input.withBytes { bytes throws(KeychainError) in
                try callPKI(CryptographicMessage.read(bytes))
            }
        }
        if case .enveloped(let envelope) = message {
            lines.append("type=envelopedData; nrecipients=\(envelope.recipients.count);")
            (message, content) = try opened(envelope)
        }
        var isValid = true
        switch message {
        case .data(let bytes):
            lines.append("type=data;")
            content = content ?? SecretBytes(copying: bytes)
        case .signed(let signed):
            lines.append("type=signedData; nsigners=\(signed.signers.count);")
            let bytes = try self.content(of: signed)
            for (index, signer) in signed.signers.enumerated() {
                let (name, problem) = try judge(signer, signed, bytes ?? [], policy)
                let status = problem ?? "GoodSignature"
                lines.append("    signer\(index).id=\"\(name)\"; signer\(index).status=\(status);")
                guard let problem else { continue }
                isValid = false
                StandardError.line("security: cms: signer \(index), “\(name)”: \(problem)")
            }
            content = signed.content.map { SecretBytes(copying: $0) }
        case .enveloped:
            throw .message("the message is encrypted twice, which isn't supported")
        }
        if let word = arguments.word(.headers) {
            guard let level = IntegerArgument.read(word), level >= 0 else {
                throw .usage("-h: must be a number, 0 or more")
            }
            for (index, line) in lines.enumerated() {
                let isSigner = line.hasPrefix(" ")
                session.output.write(
                    (isSigner ? line.printable : "SMIME: level=\(level).\(index); \(line)") + "\n")
            }
        }
        guard isValid else { return 1 }
        if let content, !arguments.has(.withoutContent) { try write(content) }
        return 0
    }

    /// Returns the policy that -u names; nil without it.
    private func policy() throws(CommandFailure) -> TrustPolicy? {
        guard let word = arguments.word(.certificateUsage) else { return nil }
        guard let policy = IntegerArgument.read(word).flatMap({ Self.usages[$0] }) else {
            throw .usage("-u: must be 0, 1, 3, 4, 5, 6 or 10")
        }
        return policy
    }

    /// Decrypts an envelope with a key of the keychains. The inside may be another message or the content.
    private func opened(
        _ envelope: EnvelopedMessage
    ) throws(CommandFailure) -> (CryptographicMessage, SecretBytes?) {
        try calling("CMSDecoderFinalizeMessage") {
            let plain = try envelope.decrypt(in: keychains, asking: Authentication())
            let inside = try plain.withBytes { bytes throws(KeychainError) in
                try callPKI(CryptographicMessage.read(bytes, of: envelope.contentType))
            }
            if case .data = inside { return (inside, plain) }
            return (inside, nil)
        }
    }

    /// Returns the signed content; nil for a bundle of certificates.
    private func content(of signed: SignedMessage) throws(CommandFailure) -> [UInt8]? {
        if let content = signed.content { return content }
        if let path = arguments.word(.detachedContent) {
            return try SecretInput.file(path).withBytes { [UInt8]($0) }
        }
        guard signed.signers.isEmpty else {
            throw .message("the content isn't in the message; give it with -c")
        }
        return nil
    }

    /// Returns the name of a signer, and what is wrong with its signature.
    private func judge(
        _ signer: MessageSigner, _ signed: SignedMessage, _ content: [UInt8],
        _ policy: TrustPolicy?
    ) throws(CommandFailure) -> (name: String, problem: String?) {
        guard let certificate = certificate(of: signer, signed) else {
            return ("?", "its certificate wasn't found")
        }
        let name = (certificate.subjectSummary ?? "").printable
        do throws(PKIError) {
            try signer.verify(content, of: signed.contentType, with: certificate)
        } catch {
            return (name, error.code == .wrongSignature ? "the signature is wrong" : error.detail)
        }
        let evaluation = try calling("SecTrustEvaluate") {
            let trust = try KeychainTrust(settingsOf: .login, issuersIn: keychains)
            return try callPKI(
                trust.request(
                    certificate, intermediates: signed.certificates,
                    policies: [policy ?? .basic], date: SystemClock.absoluteTime().rounded(.down)
                ).evaluate())
        }
        if policy != nil { return (name, evaluation.diagnostic) }
        if session.isVerbose, let diagnostic = evaluation.diagnostic {
            StandardError.line("security: cms: the signer isn't trusted: \(diagnostic)")
        }
        return (name, nil)
    }

    /// Returns the certificate of a signer, from the message or from a keychain; nil if neither has it.
    private func certificate(
        of signer: MessageSigner, _ signed: SignedMessage
    ) -> Certificate? {
        if let found = signed.certificate(of: signer) { return found }
        for keychain in keychains {
            let found = try? keychain.certificates(signer.identifier.conditions, limit: .one)
            if let certificate = found?.first?.certificate { return certificate }
        }
        return nil
    }
}
