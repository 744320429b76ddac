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

    /// Reads a message, decrypts it if it is encrypted, and verifies its signatures.
    ///
    /// - Returns: the content to write, nil for none, and the status of the command.
    func run(
        _ input: SecretBytes
    ) throws(CommandFailure) -> (content: SecretBytes?, status: Int32) {
        let policy = try policy()
        var lines: [String] = []
        var content: SecretBytes?
        var message = try calling("CMSDecoderFinalizeMessage", exitStatus: 1) {
            try input.withBytes { try callPKI(CryptographicMessage.read($0)) }
        }
        if case .enveloped(let envelope) = message {
            lines.append("type=envelopedData; nrecipients=\(envelope.recipients.count);")
            (message, content) = try calling("CMSDecoderFinalizeMessage") {
                try envelope.open(in: keychains, asking: Authentication())
            }
        }
        var isValid = true
        // -u requires a signer, since someone may have removed them from the message.
        var lacksSigner = policy != nil
        switch message {
        case .data(let bytes):
            lines.append("type=data;")
            content = content ?? SecretBytes(copying: bytes)
        case .signed(let signed):
            lines.append("type=signedData; nsigners=\(signed.signers.count);")
            let bytes = try self.content(of: signed)
            for (index, signer) in signed.signers.enumerated() {
                let verdict = try calling("SecTrustEvaluate") {
                    try signed.verdict(
                        on: signer, of: bytes ?? [],
                        policy: policy ?? (session.isVerbose ? .basic : nil), in: keychains)
                }
                let name = verdict.signer
                let problem = verdict.problem ?? (policy == nil ? nil : verdict.distrust)
                if policy == nil, let distrust = verdict.distrust {
                    StandardError.line("security: cms: the signer isn't trusted: \(distrust)")
                }
                let status = problem ?? "GoodSignature"
                lines.append("    signer\(index).id=\"\(name)\"; signer\(index).status=\(status);")
                guard let problem else { continue }
                isValid = false
                StandardError.line("security: cms: signer \(index), “\(name)”: \(problem)")
            }
            content = signed.content.map { SecretBytes(copying: $0) }
            // Only a bundle of certificates needs none. Its content may be empty instead of absent.
            let isBundle = bytes == nil || signed.content?.isEmpty == true
            lacksSigner = signed.signers.isEmpty && (policy != nil || !isBundle)
        case .enveloped:
            throw .message("the message is encrypted twice, which isn't supported")
        }
        if lacksSigner {
            isValid = false
            StandardError.line("security: cms: the message has no signer")
        }
        if let word = arguments.word(.headers) {
            guard let level = Int32(option: word), level >= 0 else {
                throw .usage("-h: must be a number, 0 or more")
            }
            for (index, line) in lines.enumerated() {
                let isSigner = line.hasPrefix(" ")
                session.output.write(
                    (isSigner ? line.printable : "SMIME: level=\(level).\(index); \(line)") + "\n")
            }
        }
        return (isValid && !arguments.has(.withoutContent) ? content : nil, isValid ? 0 : 1)
    }

    /// Returns the policy that -u names; nil without it.
    private func policy() throws(CommandFailure) -> TrustPolicy? {
        guard let word = arguments.word(.certificateUsage) else { return nil }
        guard let policy = Int32(option: word).flatMap({ Self.usages[$0] }) else {
            throw .usage("-u: must be 0, 1, 3, 4, 5, 6 or 10")
        }
        return policy
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
}
