import Foundation
import Security
import SwiftKeychain

/// One operation, repeated on a store that an earlier run made: a tool outside of the process counts
/// the instructions of two runs, and the difference is the cost of the repetitions.
struct Repetition {
    let home: String
    private let items = SampleItems(size: 1_000)

    private var keychain: Keychain { Keychain(home: home, groups: nil) }

    /// Makes the store.
    func makeStore() throws {
        let keychain = keychain
        for index in 0..<items.size { try keychain.add(items.item(index)) }
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
        case "add":
            for index in 0..<count { try keychain.add(items.item("new", "typed-\(index)")) }
        default: return false
        }
        return true
    }
}
