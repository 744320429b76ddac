// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftKeychain
import KeychainTestSupport
import Security
import Synchronization
import Testing

@testable import KeychainWrappers

/// Collects the lines that wrappers report.
final class Reports: Sendable {
    private let collected = Mutex<[String]>([])
    var lines: [String] { collected.withLock { $0 } }
    func add(_ line: String) { collected.withLock { $0.append(line) } }
}

/// Runs `body` on a store of its own, as a program with the given access groups; nil: unsigned.
func onOwnStore(groups: [String]? = nil, _ body: (Reports) throws -> Void) throws {
    let test = TestKeychain(groups: groups)
    // The folder is removed with the object.
    try withExtendedLifetime(test) { try on(test.keychain, body) }
}

/// Runs `body` where no store can be made: below a file.
func withoutStore(_ body: (Reports) throws -> Void) throws {
    let home = TemporaryHome()
    let file = home.path + "/file"
    try Data().write(to: URL(fileURLWithPath: file))
    try withExtendedLifetime(home) { try on(Keychain(home: file, groups: nil), body) }
}

private func on(_ keychain: Keychain, _ body: (Reports) throws -> Void) throws {
    let reports = Reports()
    let write: @Sendable (String) -> Void = { line in reports.add(line) }
    try FailureReport.$write.withValue(write) { () throws -> Void in
        try Keychain.$override.withValue(keychain) { () throws -> Void in
            try body(reports)
        }
    }
}

/// Runs `body` on a store of its own, with tasks.
func onOwnStoreWithTasks(_ body: (Reports) async throws -> Void) async throws {
    let test = TestKeychain()
    let reports = Reports()
    let write: @Sendable (String) -> Void = { line in reports.add(line) }
    try await FailureReport.$write.withValue(write) { () async throws -> Void in
        try await Keychain.$override.withValue(test.keychain) { () async throws -> Void in
            try await body(reports)
        }
    }
    withExtendedLifetime(test) {}
}

/// Gives all generic passwords of the store; none when there are none.
func stored() throws -> [Item] {
    let query = try Query(.genericPassword, .anywhere(limit: .all))
    do throws(KeychainError) {
        return try Keychain.default.find(query, returning: [.attributes, .secret])
    } catch {
        if error.code == .itemNotFound { return [] }
        throw error
    }
}

/// Gives one attribute of every generic password of the store, as text; "-" where it is not text.
func texts(_ attribute: Attribute) throws -> [String] {
    try stored().map { item in
        if case .string(let text)? = item[attribute] { return text }
        return "-"
    }
}

/// Adds a generic password as another program would.
func add(_ attributes: [CFString: Any]) throws {
    let item = attributes.merging([kSecClass: kSecClassGenericPassword]) { _, new in new }
    try WrapperError.check(SecItemAdd(item as CFDictionary, nil))
}

extension Item {
    /// The secret as text.
    var text: String? { secret.map { String(decoding: $0.copied, as: UTF8.self) } }
}
