// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftKeychain
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainPKI

/// A message while it is received, and once it is decoded.
struct MessageDecoding {
    private var received: [UInt8] = []
    private(set) var decoded: Decoded?
    var detachedContent: NSData?
    /// The keychains that are searched; nil for the user's search list.
    var keychains: SearchList?

    struct Decoded {
        let isEncrypted: Bool
        /// The signed data; nil if the message isn't signed.
        let signed: SignedMessage?
        let contentType: OID
        let content: NSData?
    }

    private func requireIncomplete() throws(KeychainError) {
        guard decoded == nil else {
            throw KeychainError(.parameter, "message: it is complete already")
        }
    }

    /// - Throws: `parameter` after ``finish()``, and for more than a message may have.
    mutating func append(_ bytes: UnsafeRawBufferPointer) throws(KeychainError) {
        try requireIncomplete()
        guard received.count + bytes.count <= PKILimits.fileBytes else {
            throw KeychainError(.parameter, "message: more than 16 MiB")
        }
        received += bytes
    }

    /// Decodes what was received, and decrypts it with a key of the keychains.
    ///
    /// - Throws: `unknownFormat`, `unsupportedFormat`; as ``EnvelopedMessage/open(in:asking:)``.
    mutating func finish() throws(KeychainError) {
        try requireIncomplete()
        let message = try translating {
            try received.withUnsafeBytes { try callPKI(CryptographicMessage.read($0)) }
        }
        switch message {
        case .data(let bytes):
            decoded = Decoded(
                isEncrypted: false, signed: nil, contentType: MessageOID.data,
                content: Data(bytes) as NSData)
        case .signed(let signed): decoded = Self.signed(signed, isEncrypted: false)
        case .enveloped(let envelope):
            let (inside, content) = try envelope.open(
                in: (keychains ?? .standard).keychains, asking: Authentication())
            if case .signed(let signed) = inside {
                decoded = Self.signed(signed, isEncrypted: true)
            } else {
                decoded = Decoded(
                    isEncrypted: true, signed: nil, contentType: envelope.contentType,
                    content: content.map { NSData(secret: $0) })
            }
        }
        received = []
    }

    private static func signed(_ signed: SignedMessage, isEncrypted: Bool) -> Decoded {
        Decoded(
            isEncrypted: isEncrypted, signed: signed, contentType: signed.contentType,
            content: signed.content.map { Data($0) as NSData })
    }

    /// Returns the decoded message.
    ///
    /// - Throws: `parameter` before ``finish()``.
    func complete() throws(KeychainError) -> Decoded {
        guard let decoded else {
            throw KeychainError(.parameter, "message: it isn't complete")
        }
        return decoded
    }

    /// A signer of the decoded message.
    ///
    /// - Throws: `parameter` for an index out of range, and before ``finish()``.
    func signer(
        _ index: Int
    ) throws(KeychainError) -> (message: SignedMessage, signer: MessageSigner) {
        guard let signed = try complete().signed, signed.signers.indices.contains(index) else {
            throw KeychainError(.parameter, "signer: the message has none with this index")
        }
        return (signed, signed.signers[index])
    }

    /// Returns the certificate of a signer: from the message, else from a keychain; nil if there is
    /// none.
    func certificate(of signer: MessageSigner, _ message: SignedMessage) -> Certificate? {
        message.certificate(of: signer, in: (keychains ?? .standard).keychains)
    }

    /// Judges a signature, and makes a trust object for its certificate.
    func judge(
        _ index: Int, _ policies: AnyObject, evaluating: Bool
    ) throws(KeychainError) -> (status: CMSSignerStatus, trust: SecTrust?, result: OSStatus) {
        guard let signed = try complete().signed, !signed.signers.isEmpty else {
            return (.unsigned, nil, errSecSuccess)
        }
        guard signed.signers.indices.contains(index) else {
            return (.invalidIndex, nil, errSecSuccess)
        }
        let signer = signed.signers[index]
        guard let content = signed.content ?? detachedContent.map({ [UInt8]($0 as Data) }) else {
            return (.needsDetachedContent, nil, errSecSuccess)
        }
        guard let certificate = certificate(of: signer, signed) else {
            return (.invalidCert, nil, errSecItemNotFound)
        }
        let others = signed.intermediates.filter { $0 != certificate }
        let trust = SecTrust(
            [certificate] + others, try TrustArguments.policies(policies))
        do throws(PKIError) {
            try signer.verify(content, of: signed.contentType, with: certificate)
        } catch {
            return (.invalidSignature, trust, errSecSuccess)
        }
        guard evaluating else { return (.valid, trust, errSecSuccess) }
        let problem = try trust.evaluate().problems.first
        return (
            problem == nil ? .valid : .invalidCert, trust, problem?.rule.status ?? errSecSuccess
        )
    }
}
