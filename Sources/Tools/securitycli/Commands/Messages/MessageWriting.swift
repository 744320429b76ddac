// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain
import SwiftKeychainModel
import SwiftKeychainSystem

/// `cms -S` and `cms -E`: signs content, or encrypts it.
struct MessageWriting {
    let arguments: Arguments
    let session: Session
    let keychains: [Keychain]

    private static let hashes: [String: HashFunction] = [
        "SHA1": .sha1, "SHA256": .sha256, "SHA384": .sha384, "SHA512": .sha512,
    ]

    /// Signs content with an identity of the keychains.
    func signed(_ content: [UInt8]) throws(CommandFailure) -> [UInt8] {
        var hash = HashFunction.sha256
        if let word = arguments.word(.hashFunction) {
            guard let known = Self.hashes[String(decoding: word, as: UTF8.self).uppercased()] else {
                throw .usage("-H: must be SHA1, SHA256, SHA384 or SHA512")
            }
            hash = known
        }
        let signer = try signer()
        var attributes: SignatureDraft.Attributes = []
        if arguments.has(.signingTime) { attributes.insert(.signingTime) }
        if arguments.has(.capabilities) { attributes.insert(.capabilities) }
        var preferred: Certificate?
        if let name = try arguments.text(.keyPreference), name != "NONE" {
            preferred = try certificate(named: name)
            attributes.insert(.keyPreference)
        }
        return try calling("CMSEncoderCopyEncodedContent") {
            try SignedMessage.write(
                content, isDetached: arguments.has(.isDetached), by: signer, hash, attributes,
                preferred: preferred, issuersIn: keychains)
        }
    }

    /// Encrypts content for the recipients of -r, whose names have commas between them.
    func enveloped(_ content: [UInt8]) throws(CommandFailure) -> [UInt8] {
        guard let names = try arguments.text(.recipients) else { throw .usage("-r is required") }
        let recipients = try names.split(separator: ",").map { name throws(CommandFailure) in
            try certificate(named: String(name))
        }
        guard !recipients.isEmpty else { throw .usage("-r: no recipient") }
        return try calling("CMSEncoderCopyEncodedContent") {
            try callPKI(EnvelopedMessage.write(content, of: MessageOID.data, for: recipients))
        }
    }

    /// Finds the identity of -N or -Z to sign with.
    private func signer() throws(CommandFailure) -> StoredIdentity {
        var hash: [UInt8]?
        if let word = arguments.word(.signerKey) {
            hash = Hexadecimal.bytes(mayHaveColons: word)
            if hash == nil { throw .usage("-Z: must be hexadecimal digits") }
        }
        let name = try arguments.text(.signerName)
        guard name != nil || hash != nil else { throw .usage("-S needs a signer: -N or -Z") }
        let found = try found(.identity, name, hash)
        guard let signer = found.first?.found else {
            throw .message(
                "no identity matches \(name.map { "\"\($0)\"" } ?? "-Z")", status: 44)
        }
        return try calling("SecIdentitySearchCopyNext") {
            try StoredIdentity(signer.item, in: signer.keychain, Authentication())
        }
    }

    /// Finds the certificate of a recipient in the keychains.
    private func certificate(named name: String) throws(CommandFailure) -> Certificate {
        guard let found = try found(.certificate, name).first else {
            throw .message("no certificate matches \"\(name)\"", status: 44)
        }
        return found.certificate
    }

    /// Finds certificates or identities by name or mail address, and by the key identifier or SHA-1; the best match first.
    private func found(
        _ itemClass: ItemClass, _ name: String?, _ hash: [UInt8]? = nil
    ) throws(CommandFailure) -> [(found: FoundItem, certificate: Certificate)] {
        let found = try KeychainSearch(keychains, session).certificates {
            try $0.find(itemClass, named: name, hash: hash)
        }
        return name.map { CertificateSelection.named($0, found) { $0.certificate } } ?? found
    }
}
