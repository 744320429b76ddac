/// Tells what DER holds by the tags of its first elements.
enum DERShape {
    case certificate, publicKeyInfo, privateKeyInfo, encryptedPrivateKeyInfo
    case rsaPublicKey, rsaPrivateKey, ecPrivateKey
    case pkcs7, pkcs12

    /// Looks at bytes; nil for a shape that nothing here has.
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
        var outer = LentDERReader(bytes)
        guard var reader = try? outer.enter(.sequence), outer.isAtEnd else { return nil }
        if reader.peekTag() == .objectIdentifier {
            self = .pkcs7
            return
        }
        let version = reader.peekTag() == .integer ? Self.version(reader) : nil
        var tags: [DERTag] = []
        while tags.count < 4, let tag = reader.peekTag() {
            tags.append(tag)
            guard (try? reader.whole()) != nil else { break }
        }
        switch tags.prefix(3) {
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
        case [.sequence, .sequence, .bitString]: self = .certificate
        default: return nil
        }
    }

    private static func version(_ reader: LentDERReader) -> Int? {
        var reader = reader
        return try? reader.smallNumber()
    }
}
