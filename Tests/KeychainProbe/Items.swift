// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain

/// Makes items whose secret tells their name, so that a swapped one is noticed.
enum Items {
    static func item(_ service: String, _ account: String) throws(KeychainError) -> NewItem {
        try NewItem(
            .genericPassword,
            attributes: [.service: .string(service), .account: .string(account)],
            secret: SecretBytes(copying: "\(service)/\(account)".utf8))
    }

    /// Asks for all items of a service, or for every one.
    static func all(_ service: String? = nil) throws(KeychainError) -> Query {
        var conditions = Query.Conditions()
        if let service { conditions.attributes[.service] = .string(service) }
        conditions.limit = .all
        return try Query(.genericPassword, conditions)
    }

    static func one(_ service: String, _ account: String) throws(KeychainError) -> Query {
        try Query(
            .genericPassword,
            Query.Conditions([.service: .string(service), .account: .string(account)]))
    }

    /// Tells whether an item holds the secret that its name says.
    static func isRight(_ item: Item) -> Bool {
        guard let service = item[.service]?.text, let account = item[.account]?.text,
            let secret = item.secret
        else { return false }
        return secret.withBytes { $0.elementsEqual("\(service)/\(account)".utf8) }
    }
}
