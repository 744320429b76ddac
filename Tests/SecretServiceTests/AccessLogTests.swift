// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain
import SwiftKeychainBus
import SwiftKeychainModel
import SwiftKeychainPeers
import SwiftKeychainService
import Testing

@testable import SwiftKeychainSecretBus
@testable import SwiftKeychainSecretService

/// What the log tells of the uses of items: each once, with the kind of the item and the outcome.
@Suite struct AccessLogTests {
    let harness = ServiceHarness()
    private let attributes: KeyValuePairs = ["xdg:schema": "org.example.Kind", "user": "jane"]

    private func calls() throws -> [String] {
        harness.service.log.flush()
        var log = AuditReaders(path: Location(home: harness.test.home.path).secretServiceLogPath)
        return try log.entries().map { "\($0.call) \($0.itemClass ?? "-") \($0.outcome)" }
    }

    private func setSecret(of path: String) throws {
        _ = try harness.call(
            path, ServiceNames.item, "SetSecret", [ServiceHarness.secret(harness.open(), "new")])
    }

    private func delete(_ path: String) throws {
        _ = try harness.call(path, ServiceNames.item, "Delete")
    }

    @Test func usesAreLogged() throws {
        let path = try harness.create("Label", attributes)
        try setSecret(of: path)
        _ = try harness.secret(of: path)
        try delete(path)
        let uses = ["CreateItem", "SetSecret", "GetSecret", "Delete"]
        #expect(try calls() == uses.map { "\($0) org.example.Kind ok" })
    }

    @Test func failuresAreLogged() throws {
        let path = try harness.create("Label", attributes)
        try harness.lock()
        #expect(failure { try harness.create("Label", attributes) } == "IsLocked")
        #expect(failure { try setSecret(of: path) } == "IsLocked")
        #expect(failure { _ = try harness.secret(of: path) } == "IsLocked")
        #expect(failure { try delete(path) } == "IsLocked")
        // What a locked item is isn't known.
        #expect(
            try calls() == [
                "CreateItem org.example.Kind ok", "CreateItem org.example.Kind IsLocked",
                "SetSecret - IsLocked", "GetSecret - IsLocked", "Delete - IsLocked",
            ])
    }
}
