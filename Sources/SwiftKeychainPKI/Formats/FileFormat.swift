/// Names the format of a file; the numbers are those of `SecExternalFormat`.
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

    /// Finds the format that the extension of a file's name promises; `name` may be the extension
    /// alone.
    init?(fileName name: String) {
        let word = name.split(separator: "/").last?.split(separator: ".").last ?? ""
        switch word.lowercased() {
        case "p12", "pfx": self = .pkcs12
        case "p7b", "p7c", "p7", "p7r": self = .pkcs7
        case "p8", "pk8": self = .wrappedPKCS8
        case "cer", "crt", "der": self = .certificate
        case "pem": self = .pemSequence
        case "pub": self = .openSSH
        case "key": self = .openSSL
        default: return nil
        }
    }
}

/// Names what a file holds; the numbers are those of `SecExternalItemType`.
public enum FileKind: UInt32, Sendable {
    case unknown = 0
    case privateKey = 1
    case publicKey = 2
    case sessionKey = 3
    case certificate = 4
    case aggregate = 5

    /// Tells the kind of items: that of a single one, several are an aggregate.
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
