// SPDX-License-Identifier: Apache-2.0
/// The format of a file; the numbers are those of `SecExternalFormat`.
///
/// `openSSH1`, `wrappedSSH`, `wrappedLSH` and `netscapeSequence` exist for their numbers only: no file is read as
/// one of them, and writing one fails.
public enum FileFormat: UInt32, Sendable {
    case unknown = 0
    case openSSL = 1
    case openSSH1 = 2
    case bsafe = 3
    case rawKey = 4
    case wrappedPKCS8 = 5
    case wrappedOpenSSL = 6
    case wrappedSSH = 7
    case wrappedLSH = 8
    case certificate = 9
    case pemSequence = 10
    case pkcs7 = 11
    case pkcs12 = 12
    case netscapeSequence = 13
    case openSSH = 14

    /// Returns true if the extension of a file's name is that of a format; `name` may be the extension alone.
    static func isNamed(by name: String) -> Bool {
        let word = name.split(separator: "/").last?.split(separator: ".").last ?? ""
        return [
            "p12", "pfx", "p7b", "p7c", "p7", "p7r", "p8", "pk8", "cer", "crt", "der", "pem", "pub",
            "key",
        ].contains(word.lowercased())
    }
}

/// The kind of content of a file; the numbers are those of `SecExternalItemType`.
public enum FileKind: UInt32, Sendable {
    case unknown = 0
    case privateKey = 1
    case publicKey = 2
    case sessionKey = 3
    case certificate = 4
    case aggregate = 5

    /// Returns the kind of items: that of a single one; several are an aggregate.
    init(_ items: [ImportedItem]) {
        guard items.count == 1 else {
            self = .aggregate
            return
        }
        switch items[0].value {
        case .certificate: self = .certificate
        case .key(let key): self = key.part == .private ? .privateKey : .publicKey
        case .symmetricKey: self = .sessionKey
        case .identity: self = .aggregate
        }
    }
}

/// The content of DER, recognized by the tags of its first elements.
///
/// The formats differ in the tags inside the outermost sequence; no value but the version of PKCS#12 is read:
///
///     Certificate              SEQUENCE of [0] or INTEGER, SEQUENCE, SEQUENCE, SEQUENCE …; SEQUENCE, BIT STRING
///     SubjectPublicKeyInfo     SEQUENCE, BIT STRING
///     PrivateKeyInfo           INTEGER, SEQUENCE, OCTET STRING …
///     EncryptedPrivateKeyInfo  SEQUENCE, OCTET STRING
///     RSAPublicKey             INTEGER, INTEGER
///     RSAPrivateKey            INTEGER, INTEGER, INTEGER …
///     ECPrivateKey             INTEGER, OCTET STRING, and [0], [1] or neither
///     PKCS#7                   OBJECT IDENTIFIER …
///     PKCS#12                  INTEGER 3, SEQUENCE, and a second SEQUENCE for the MAC
enum DERShape {
    case certificate, publicKeyInfo, privateKeyInfo, encryptedPrivateKeyInfo
    case rsaPublicKey, rsaPrivateKey, ecPrivateKey
    case pkcs7, pkcs12

    /// Recognizes bytes; nil for any other content.
    init?(_ bytes: UnsafeRawBufferPointer) {
        guard bytes.first == DERTag.sequence.rawValue, bytes.count > 2 else { return nil }
        if bytes[1] == 0x80 {
            // Indefinite lengths are met in two formats only.
            switch DERTag(rawValue: bytes[2]) {
            case .objectIdentifier: self = .pkcs7
            case .integer: self = .pkcs12
            default: return nil
            }
            return
        }
        guard let reader = try? LentDERReader(sequence: bytes) else { return nil }
        if reader.peekTag() == .objectIdentifier {
            self = .pkcs7
            return
        }
        var ahead = reader
        let version = try? ahead.smallNumber()
        switch Self.tags(reader, 3) {
        case [.integer, .sequence] where version == 3, [.integer, .sequence, .sequence]:
            self = .pkcs12
        case [.integer, .sequence, .octetString]: self = .privateKeyInfo
        case [.integer, .octetString], [.integer, .octetString, .constructed(0)],
            [.integer, .octetString, .constructed(1)]:
            self = .ecPrivateKey
        case [.integer, .integer]: self = .rsaPublicKey
        case [.integer, .integer, .integer]: self = .rsaPrivateKey
        case [.sequence, .octetString]: self = .encryptedPrivateKeyInfo
        case [.sequence, .bitString]: self = .publicKeyInfo
        case [.sequence, .sequence, .bitString]:
            // Lists of revoked certificates and requests have these three too.
            var ahead = reader
            let fields = (try? ahead.enter(.sequence)).map { Self.tags($0, 4) } ?? []
            guard
                fields.first == .constructed(0)
                    || fields == [.integer, .sequence, .sequence, .sequence]
            else { return nil }
            self = .certificate
        default: return nil
        }
    }

    /// Returns the tags of the next elements. A broken element keeps its tag, so that the reader of the format says
    /// what is wrong with it.
    private static func tags(_ elements: LentDERReader, _ most: Int) -> [DERTag] {
        var elements = elements
        var tags: [DERTag] = []
        while tags.count < most, let tag = elements.peekTag() {
            tags.append(tag)
            guard (try? elements.whole()) != nil else { break }
        }
        return tags
    }
}
