// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel
import SwiftKeychainPKI
import SwiftKeychainSystem

/// What is to be said of a signature.
package struct SignatureVerdict: Sendable {
    /// The printable name of the signer; `?` if its certificate is unknown.
    package let signer: String
    /// What is wrong; nil for a valid signature.
    package var problem: String?
    /// Why the signer isn't trusted; nil for a trusted one, and where its trust wasn't evaluated.
    package var distrust: String?
}

extension SignedMessage {
    /// Verifies a signature, and evaluates its signer under a policy.
    ///
    /// - Parameters:
    ///   - content: what was signed.
    ///   - policy: nil to leave out the evaluation, which takes up to a second for a hostile chain.
    ///   - keychains: where the certificate of the signer and its issuers are looked for.
    package func verdict(
        on signer: MessageSigner, of content: [UInt8], policy: TrustPolicy?,
        in keychains: [Keychain]
    ) throws(KeychainError) -> SignatureVerdict {
        guard let certificate = certificate(of: signer, in: keychains) else {
            return SignatureVerdict(signer: "?", problem: "its certificate wasn't found")
        }
        var verdict = SignatureVerdict(signer: (certificate.subjectSummary ?? "").printable)
        do throws(PKIError) {
            try signer.verify(content, of: contentType, with: certificate)
        } catch {
            verdict.problem =
                error.code == .wrongSignature ? "the signature is wrong" : error.detail
            return verdict
        }
        guard let policy else { return verdict }
        let trust = try KeychainTrust(settingsOf: .login, issuersIn: keychains)
        verdict.distrust = try trust.evaluate(
            certificate, intermediates: intermediates, policy: policy
        ).diagnostic
        return verdict
    }

    /// Returns the certificate of a signer, from the message or from a keychain; nil if neither has it.
    package func certificate(
        of signer: MessageSigner, in keychains: [Keychain]
    ) -> Certificate? {
        if let found = certificate(of: signer) { return found }
        for keychain in keychains {
            let found = try? keychain.certificates(signer.identifier.conditions, limit: .one)
            if let certificate = found?.first?.certificate { return certificate }
        }
        return nil
    }
}

extension SignedMessage {
    /// Signs data now, and adds the signer's certificate with its issuers but the root.
    package static func write(
        _ content: [UInt8], isDetached: Bool, by signer: StoredIdentity, _ hash: HashFunction,
        _ attributes: SignatureDraft.Attributes, preferred: Certificate?,
        issuersIn keychains: [Keychain]
    ) throws(KeychainError) -> [UInt8] {
        let draft = try callPKI(
            SignatureDraft(
                content, of: MessageOID.data, by: signer.certificate, hash, attributes,
                preferred: preferred, at: SystemClock.absoluteTime()))
        let signature = try signer.privateKey.sign(draft.bytesToSign, draft.algorithm)
        return write(
            content, isDetached: isDetached,
            certificates: try KeychainTrust(settingsOf: .login, issuersIn: keychains)
                .chainWithoutRoot(of: signer.certificate),
            signatures: [(draft, signature)])
    }
}
