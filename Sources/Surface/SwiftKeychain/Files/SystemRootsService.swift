// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainPKI

/// The service of the system's keychains of macOS: read-only views of the certificates that the system
/// trusts. Every program may search them.
struct SystemRootsService: ReadOnlyService {
    static let paths = [
        "/Library/Keychains/System.keychain",
        "/System/Library/Keychains/SystemRootCertificates.keychain",
        "/System/Library/Keychains/SystemCACertificates.keychain",
    ]

    let absence = "no root of the system matches"

    func refusal(at location: Location) -> KeychainError {
        KeychainError(
            .readOnly,
            "\(location.databasePath): can only be read; to make the system trust a root, use"
                + " security add-trusted-cert -d")
    }

    /// Makes items of the certificates of the system's bundle.
    ///
    /// - Throws: `itemNotFound` if this machine has no bundle: another error would end a search in other keychains too.
    func items(of query: Query) throws(KeychainError) -> [Item] {
        guard query.itemClass ?? .certificate == .certificate else { return [] }
        guard SystemAnchors.shared.hasBundle else {
            throw KeychainError(.itemNotFound, SystemBundle.missing)
        }
        return try SystemAnchors.shared.certificates.map(Item.init(view:))
    }
}

extension Keychain {
    /// Whether this is a view of the certificates that the system trusts.
    package var isViewOfSystemRoots: Bool { SystemRootsService.paths.contains(path) }
}

extension Item {
    /// Makes an item of a certificate that isn't stored, with a reference made of its digest.
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
