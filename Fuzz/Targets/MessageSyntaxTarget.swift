// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainPKI

extension FuzzTarget {
    /// The target for cryptographic messages (CMS): a signer must have the certificate it names, and a
    /// signature must fit one content only.
    public static let cms = FuzzTarget(name: "cms") { bytes throws(Finding) in
        let read = bytes.withUnsafeBytes { try? CryptographicMessage.read($0) }
        switch read {
        case nil: return false
        case .data: break
        case .signed(let message): try MessageRules.verify(message)
        case .enveloped(let message): MessageRules.open(message)
        }
        return true
    }

    /// The target for revocation lists. The input is a sequence of DER elements: a list, and the
    /// certificates to look up on it. One that is found must have its serial number in the list.
    public static let crl = FuzzTarget(name: "crl") { bytes throws(Finding) in
        var reader = DERReader(bytes[...])
        guard let first = try? reader.next(),
            let list = try? RevocationList(der: Array(first.encoding))
        else { return false }
        while !reader.isAtEnd, let element = try? reader.next() {
            guard let certificate = try? Certificate(der: Array(element.encoding)) else { continue }
            _ = list.covers(certificate, certificate)
            guard (try? list.entry(of: certificate)) ?? nil != nil else { continue }
            let number = certificate.serialNumber
            try require(
                first.encoding.indices.contains { first.encoding[$0...].starts(with: number) },
                "a certificate is revoked that isn't on the list")
        }
        return true
    }
}

private enum MessageRules {
    static func verify(_ message: SignedMessage) throws(Finding) {
        let content = message.content ?? []
        for signer in message.signers {
            _ = signer.signingTime
            if let timestamp = (try? signer.timestamp()) ?? nil {
                try? timestamp.verify(signer.signature)
            }
            guard let certificate = message.certificate(of: signer) else { continue }
            try require(
                signer.identifier.certificate(among: [certificate]) != nil,
                "the certificate of another signer")
            guard (try? signer.verify(content, of: message.contentType, with: certificate)) != nil
            else { continue }
            let other = content + [0]
            try require(
                (try? signer.verify(other, of: message.contentType, with: certificate)) == nil,
                "a signature fits two contents")
        }
    }

    static func open(_ message: EnvelopedMessage) {
        for count in [16, 24, 32] {
            let key = SecretBytes(copying: [UInt8](repeating: 7, count: count))
            for recipient in message.recipients {
                _ = try? message.decrypt(recipient.contentKey(key))
            }
        }
    }
}
