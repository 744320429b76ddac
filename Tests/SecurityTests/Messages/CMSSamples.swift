// SPDX-License-Identifier: Apache-2.0
import CertificateTestSupport
import Foundation
import KeychainTestSupport
import Security
import SwiftKeychain
import SwiftKeychainPKI
import Testing

/// Files of a sample identity for the openssl command, and what the command made of them.
struct CMSSamples {
    let folder: TemporaryFolder
    let sample: SampleIdentity
    static let content = Data("Hello, CMS.\nA second line.\n".utf8)

    init(_ sample: SampleIdentity) throws {
        self.sample = sample
        folder = try TemporaryFolder()
        try folder.write("key.pem", String(decoding: Self.pem(sample), as: UTF8.self))
        let own = SecCertificateCopyData(sample.certificate) as Data
        let text = try OpenSSL.run(["x509", "-inform", "DER"], input: own)
        try folder.write("cert.pem", String(decoding: text, as: UTF8.self))
        try Self.content.write(to: URL(fileURLWithPath: folder.path("content")))
    }

    private static func pem(_ sample: SampleIdentity) -> Data {
        export(sample.key, .formatUnknown, .pemArmour).data
    }

    /// Runs `openssl cms`; its key is that of the sample if a signer or recipient is named.
    func openssl(_ words: [String], input: Data = content) throws -> Data {
        try OpenSSL.run(["cms", "-binary"] + words, input: input)
    }

    func signed(_ options: [String] = []) throws -> Data {
        try openssl(
            [
                "-sign", "-nodetach", "-outform", "DER", "-signer", folder.path("cert.pem"),
                "-inkey", folder.path("key.pem"),
            ] + options)
    }

    func encrypted(_ options: [String]) throws -> Data {
        try openssl(
            ["-encrypt", "-outform", "DER", "-recip", folder.path("cert.pem")] + options)
    }
}

/// Gives what a decoder makes of a message.
func decode(
    _ message: Data, detached: Data? = nil
) -> (status: OSStatus, decoder: CMSDecoder) {
    var made: CMSDecoder?
    CMSDecoderCreate(&made)
    let decoder = made!
    let half = message.count / 2
    for part in [message.prefix(half), message.suffix(message.count - half)] {
        let status = part.withUnsafeBytes {
            CMSDecoderUpdateMessage(
                decoder, $0.baseAddress ?? UnsafeRawPointer(bitPattern: 1)!, $0.count)
        }
        if status != errSecSuccess { return (status, decoder) }
    }
    if let detached { CMSDecoderSetDetachedContent(decoder, detached as CFData) }
    return (CMSDecoderFinalizeMessage(decoder), decoder)
}

/// Makes a message in one call.
func encode(
    _ signers: [SampleIdentity], _ recipients: [SampleIdentity] = [], detached: Bool = false,
    with attributes: CMSSignedAttributes = [], type: CFTypeRef? = nil
) -> (status: OSStatus, message: Data) {
    var message: CFData?
    let status = CMSSamples.content.withUnsafeBytes {
        CMSEncodeContent(
            signers.map(\.identity) as NSArray, recipients.map(\.certificate) as NSArray, type,
            detached, attributes, $0.baseAddress!, $0.count, &message)
    }
    return (status, (message as Data?) ?? Data())
}

/// Gives a message whose only signer is what `change` makes of it.
func changedSigner(_ change: (DERElement) throws -> [UInt8]) throws -> Data {
    // The message, [0], the signed data, the signers and the signer, each the last in the one before.
    func changed(_ element: DERElement, depth: Int) throws -> [UInt8] {
        guard depth > 0 else { return try change(element) }
        let children = try element.children()
        let last = try changed(#require(children.last), depth: depth - 1)
        return DER.element(element.tag, children.dropLast().flatMap(\.encoding) + last)
    }
    let plain = Array(encode([.rsa], with: .attrSigningTime).message)
    return Data(try changed(DERElement(only: plain[...]), depth: 4))
}

extension CMSDecoder {
    var content: Data? {
        var content: CFData?
        CMSDecoderCopyContent(self, &content)
        return content as Data?
    }

    func status(_ index: Int = 0, evaluating: Bool = false) -> CMSSignerStatus? {
        var status = CMSSignerStatus.unsigned
        let result = CMSDecoderCopySignerStatus(
            self, index, SecPolicyCreateBasicX509(), evaluating, &status, nil, nil)
        return result == errSecSuccess ? status : nil
    }
}
