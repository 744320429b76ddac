// SPDX-License-Identifier: Apache-2.0
import Foundation
import Security
import SwiftKeychain

/// The items that a saved right consists of: a key pair and a generic password in the login keychain.
/// The private key and the password open only for a context in which the user authenticated.
struct RightItems: Sendable {
    private static let label = "LocalAuthentication right"

    private let identifier: String

    init(_ identifier: String) { self.identifier = identifier }

    private var tag: [UInt8] { Array("\(Self.label): \(identifier)".utf8) }

    private var password: [Attribute: AttributeValue] {
        [.service: .string(Self.label), .account: .string(identifier)]
    }

    /// Adds the items of a new right, all or none.
    func add(secret: Data?) throws {
        try Self.failing {
            let guarded: [Attribute: AttributeValue] = [
                .label: .string(Self.label),
                .accessControl: .data(
                    try AccessControl(
                        protection: .whenUnlockedThisDeviceOnly, flags: .userPresence
                    ).encoded()),
            ]
            let key = try callPKI(CryptoKey.generate(.ellipticCurve, bits: 256))
            let tag = [Attribute.applicationTag: AttributeValue.data(tag)]
            let open: [Attribute: AttributeValue] = [
                .label: .string(Self.label),
                .accessible: .string(ProtectionClass.whenUnlockedThisDeviceOnly.rawValue),
            ]
            // The password collides with that of a right of the same identifier.
            _ = try Keychain.login.add(
                [
                    NewItem(
                        .genericPassword, attributes: guarded.merging(password) { $1 },
                        secret: secret.map { SecretBytes(copying: $0) }),
                    .key(
                        key,
                        guarded.merging(tag) { $1 }.merging([.isExtractable: .boolean(false)]) {
                            $1
                        }),
                    .key(callPKI(key.publicKey()), open.merging(tag) { $1 }),
                ], duplicates: .refused)
        }
    }

    /// Returns the secret.
    func secret(_ context: LAContext) throws -> Data {
        try Self.failing {
            let found = try Keychain.login.find(
                Query(.genericPassword, .init(password)), returning: .secret,
                asking: Authentication(policy: .fail, context: context._keychainContext))
            guard let secret = found[0].secret else {
                throw KeychainError(.itemNotFound, "right: it was saved without a secret")
            }
            return secret.withBytes { Data($0) }
        }
    }

    /// Returns one of the keys.
    ///
    /// - Parameter context: opens the private key.
    func key(_ keyClass: CFString, _ context: LAContext? = nil) throws -> SecKey {
        var query: [CFString: Any] = [
            kSecClass: kSecClassKey, kSecAttrKeyClass: keyClass, kSecReturnRef: true,
            kSecAttrApplicationTag: Data(tag), kSecMatchSearchList: [SecKeychain(.login)],
        ]
        query[kSecUseAuthenticationContext] = context
        var found: CFTypeRef?
        let status = SecItemCopyMatching(query as CFDictionary, &found)
        guard status == errSecSuccess, let key = found as? SecKey else {
            throw Self.error(status, LastError.current?.detail)
        }
        return key
    }

    /// Deletes the items.
    func delete() throws {
        try Self.delete([
            (.key, [.applicationTag: .data(tag)]), (.genericPassword, password),
        ])
    }

    /// Deletes the items of every right.
    static func deleteAll() throws {
        do {
            try delete([
                (.key, [.label: .string(label)]), (.genericPassword, [.service: .string(label)]),
            ])
        } catch let error as NSError where error.code == Int(errSecItemNotFound) {}
    }

    /// Deletes what each of the searches finds; fails if none finds anything.
    private static func delete(_ searches: [(ItemClass, [Attribute: AttributeValue])]) throws {
        try failing {
            var missing: KeychainError?
            var count = 0
            for (itemClass, attributes) in searches {
                do throws(KeychainError) {
                    count += try Keychain.login.delete(Query(itemClass, .init(attributes)))
                } catch {
                    guard error.code == .itemNotFound else { throw error }
                    missing = error
                }
            }
            if count == 0, let missing { throw missing }
        }
    }
}

extension RightItems {
    /// Runs calls of the keychain, and throws their errors as those of its functions.
    private static func failing<Result>(
        _ body: () throws -> Result
    ) throws -> Result {
        do throws(KeychainError) {
            return try translating(body)
        } catch {
            throw Self.error(error.code.rawValue, error.detail)
        }
    }

    /// Makes the error for a status. An item that would ask the user counts as not authorized.
    private static func error(_ status: OSStatus, _ detail: String?) -> any Error {
        if status == errSecInteractionNotAllowed { return LAError(.notInteractive) }
        var userInfo: [String: Any] = [:]
        userInfo[NSLocalizedDescriptionKey] = SecCopyErrorMessageString(status, nil) as String?
        userInfo[NSDebugDescriptionErrorKey] = detail
        return NSError(domain: NSOSStatusErrorDomain, code: Int(status), userInfo: userInfo)
    }
}
