import SwiftKeychain
import SwiftKeychainMemory
import SwiftKeychainModel

/// The keychains of the system on macOS: read-only views of the certificates that the system trusts.
enum SystemRoots {
    private static let paths = [
        "/Library/Keychains/System.keychain",
        "/System/Library/Keychains/SystemRootCertificates.keychain",
        "/System/Library/Keychains/SystemCACertificates.keychain",
    ]

    struct Found {
        let certificate: Certificate
        let item: Item
        let path: String
    }

    static func isNamed(_ word: [UInt8]) -> Bool { paths.contains { Array($0.utf8) == word } }

    /// Returns the certificates that the system trusts.
    static func certificates() throws(CommandFailure) -> [Certificate] {
        guard TrustRequest.hasSystemBundle else { throw .message(SystemBundle.missing) }
        return TrustRequest.systemAnchors()
    }

    /// Returns the selected certificates, if one of the words names a keychain of the system.
    static func find(
        _ words: [[UInt8]], _ selection: CertificateSelection
    ) throws(CommandFailure) -> [Found] {
        guard let word = words.first(where: isNamed) else { return [] }
        let path = String(decoding: word, as: UTF8.self)
        var found: [Found] = []
        for certificate in try certificates() where selection.matches(certificate) {
            let item = try calling(KeychainSearch.function) { () throws(KeychainError) in
                try Item(view: certificate)
            }
            found.append(Found(certificate: certificate, item: item, path: path))
        }
        return found
    }
}

extension Item {
    /// Makes an item of a certificate that isn't stored.
    fileprivate convenience init(view certificate: Certificate) throws(KeychainError) {
        self.init(
            reference: PersistentReference(
                itemClass: .certificate,
                uuid: Array(HashFunction.sha256.digest(certificate.der).prefix(16))),
            revision: 1, accessGroup: "", accessControl: AccessControl(plain: .always),
            synchronizable: false, isTombstone: false,
            stored: try NewItem.certificate(certificate).attributes,
            secret: SecretBytes(copying: certificate.der))
    }
}
