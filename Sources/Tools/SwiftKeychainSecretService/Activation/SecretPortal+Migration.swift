// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainSecretBus

// The secrets of applications that another backend of the portal gave them, or this one. With any other secret an
// application can't read its files.
extension SecretPortal {
    /// The attribute by which gnome-keyring's backend keeps the secret of an application.
    static let applicationAttribute = "app_id"

    /// Stores the secret that another backend gave an application.
    ///
    /// - Returns: false if it is there already.
    /// - Throws: `duplicateItem` if the application has another secret, which stays.
    static func take(
        _ secret: SecretBytes, of application: String
    ) throws(KeychainError) -> Bool {
        guard secret.count > 0, !application.isEmpty else {
            throw KeychainError(.decode, "the secret of the application is missing")
        }
        var isNew = false
        do throws(KeychainError) {
            try Keychain.login.acting(for: [group]).add(newItem(secret, of: application))
            isNew = true
        } catch {
            guard error.code == .duplicateItem else { throw error }
        }
        guard try storedSecret(of: application) == secret else {
            throw KeychainError(
                .duplicateItem,
                "the application \(application) has another secret here, which stays")
        }
        return isNew
    }

    /// Returns the applications that have a secret, and why others can't be read.
    ///
    /// - Throws: `interactionNotAllowed` if they are locked.
    static func applications() throws(KeychainError) -> (names: [String], damage: KeychainError?) {
        let found = try Keychain.login.acting(for: [group]).candidates(
            Query(.genericPassword, .anywhere([.service: .string(interface)], limit: .all)))
        if !found.locked.isEmpty {
            throw KeychainError(
                .interactionNotAllowed, "the keychain is locked: security unlock-keychain")
        }
        return (found.items.compactMap { $0.stored[.account]?.text }, found.damage)
    }

    /// Returns the secret of an application; nil if it has none yet.
    ///
    /// - Throws: `decode` for an item without a secret.
    static func storedSecret(of application: String) throws(KeychainError) -> SecretBytes? {
        let found = try Keychain.login.acting(for: [group]).findAny(
            Query(.genericPassword, .init(key(of: application))),
            returning: [.attributes, .secret])
        if found.isEmpty { return nil }
        guard let secret = found[0].secret, secret.count > 0 else {
            throw KeychainError(.decode, "the secret of the application is missing")
        }
        return secret
    }
}

extension SecretPortal {
    /// The folder of a wallet in which KWallet's backend keeps the secrets. Such an item has a label of folder and
    /// application. KWallet gives it attributes, `server` for the folder, only after it is started again.
    private static let walletFolder = "xdg-desktop-portal"

    /// Returns the application whose secret an item of another backend is; nil for another item. gnome-keyring 48 gives
    /// it a schema, 42 no further attribute.
    static func application(of item: SecretClient.Item) throws(KeychainError) -> String? {
        let attributes = try LookupAttributes(texts: item.attributes)
        let schemas = [ServiceNames.genericSchema, "org.freedesktop.portal.Secret"]
        let others = attributes.pairs.filter {
            $0.name != LookupAttributes.schema || !schemas.contains($0.value)
        }
        let start = walletFolder + "/"
        if others.isEmpty || attributes["server"] == walletFolder, item.label.hasPrefix(start) {
            return String(item.label.dropFirst(start.count))
        }
        return others.count == 1 ? attributes[applicationAttribute] : nil
    }

    /// An item in which another backend looks for the secret of an application.
    struct ForeignItem {
        let label: String
        let attributes: [(String, String)]
        let contentType: String

        init(of application: String, inKWallet: Bool) {
            if inKWallet {
                label = "\(walletFolder)/\(application)"
                attributes = []
                // KWallet refuses other bytes than UTF-8 as text.
                contentType = "application/octet-stream"
            } else {
                label = "Secret of \(application)"
                attributes = [(applicationAttribute, application)]
                contentType = SecretItem.plainText
            }
        }
    }
}
