// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainPKI
import SwiftKeychainMemory
import SwiftKeychainModel

// Preferred identities and certificates are stored in the keychain, like trust settings: a generic
// password for each name and set of uses, in an access group that no program is given. Only programs that may use every
// group reach it by `SecItem…`.
extension Keychain {
    /// Returns the preferred certificate, or the preferred identity's, for a name: the one set for the
    /// nearest name. Returns nil if there is none, or no keychain yet.
    ///
    /// A preference applies if it was set for the same uses, or for all; without uses, any applies.
    ///
    /// - Throws: as ``Keychain/find(_:returning:asking:)``; `decode` for a damaged preference.
    package func preferredCertificate(
        for wanted: IdentityPreference
    ) throws(KeychainError) -> Certificate? {
        guard try hasFile else { return nil }
        var nearest: (item: Item, rank: (Int, Int, Int))?
        let group = AttributeValue.string(Caller.identityPreferencesGroup)
        let items = try preferences.findAny(
            try Self.preferenceQuery([.accessGroup: group]), returning: [.attributes, .secret])
        for item in items {
            guard let nearness = wanted.nearness(of: item[.account]?.text ?? "") else { continue }
            let service = item[.service]?.text ?? ""
            guard service.prefix(while: { $0 != " " }) == wanted.kind.rawValue else { continue }
            let isForAll = service == wanted.kind.service([])
            let isForThese = service == wanted.kind.service(wanted.uses)
            guard isForAll || isForThese || wanted.uses.isEmpty else { continue }
            let rank = (nearness.kind, nearness.length, isForThese ? 1 : 0)
            if nearest.map({ $0.rank < rank }) ?? true { nearest = (item, rank) }
        }
        guard let nearest else { return nil }
        return try Certificate(nearest.item)
    }

    /// Sets the preferred certificate, or identity, for a name and its uses; nil removes it.
    ///
    /// - Throws: `itemNotFound` if there is none to remove; as ``add(_:asking:)``.
    package func prefer(
        _ certificate: Certificate?, for preference: IdentityPreference
    ) throws(KeychainError) {
        let attributes: [Attribute: AttributeValue] = [
            .service: .string(preference.kind.service(preference.uses)),
            .account: .string(preference.name),
            .accessGroup: .string(Caller.identityPreferencesGroup),
        ]
        guard let certificate else {
            guard try hasFile else {
                throw KeychainError(.itemNotFound, "preference: not found")
            }
            try preferences.delete(try Self.preferenceQuery(attributes))
            return
        }
        let secret = SecretBytes(copying: certificate.der)
        // Servers start before any user has logged in.
        let accessible = AttributeValue.string(ProtectionClass.always.rawValue)
        try preferences.put(
            try NewItem(
                .genericPassword, attributes: attributes.merging([.accessible: accessible]) { $1 },
                secret: secret),
            orUpdate: try Self.preferenceQuery(attributes), try Change([:], secret: secret))
    }

    private var preferences: Keychain { acting(for: [Caller.identityPreferencesGroup]) }

    private static func preferenceQuery(
        _ attributes: [Attribute: AttributeValue]
    ) throws(KeychainError) -> Query {
        try Query(.genericPassword, Query.Conditions(attributes, limit: .all))
    }
}

extension IdentityPreference.Kind {
    /// Returns the service of the item that stores a preference for these uses.
    fileprivate func service(_ uses: Set<Attribute>) -> String {
        ([rawValue] + uses.map(\.rawValue).sorted()).joined(separator: " ")
    }
}

extension Certificate {
    /// Looks for the private key in the searched keychains.
    ///
    /// - Throws: `itemNotFound` if none has it; the error of one that can't be searched if no other has it.
    package func requireStoredKey() throws(KeychainError) {
        let bytes = try callPKI(publicKey.cryptoKey()).publicBytes
        try SearchList.standard.find(limit: .one, named: 1) { keychain, _ in
            try keychain.references(to: .private, publicKey: bytes, label: publicKeyHash).count
        }
    }
}
