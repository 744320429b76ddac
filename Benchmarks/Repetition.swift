import Foundation
import Security
import SwiftKeychain

/// One operation, repeated on a store that an earlier run made: a tool outside of the process counts
/// the instructions of two runs, and the difference is the cost of the repetitions.
struct Repetition {
    let home: String
    /// Items of the store.
    private let size = 1_000
    private let secret = [UInt8]("correct horse battery staple".utf8)

    private var keychain: Keychain { Keychain(home: home, groups: nil) }

    /// Makes the store.
    func makeStore() throws {
        let keychain = keychain
        for index in 0..<size { try keychain.add(item(service(index), account(index))) }
    }

    /// Runs an operation `count` times; false when there is none of this name.
    func run(_ operation: String, count: Int) throws -> Bool {
        let keychain = keychain
        switch operation {
        case "find":
            for index in 0..<count {
                let found = try keychain.find(query(index))
                precondition(found[0].secret?.count == secret.count)
            }
        case "miss":
            for index in 0..<count {
                let missing = try Query(
                    .genericPassword, .init([.service: .string("no such \(index)")]))
                precondition((try? keychain.find(missing)) == nil)
            }
        case "SecItem":
            let queries = (0..<size).map(dictionary)
            Keychain.$override.withValue(keychain) {
                for index in 0..<count {
                    var result: CFTypeRef?
                    let status = SecItemCopyMatching(queries[scattered(index)], &result)
                    precondition(status == errSecSuccess)
                }
            }
        case "add":
            for index in 0..<count { try keychain.add(item("new", "typed-\(index)")) }
        default: return false
        }
        return true
    }

    private func service(_ index: Int) -> String { "service-\(index / 20)" }
    private func account(_ index: Int) -> String { "account-\(index)" }
    private func scattered(_ index: Int) -> Int { (index &* 7919) % size }

    private func item(_ service: String, _ account: String) throws -> NewItem {
        try NewItem(
            .genericPassword,
            attributes: [
                .service: .string(service), .account: .string(account),
                .label: .string("a label of the usual length"),
            ], secret: SecretBytes(copying: secret))
    }

    private func query(_ index: Int) throws -> Query {
        let wanted = scattered(index)
        return try Query(
            .genericPassword,
            .init([.service: .string(service(wanted)), .account: .string(account(wanted))]))
    }

    private func dictionary(_ index: Int) -> CFDictionary {
        let query: [String: Any] = [
            kSecClass as String: kSecClassGenericPassword,
            kSecAttrService as String: service(index),
            kSecAttrAccount as String: account(index),
            kSecAttrSynchronizable as String: kSecAttrSynchronizableAny,
            kSecMatchLimit as String: kSecMatchLimitOne,
            kSecReturnData as String: true,
            kSecReturnAttributes as String: true,
            kSecUseDataProtectionKeychain as String: true,
        ]
        return query as CFDictionary
    }
}
