// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain

/// A query together with how the call goes about the user.
public struct AskedQuery: Sendable {
    public let query: Query
    public let authentication: Authentication

    public init(_ query: Query, _ authentication: Authentication) {
        self.query = query
        self.authentication = authentication
    }
}

extension Keychain {
    public func find(
        _ asked: AskedQuery, returning parts: Item.Parts = [.attributes, .secret]
    ) throws(KeychainError) -> [Item] {
        try find(asked.query, returning: parts, asking: asked.authentication)
    }

    @discardableResult
    public func update(_ asked: AskedQuery, _ change: Change) throws(KeychainError) -> Int {
        try update(asked.query, change, asking: asked.authentication)
    }

    @discardableResult
    public func delete(_ asked: AskedQuery) throws(KeychainError) -> Int {
        try delete(asked.query, matching: nil, asking: asked.authentication)
    }
}
