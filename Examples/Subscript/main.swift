// SPDX-License-Identifier: Apache-2.0
import Foundation
import Security

// A keychain with a subscript, as the wrapper KeychainAccess offers it, and with a named store, as Valet
// does: everything such wrappers do are these four calls.

struct KeychainError: Error { let status: OSStatus }

struct Passwords {
    let service: String

    private func item(_ account: String) -> [String: Any] {
        [
            kSecClass as String: kSecClassGenericPassword,
            kSecAttrService as String: service,
            kSecAttrAccount as String: account,
        ]
    }

    func get(_ account: String) throws -> String? {
        let query = item(account).merging([kSecReturnData as String: true]) { $1 }
        var result: CFTypeRef?
        let status = SecItemCopyMatching(query as CFDictionary, &result)
        // Only this status means that there is none; locked and damaged items have statuses of their own.
        if status == errSecItemNotFound { return nil }
        guard status == errSecSuccess, let data = result as? Data else {
            throw KeychainError(status: status)
        }
        return String(decoding: data, as: UTF8.self)
    }

    func set(_ password: String?, for account: String) throws {
        guard let password else {
            let status = SecItemDelete(item(account) as CFDictionary)
            guard [errSecSuccess, errSecItemNotFound].contains(status) else {
                throw KeychainError(status: status)
            }
            return
        }
        let data: [String: Any] = [kSecValueData as String: Data(password.utf8)]
        var status = SecItemUpdate(item(account) as CFDictionary, data as CFDictionary)
        if status == errSecItemNotFound {
            status = SecItemAdd(item(account).merging(data) { $1 } as CFDictionary, nil)
        }
        guard status == errSecSuccess else { throw KeychainError(status: status) }
    }

    /// A subscript can't throw on assignment, so a failed call is dropped here, as in KeychainAccess.
    subscript(account: String) -> String? {
        get { try? get(account) }
        nonmutating set { try? set(newValue, for: account) }
    }
}

let passwords = Passwords(service: "example.subscript")
passwords["ann"] = "secret"
print(passwords["ann"] ?? "none")
try passwords.set("changed", for: "ann")
print(try passwords.get("ann") ?? "none")
passwords["ann"] = nil
print(passwords["ann"] ?? "none")
