// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain
import SwiftKeychainBus
import SwiftKeychainMemory
import SwiftKeychainModel
import Testing

@testable import SwiftKeychainSecretBus
@testable import SwiftKeychainSecretService

/// Clients that are confined: for each, only what it made exists.
@Suite struct ConfinedTests {
    let harness: ServiceHarness
    private let confined = ":1.2"
    private let other = ":1.3"
    private let absent = ServiceHarness.login + "/" + String(repeating: "0", count: 32)

    init() {
        var settings = SecretServiceSettings()
        settings.confines = true
        harness = ServiceHarness(settings)
        let callers = harness.service.callers
        callers.note(":1.1", Callers.Caller())
        callers.note(confined, Callers.Caller(application: "org.a"))
        callers.note(other, Callers.Caller(application: "org.b"))
    }

    @Test(arguments: [ServiceHarness.login, ServiceHarness.session])
    func itemsOfOthersAreAsIfAbsent(_ collection: String) throws {
        let path = try harness.create("Label", ["a": "1"], in: collection)
        let session = try harness.open(from: confined)
        let interface = ServiceNames.item
        for path in [path, absent] {
            let calls: [(String, String, [BusValue])] = [
                (interface, "GetSecret", [.path(session)]),
                (interface, "SetSecret", [ServiceHarness.secret(session, "mine")]),
                (interface, "Delete", []),
                (ServiceNames.properties, "Get", [.string(interface), .string("Label")]),
                (ServiceNames.properties, "GetAll", [.string(interface)]),
                (
                    ServiceNames.properties, "Set",
                    [.string(interface), .string("Label"), .variant(.string("mine"))]
                ),
                (
                    ServiceNames.properties, "Set",
                    [
                        .string(interface), .string("Attributes"),
                        .variant(ServiceHarness.texts(["b": "1"])),
                    ]
                ),
                (ServiceNames.introspectable, "Introspect", []),
            ]
            for (interface, member, values) in calls {
                #expect(
                    failure {
                        _ = try harness.call(path, interface, member, values, from: confined)
                    } == "NoSuchObject", "\(member)")
            }
            let unlocked = try harness.call(
                ServiceHarness.root, ServiceNames.service, "Unlock", [.paths([path])],
                from: confined)
            #expect(unlocked[0].objectPaths == [])
            #expect(unlocked[1].objectPath == "/")
            #expect(try harness.secrets(of: [path], from: confined) == [])
        }
        #expect(try harness.search(["a": "1"], from: confined) == ([], []))
        #expect(try harness.search([:], from: confined) == ([], []))
        let found = try harness.call(
            collection, ServiceNames.collection, "SearchItems", [ServiceHarness.texts([:])],
            from: confined)
        #expect(found[0].objectPaths == [])
        let items = try harness.property(
            "Items", of: collection, ServiceNames.collection, from: confined)
        #expect(items.objectPaths == [])
        let own = try harness.create("own", ["a": "1"], in: collection, from: confined)
        #expect(try harness.search(["a": "1"], from: confined) == ([own], []))
        // Whoever isn't confined sees all.
        #expect(try harness.secret(of: path) == ("secret", "text/plain"))
        #expect(try harness.search(["a": "1"]).unlocked.count == 2)
    }

    @Test(arguments: [ServiceHarness.login, ServiceHarness.session])
    func replacingChangesOnlyWhatTheSameApplicationMade(_ collection: String) throws {
        let clients = [":1.1", confined, other]
        func replace(_ secret: String) throws -> [String] {
            try clients.map {
                try harness.create(
                    "x", ["a": "1"], "\(secret) of \($0)", in: collection, replaces: true, from: $0)
            }
        }
        let paths = try replace("first")
        #expect(Set(paths).count == 3)
        #expect(try replace("second") == paths)
        for (client, path) in zip(clients, paths) {
            #expect(try harness.secret(of: path, from: client).0 == "second of \(client)")
        }
    }

    @Test func attributesMayBecomeThoseOfOthers() throws {
        try harness.create("x", ["a": "1"])
        let path = try harness.create("x", ["a": "2"], from: confined)
        try harness.set(
            "Attributes", of: path, ServiceNames.item, to: ServiceHarness.texts(["a": "1"]),
            from: confined)
        #expect(try harness.search(["a": "1"], from: confined).unlocked == [path])
        #expect(try harness.create("x", ["a": "1"], replaces: true, from: confined) == path)
    }

    @Test func collectionsStayAsTheyAre() throws {
        let login = ServiceHarness.login
        #expect(
            failure {
                _ = try harness.call(
                    ServiceHarness.root, ServiceNames.service, "Lock", [.paths([login])],
                    from: confined)
            } == "AccessDenied")
        #expect(
            failure {
                _ = try harness.call(
                    ServiceHarness.root, ServiceNames.service, "SetAlias",
                    [.string("default"), .path(login)], from: confined)
            } == "AccessDenied")
        #expect(
            failure {
                try harness.set(
                    "Label", of: login, ServiceNames.collection, to: .string("x"), from: confined)
            } == "AccessDenied")
        #expect(try harness.property("Label", of: login, ServiceNames.collection).text == "Login")
        // Another client may.
        try harness.set("Label", of: login, ServiceNames.collection, to: .string("x"))
        #expect(try harness.property("Label", of: login, ServiceNames.collection).text == "x")
    }

    /// A browser that hears that there is nothing makes a new key, and loses every cookie.
    @Test func aProgramThatCannotBeExaminedIsDenied() throws {
        try harness.create("Key", ["a": "1"])
        let unknown = ":1.9"
        harness.service.callers.note(unknown, Callers.Caller(application: ""))
        #expect(failure { _ = try harness.search(["a": "1"], from: unknown) } == "AccessDenied")
        #expect(
            failure { _ = try harness.create("x", ["a": "1"], from: unknown) } == "AccessDenied")
        #expect(
            failure {
                _ = try harness.property(
                    "Items", of: ServiceHarness.login, ServiceNames.collection, from: unknown)
            } == "AccessDenied")
    }

    /// A signal to all would tell each program how many items others have, and when they change.
    @Test(arguments: [ServiceHarness.login, ServiceHarness.session])
    func signalsTellOfOwnItemsAlone(_ collection: String) throws {
        for maker in [":1.1", confined] {
            let others = [confined, other].filter { $0 != maker }
            _ = harness.signals()
            let path = try harness.create("Label", ["a": "1"], in: collection, from: maker)
            try harness.set(
                "Label", of: path, ServiceNames.item, to: .string("Secret name"), from: maker)
            let service = harness.service
            try Keychain.$override.withValue(harness.test.keychain) {
                let keeper = try service.collections.named(
                    collection == ServiceHarness.login ? .login : .session)
                service.tell(try keeper.items(with: nil).items, of: keeper)
            }
            _ = try harness.call(path, ServiceNames.item, "Delete", from: maker)
            func told(to client: String) -> [String] {
                harness.signals(to: client).filter { signal in
                    // As text, with everything in it.
                    signal.path == path || "\(signal.values)".contains(path)
                }.map(\.member)
            }
            for client in [":1.1", maker] {
                #expect(
                    Set(told(to: client)) == [
                        "ItemCreated", "ItemChanged", "PropertiesChanged", "ItemDeleted",
                    ])
            }
            for client in others { #expect(told(to: client) == []) }
            #expect(!harness.signals(to: "").contains { $0.path.hasPrefix(collection) })
        }
    }

    @Test func lockingTellsOwnItemsAlone() throws {
        let path = try harness.create("Label", ["a": "1"])
        try harness.test.keychain.setPasscode(SecretBytes(copying: "1234".utf8), old: nil)
        _ = try harness.property("Locked", of: ServiceHarness.login, ServiceNames.collection)
        try harness.test.keychain.forgetUnlocked()
        _ = try harness.property("Locked", of: ServiceHarness.login, ServiceNames.collection)
        try harness.test.keychain.unlock(passcode: SecretBytes(copying: "1234".utf8))
        _ = harness.signals()
        _ = try harness.property("Locked", of: ServiceHarness.login, ServiceNames.collection)
        #expect(harness.signals(to: ":1.1").contains { $0.path == path })
        #expect(!harness.signals(to: confined).contains { $0.path == path })
        #expect(harness.signals(to: confined).contains { $0.path == ServiceHarness.login })
    }

    /// Another program's item with the attributes doesn't hide that the own one can't be read.
    @Test func damageIsNotNothing() throws {
        let attributes: KeyValuePairs = ["application": "chrome", "xdg:schema": "v2"]
        let path = try harness.create("x", attributes)
        let own = try harness.create("x", attributes, from: confined)
        harness.test.tamper("UPDATE genp SET meta=zeroblob(100) WHERE rowid=2")
        #expect(failure { _ = try harness.search(attributes, from: confined) } == "Failed")
        #expect(try harness.search(["a": "2"], from: confined) == ([], []))
        // Whoever isn't confined sees all, by the digests.
        #expect(try harness.search(attributes).unlocked == [path, own])
    }
}
