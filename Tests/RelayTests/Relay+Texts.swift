// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import SwiftKeychainRelay

extension Relay {
    func text(_ name: RelayName) throws -> String? {
        try get(name, most: 100).map { String(decoding: $0, as: UTF8.self) }
    }
}

extension RelayPublication.Outcome {
    func tag() throws -> RelayTag {
        let tag: RelayTag? = if case .published(let tag) = self { tag } else { nil }
        return try #require(tag)
    }
}

extension RelayFailure {
    /// Runs `body` and gives what it throws; nil for success.
    static func thrown(by body: () throws -> Void) -> RelayFailure? {
        do { try body() } catch { return error as? RelayFailure }
        return nil
    }
}
