// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainPKI

/// The service of the system's keychains of macOS: read-only views of the certificates that the system
/// trusts. Every program may search them.
struct SystemRootsService: KeychainService {
    static let paths = [
        "/Library/Keychains/System.keychain",
        "/System/Library/Keychains/SystemRootCertificates.keychain",
        "/System/Library/Keychains/SystemCACertificates.keychain",
    ]

    func perform(_ request: Request, in call: Call) -> Reply {
        switch request.operation {
        case .find(let find):
            do throws(KeychainError) {
                return try Self.find(find)
            } catch {
                return .failed(error)
            }
        case .status:
            return .status(
                Reply.LockStatus(
                    lockState: .unlocked, hasPasscode: false, mark: nil,
                    reasonUnlockedHereAlone: nil))
        case .lock, .unlock, .requireKeychain: return .done
        case .settings: return .settings(LockSettings())
        case .file: return .file(Reply.FileState(exists: true, mayRead: true, mayWrite: false))
        case .countItemsThatNeedPasscode, .countItems: return .count(0)
        case .filesSetAside: return .paths([])
        case .examine: return .findings([])
        default:
            return .failed(
                KeychainError(
                    .readOnly,
                    "\(request.location.databasePath): can only be read; to make the system trust "
                        + "a root, use security add-trusted-cert -d"))
        }
    }

    /// Returns the certificates of the system's bundle that match.
    ///
    /// - Throws: `itemNotFound` if this machine has no bundle.
    private static func find(_ find: Find) throws(KeychainError) -> Reply {
        let query = find.search.query
        var items: [Item] = []
        if query.itemClass ?? .certificate == .certificate {
            // Not a failure, which would end a search in other keychains too.
            guard TrustRequest.hasSystemBundle else {
                throw KeychainError(.itemNotFound, SystemBundle.missing)
            }
            for certificate in TrustRequest.systemAnchors() {
                let item = try Item(view: certificate)
                if query.matches(item), find.search.chosen?.contains(item.reference) ?? true {
                    items.append(item)
                }
            }
        }
        if find.page != nil {
            return .page(Reply.Page(items: items, next: nil, damage: nil, stop: nil))
        }
        if let list = query.itemList {
            items.sort { list.firstIndex(of: $0.reference)! < list.firstIndex(of: $1.reference)! }
        }
        if let limit = query.count(standard: .one) { items = Array(items.prefix(limit)) }
        if items.isEmpty { throw KeychainError(.itemNotFound, "no root of the system matches") }
        return .items(items)
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
