// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainCards
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainPKI

/// The service of the certificates, keys and identities on smart cards, which every program may read. They are read
/// from the cards in each call, and can't be changed.
struct CardService: ReadOnlyService {
    let absence = "no item of a smart card matches"

    func refusal(at location: Location) -> KeychainError { Keychain.cardsAreReadOnly }

    /// Makes items of what is on the cards now, of the classes that may match.
    func items(of query: Query) throws(KeychainError) -> [Item] {
        // A password needs no look at the cards.
        if query.itemClass?.isPassword == true { return [] }
        var items = try CardToken.objects().map(Item.init(of:))
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
    fileprivate convenience init(of object: CardObject) throws(KeychainError) {
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
            revision: 1, accessGroup: Caller.tokenGroup,
            accessControl: AccessControl(plain: .always), synchronizable: false,
            isTombstone: false, stored: stored, secret: secret)
    }
}
