// SPDX-License-Identifier: Apache-2.0
import Foundation
import Security
import SwiftKeychain
import SwiftKeychainABI

/// One operation, repeated on a store that an earlier run made: a tool outside of the process counts
/// the instructions of two runs, and the difference is the cost of the repetitions.
struct Repetition {
    let home: String
    private let items = SampleItems(size: 1_000)

    private var keychain: Keychain { Keychain(home: home, groups: nil) }
    private var floorPath: String { home + "/floor.db" }

    /// Makes the store, and the floor's database.
    func makeStore() throws {
        let keychain = keychain
        for index in 0..<items.size { try keychain.add(items.item(index)) }
        let floor = Floor(path: floorPath, model: keychain.path)
        floor.bulk {
            for index in 0..<items.size { floor.add(items, index, bulk: true) }
        }
    }

    /// Runs an operation `count` times; false when there is none of this name.
    func run(_ operation: String, count: Int) throws -> Bool {
        let keychain = keychain
        switch operation {
        case "find":
            for index in 0..<count {
                let found = try keychain.find(items.query(items.scattered(index)))
                precondition(found[0].secret?.count == items.secret.count)
            }
        case "miss":
            for index in 0..<count {
                let missing = try Query(
                    .genericPassword, .init([.service: .string("no such \(index)")]))
                precondition((try? keychain.find(missing)) == nil)
            }
        case "SecItem":
            let queries = (0..<items.size).map(items.dictionary)
            Keychain.$override.withValue(keychain) {
                for index in 0..<count {
                    var result: CFTypeRef?
                    let status = SecItemCopyMatching(queries[items.scattered(index)], &result)
                    precondition(status == errSecSuccess)
                }
            }
        case "SecItem-miss":
            Keychain.$override.withValue(keychain) {
                for index in 0..<count {
                    let query: NSDictionary = [
                        kSecClass: kSecClassGenericPassword, kSecReturnData: true,
                        kSecAttrService: "no such \(index)",
                    ]
                    var result: CFTypeRef?
                    let status = SecItemCopyMatching(query, &result)
                    precondition(status == errSecItemNotFound)
                }
            }
        case "SecItem-add":
            Keychain.$override.withValue(keychain) {
                for index in 0..<count {
                    let item: NSDictionary = [
                        kSecClass: kSecClassGenericPassword, kSecAttrService: "new",
                        kSecAttrAccount: "SecItem-\(index)", kSecValueData: Data("secret".utf8),
                    ]
                    precondition(SecItemAdd(item, nil) == errSecSuccess)
                }
            }
        case "sign":
            Keychain.$override.withValue(keychain) {
                let parameters: NSDictionary = [
                    kSecAttrKeyType: kSecAttrKeyTypeEC, kSecAttrKeySizeInBits: 256,
                    kSecAttrIsPermanent: true,
                ]
                let key = SecKeyCreateRandomKey(parameters, nil)!
                for _ in 0..<count {
                    let signature = SecKeyCreateSignature(
                        key, .ecdsaSignatureMessageX962SHA256, NSData(), nil)
                    precondition(signature != nil)
                }
            }
        case "C":
            let queries = (0..<items.size).map { CoreFoundationCopy.make(items.dictionary($0))! }
            Keychain.$override.withValue(keychain) {
                for index in 0..<count { copyMatching(queries[items.scattered(index)]) }
            }
        case "add":
            for index in 0..<count { try keychain.add(items.item("new", "typed-\(index)")) }
        default: return runFloor(operation, count: count)
        }
        return true
    }

    private func runFloor(_ operation: String, count: Int) -> Bool {
        let floor = Floor(path: floorPath, model: keychain.path)
        switch operation {
        case "floor-find":
            for index in 0..<count {
                precondition(floor.find(items, items.scattered(index)))
            }
        case "floor-miss":
            for index in 0..<count {
                precondition(!floor.find(service: "no such \(index)", account: "x"))
            }
        case "floor-add":
            for index in 0..<count {
                floor.add(service: "new", account: "floor-\(index)", secret: items.secret)
            }
        default: return false
        }
        return true
    }
}
