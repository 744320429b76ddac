// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain
import Synchronization

/// Gives a test a keychain in a folder of its own.
public struct TestKeychain: Sendable {
    public let home: TemporaryHome
    public let keychain: Keychain

    /// - Parameter groups: The access groups of the program; nil: it is unsigned.
    public init(groups: [String]? = nil, home: TemporaryHome = TemporaryHome()) {
        self.home = home
        keychain = Keychain(home: home.path, groups: groups)
    }

    /// Gives the same store as another program sees it.
    public func asProgram(groups: [String]?) -> Keychain {
        Keychain(home: home.path, groups: groups)
    }
}

extension Query {
    /// Makes a query from pairs, for tests.
    public static func password(
        _ attributes: [Attribute: AttributeValue], limit: Limit? = nil
    ) throws(KeychainError) -> Query {
        var conditions = Conditions(attributes)
        conditions.limit = limit
        return try Query(.genericPassword, conditions)
    }
}

extension NewItem {
    /// Makes a generic password, for tests.
    public static func password(
        service: String, account: String = "", secret: String? = "secret",
        _ more: [Attribute: AttributeValue] = [:]
    ) throws(KeychainError) -> NewItem {
        var attributes = more
        attributes[.service] = .string(service)
        attributes[.account] = .string(account)
        return try NewItem(
            .genericPassword, attributes: attributes,
            secret: secret.map { SecretBytes(copying: $0.utf8) })
    }
}

extension SecretBytes {
    /// Copies the bytes out, for tests.
    public var copied: [UInt8] { withBytes { Array($0) } }
}
