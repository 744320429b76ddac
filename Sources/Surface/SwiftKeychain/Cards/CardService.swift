// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainCards
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainPKI

/// The service of the certificates, keys and identities on smart cards, which every program may read. They are read
/// from the cards in each call, and can't be changed.
struct CardService: KeychainService {
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
        case .countItemsThatNeedPasscode: return .count(0)
        case .filesSetAside: return .paths([])
        case .examine: return .findings([])
        default:
            return .failed(Keychain.cardsAreReadOnly)
        }
    }

    /// Lists the objects of the cards, and returns those that match.
    private static func find(_ find: Find) throws(KeychainError) -> Reply {
        let query = find.search.query
        var items: [Item] = []
        for item in try Self.items(of: query)
        where query.matches(item) && find.search.chosen?.contains(item.reference) ?? true {
            items.append(item)
        }
        if find.page != nil {
            return .page(Reply.Page(items: items, next: nil, damage: nil, stop: nil))
        }
        if let list = query.itemList {
            items.sort { list.firstIndex(of: $0.reference)! < list.firstIndex(of: $1.reference)! }
        }
        if let limit = query.count(standard: .one) { items = Array(items.prefix(limit)) }
        if items.isEmpty { throw KeychainError(.itemNotFound, "no item of a smart card matches") }
        return .items(items)
    }

    /// Makes items of what is on the cards now, of the classes that may match.
    private static func items(of query: Query) throws(KeychainError) -> [Item] {
        // A password needs no look at the cards.
        if query.itemClass?.isPassword == true { return [] }
        var items: [Item] = []
        for object in try CardToken.objects() { items.append(try Item(object)) }
        let certificates = items.filter { $0.itemClass == .certificate }
        for certificate in certificates {
            for key in items where key.itemClass == .key {
                if certificate.stored[.tokenID] == key.stored[.tokenID],
                    Query.makeIdentity(certificate, key)
                {
                    items.append(Item(identity: certificate, key))
                }
            }
        }
        return items
    }
}

extension Item {
    /// Makes an item of an object of a card.
    fileprivate convenience init(_ object: CardObject) throws(KeychainError) {
        var stored: [Attribute: AttributeValue]
        var secret: SecretBytes?
        switch object.content {
        case .certificate(let certificate):
            stored = try NewItem.certificate(certificate).attributes
            secret = SecretBytes(copying: certificate.der)
        case .publicKey(let key):
            stored = key.attributes
            stored[.publicKey] = .data(key.publicBytes)
            secret = SecretBytes(copying: key.publicBytes)
        case .privateKey(let key, let usage):
            stored = key.attributes(as: .private)
            stored[.publicKey] = .data(key.publicBytes)
            let isRSA = key.type == .rsa
            stored.merge([
                .isSensitive: .boolean(true), .wasAlwaysSensitive: .boolean(true),
                .isExtractable: .boolean(false), .wasNeverExtractable: .boolean(true),
                .isModifiable: .boolean(false),
                .canSign: .boolean(usage?.signs ?? true),
                // A key on an elliptic curve decrypts by key exchange.
                .canDecrypt: .boolean(isRSA ? usage?.decrypts ?? true : usage?.derives ?? true),
                .canUnwrap: .boolean(isRSA ? usage?.decrypts ?? true : usage?.derives ?? true),
                .canDerive: .boolean(!isRSA && usage?.derives ?? true),
            ]) { $1 }
        }
        if !object.label.isEmpty {
            stored[.label] =
                String(validating: object.label, as: UTF8.self).map { .string($0) }
                ?? .data(object.label)
        }
        stored[.tokenID] = .string(object.token.id)
        self.init(
            reference: PersistentReference(itemClass: object.itemClass, uuid: object.uuid),
            revision: 1, accessGroup: Keychain.cardGroup,
            accessControl: AccessControl(plain: .always), synchronizable: false,
            isTombstone: false, stored: stored, secret: secret)
    }
}
