// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftKeychain
import SwiftKeychainModel
import SwiftKeychainPKI
import SwiftKeychainSystem

/// A message that is to be made.
struct MessageEncoding {
    private(set) var signers: [SecIdentity] = []
    var recipients: [SecCertificate] = []
    var supportingCertificates: [SecCertificate] = []
    var isDetached = false
    var contentType = MessageOID.data
    var attributes: SignatureDraft.Attributes = []
    var hash = HashFunction.sha256
    var chainMode = CMSCertificateChainMode.chain
    private(set) var content: [UInt8]?
    private(set) var isComplete = false

    /// - Throws: `parameter` once content has been added or the message has been encoded: what is signed can't
    ///   change then.
    func requireUnused() throws(KeychainError) {
        guard content == nil, !isComplete else {
            throw KeychainError(.parameter, "message: its content was given already")
        }
    }

    /// - Throws: `parameter` for more signers than a message is read with; none is added then.
    mutating func add(_ more: [SecIdentity]) throws(KeychainError) {
        guard signers.count + more.count <= SignedMessage.mostSigners else {
            throw KeychainError(
                .parameter, "signers: more than \(SignedMessage.mostSigners)")
        }
        signers += more
    }

    mutating func append(_ bytes: UnsafeRawBufferPointer) throws(KeychainError) {
        guard !isComplete else {
            throw KeychainError(.parameter, "message: it was made already")
        }
        guard (content?.count ?? 0) + bytes.count <= PKILimits.fileBytes else {
            throw KeychainError(.parameter, "message: more than 16 MiB")
        }
        content = (content ?? []) + bytes
    }

    /// Signs the content, encrypts it, or both; without content, signers and recipients the message
    /// holds the supporting certificates.
    ///
    /// - Throws: `parameter` for nothing to encode, and for content that is detached and encrypted; as
    ///   signing with the keys; `unimplemented` for keys that aren't supported.
    mutating func encoded() throws(KeychainError) -> [UInt8] {
        guard !isComplete else {
            throw KeychainError(.parameter, "message: it was made already")
        }
        guard !signers.isEmpty || !recipients.isEmpty || !supportingCertificates.isEmpty else {
            throw KeychainError(.parameter, "message: neither signers, recipients nor certificates")
        }
        guard !isDetached || recipients.isEmpty else {
            throw KeychainError(.parameter, "message: encrypted content can't be detached")
        }
        let message = try make()
        isComplete = true
        return message
    }

    /// Signs and encodes the message, and encrypts it if there are recipients.
    private func make() throws(KeychainError) -> [UInt8] {
        let certificates = try certificates()
        let given = content ?? []
        var signatures: [(draft: SignatureDraft, signature: [UInt8])] = []
        for signer in signers {
            let draft = try callPKI(
                SignatureDraft(
                    given, of: contentType, by: signer.certificate.certificate, hash, attributes,
                    at: SystemClock.absoluteTime()))
            let signature = try translating {
                try draft.bytesToSign.withUnsafeBytes {
                    try signer.privateKey.sign($0, draft.algorithm)
                }
            }
            signatures.append((draft, signature))
        }
        if recipients.isEmpty {
            return SignedMessage.write(
                signers.isEmpty ? nil : given, of: contentType, isDetached: isDetached,
                certificates: certificates, signatures: signatures)
        }
        let inside =
            signers.isEmpty
            ? given
            : SignedMessage.writeContent(
                given, of: contentType, certificates: certificates, signatures: signatures)
        return try callPKI(
            EnvelopedMessage.write(
                inside, of: signers.isEmpty ? contentType : MessageOID.signedData,
                for: recipients.map(\.certificate)))
    }

    private func certificates() throws(KeychainError) -> [Certificate] {
        var found = supportingCertificates.map(\.certificate)
        for signer in signers { found += try chain(signer.certificate.certificate) }
        var seen: Set<Certificate> = []
        return found.filter { seen.insert($0).inserted }
    }

    /// Returns the certificates of a signer that the message contains, by the chain mode.
    private func chain(_ leaf: Certificate) throws(KeychainError) -> [Certificate] {
        switch chainMode {
        case .none: return []
        case .signerOnly: return [leaf]
        case .chain, .chainWithRoot, .chainWithRootOrFail:
            let others = supportingCertificates.map(\.certificate)
            let chain = try SecTrust([leaf] + others, [.basic]).evaluate().chain
            let endsAtRoot = chain.last?.isSelfSigned ?? false
            if chainMode == .chainWithRootOrFail, !endsAtRoot {
                throw KeychainError(.createChainFailed, "signer: the root of its chain is missing")
            }
            let dropsRoot = chainMode == .chain && endsAtRoot && chain.count > 1
            return dropsRoot ? Array(chain.dropLast()) : chain
        }
    }
}
