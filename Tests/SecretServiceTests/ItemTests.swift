// SPDX-License-Identifier: Apache-2.0
import KeychainTestSupport
import SwiftKeychain
import SwiftKeychainBus
import SwiftKeychainMemory
import SwiftKeychainModel
import Testing

@testable import SwiftKeychainSecretBus
@testable import SwiftKeychainSecretService

/// Items of collections: made, found, changed, deleted.
@Suite struct ItemTests {
    let harness = ServiceHarness()

    @Test(arguments: [ServiceHarness.login, ServiceHarness.session])
    func anItemIsFoundByItsAttributes(_ collection: String) throws {
        let path = try harness.create(
            "Label", ["user": "jane", "xdg:schema": "org.x.Y"], "se\ncret\0", type: "text/html",
            in: collection)
        #expect(path.hasPrefix(collection + "/"))
        #expect(try harness.search(["user": "jane"]) == ([path], []))
        #expect(try harness.search(["user": "joe"]) == ([], []))
        #expect(try harness.search([:]) == ([path], []))
        #expect(try harness.secret(of: path) == ("se\ncret\0", "text/html"))
        let values = try harness.call(
            path, ServiceNames.properties, "GetAll", [.string(ServiceNames.item)])[0]
        let properties = Dictionary(uniqueKeysWithValues: values.variantPairs!)
        #expect(properties["Label"]?.text == "Label")
        #expect(properties["Type"]?.text == "org.x.Y")
        #expect(properties["Locked"]?.flag == false)
        #expect(properties["Created"]!.number! > 1_700_000_000)
        #expect(properties["Attributes"]?.textPairs?.count == 2)
        #expect(
            try harness.property("Items", of: collection, ServiceNames.collection).objectPaths == [
                path
            ])
        _ = try harness.call(path, ServiceNames.item, "Delete")
        #expect(try harness.search([:]) == ([], []))
        #expect(failure { _ = try harness.secret(of: path) } == "NoSuchObject")
        #expect(
            failure { _ = try harness.call(path, ServiceNames.item, "Delete") } == "NoSuchObject")
    }

    @Test(arguments: [ServiceHarness.login, ServiceHarness.session])
    func replacingNeedsExactlyTheSameAttributes(_ collection: String) throws {
        let first = try harness.create("1", ["a": "1", "b": "2"], in: collection, replaces: true)
        let subset = try harness.create("2", ["a": "1"], in: collection, replaces: true)
        #expect(first != subset)
        let again = try harness.create(
            "3", ["b": "2", "a": "1"], "new", in: collection, replaces: true)
        #expect(again == first)
        #expect(try harness.secret(of: first).0 == "new")
        #expect(try harness.property("Label", of: first, ServiceNames.item).text == "3")
        // Without attributes nothing is replaced.
        let empty = try (0..<2).map { _ in
            try harness.create("", [:], in: collection, replaces: true)
        }
        #expect(empty[0] != empty[1])
    }

    @Test(arguments: [ServiceHarness.login, ServiceHarness.session])
    func replacingKeepsTheLabelIfNoneIsGiven(_ collection: String) throws {
        let path = try harness.create("Label", ["a": "1"], in: collection)
        for (given, label) in [(nil, "Label"), ("Other", "Other"), ("", "")] {
            try harness.create(given, ["a": "1"], "new", in: collection, replaces: true)
            #expect(
                try harness.property("Label", of: path, ServiceNames.item).text == label)
        }
        #expect(try harness.secret(of: path).0 == "new")
    }

    /// gnome-keyring adds the generic schema to items without one, which their programs don't name.
    @Test func theGenericSchemaMakesNoOtherItem() throws {
        let generic = "org.freedesktop.Secret.Generic"
        let path = try harness.create("x", ["a": "1", "xdg:schema": generic], "old")
        try harness.create("x", ["a": "1"], "new", replaces: true)
        #expect(try harness.secret(of: path).0 == "new")
        let other = try harness.create("x", ["a": "1", "xdg:schema": "other"], replaces: true)
        #expect(other != path)
        #expect(try harness.secret(of: path).0 == "new")
    }

    /// A program that names the schema finds what it stored in the place of an item without one.
    @Test(arguments: [ServiceHarness.login, ServiceHarness.session])
    func theGenericSchemaIsFoundAgain(_ collection: String) throws {
        let generic = "org.freedesktop.Secret.Generic"
        let path = try harness.create("x", ["a": "1"], "old", in: collection)
        let replaced = try harness.create(
            "x", ["a": "1", "xdg:schema": generic], "new", in: collection, replaces: true)
        #expect(replaced == path)
        #expect(try harness.search(["a": "1", "xdg:schema": generic]).unlocked == [path])
        #expect(try harness.search(["a": "1"]).unlocked == [path])
        // Of two, the one with exactly the attributes is replaced.
        let plain = try harness.create("x", ["a": "1"], "plain", in: collection)
        #expect(plain != path)
        try harness.create("x", ["a": "1"], "changed", in: collection, replaces: true)
        #expect(try harness.secret(of: path).0 == "new")
        #expect(try harness.secret(of: plain).0 == "changed")
    }

    /// Items of the session are in locked memory, which every program shares.
    /// KWallet offers each label as a wallet.
    @Test func theSessionHasNoLabel() throws {
        let session = ServiceHarness.session
        #expect(try harness.property("Label", of: session, ServiceNames.collection).text == "")
    }

    @Test func theSessionHasALimit() throws {
        let collection = SessionCollection()
        let secret = SecretBytes(count: 16 << 20) { _ in }
        func properties(_ number: Int) throws -> SecretItem.Properties {
            SecretItem.Properties(
                label: nil, attributes: try LookupAttributes([.init("n", "\(number)")]),
                contentType: "")
        }
        let items = try (0..<3).map {
            try collection.create(properties($0), secret, replaces: false).item.name
        }
        #expect(throws: KeychainError(.allocation, "")) {
            _ = try collection.create(properties(3), secret, replaces: false)
        }
        #expect(BusFailure(KeychainError(.allocation, "")).name.hasSuffix(".LimitsExceeded"))
        // What replaces another item takes its place, and what is deleted takes none.
        _ = try collection.create(properties(0), secret, replaces: true)
        try collection.delete(items[1])
        try collection.set(SecretSession.Secret(value: secret, contentType: ""), of: items[2])
        _ = try collection.create(properties(1), SecretBytes(count: 1) { _ in }, replaces: false)
    }

    @Test func equalAttributesMayStayApart() throws {
        let paths = try (0..<3).map { try harness.create("\($0)", ["a": "1"], "\($0)") }
        #expect(Set(paths).count == 3)
        #expect(try harness.search(["a": "1"]).unlocked == paths)
        // The first of them is replaced.
        #expect(try harness.create("x", ["a": "1"], replaces: true) == paths[0])
        _ = try harness.call(paths[0], ServiceNames.item, "Delete")
        #expect(try harness.create("y", ["a": "1"], replaces: true) == paths[1])
    }

    @Test func changesAreTold() throws {
        let path = try harness.create("1", ["a": "1"])
        #expect(harness.signals() == ["ItemCreated \(ServiceHarness.login)"])
        _ = try harness.create("1", ["s": "1"], in: ServiceHarness.session)
        #expect(
            harness.signals() == [
                "ItemCreated \(ServiceHarness.session)",
                "PropertiesChanged \(ServiceHarness.session)",
            ])
        try harness.set("Label", of: path, ServiceNames.item, to: .string("two"))
        #expect(
            harness.signals() == [
                "ItemChanged \(ServiceHarness.login)", "PropertiesChanged \(path)",
            ])
        try harness.set(
            "Attributes", of: path, ServiceNames.item, to: ServiceHarness.texts(["b": "2"]))
        #expect(try harness.search(["b": "2"]).unlocked == [path])
        #expect(try harness.search(["a": "1"]).unlocked == [])
        #expect(try harness.property("Label", of: path, ServiceNames.item).text == "two")
        let session = try harness.open()
        _ = harness.signals()
        _ = try harness.call(
            path, ServiceNames.item, "SetSecret", [ServiceHarness.secret(session, "other", "a/b")])
        #expect(try harness.secret(of: path) == ("other", "a/b"))
        #expect(
            harness.signals() == [
                "ItemChanged \(ServiceHarness.login)", "PropertiesChanged \(path)",
            ])
        _ = try harness.call(path, ServiceNames.item, "Delete")
        #expect(harness.signals().first == "ItemDeleted \(ServiceHarness.login)")
    }

    /// libsecret drops the value of a property that a signal calls invalid, and doesn't ask for it again.
    @Test func theDateOfAChangeIsTold() throws {
        let path = try harness.create("1", ["a": "1"])
        _ = harness.signals()
        try harness.create("two", ["a": "1"], replaces: true)
        let told = try #require(harness.toldProperties().first { $0.path == path }).values
        #expect(told["Label"]?.text == "two")
        let modified = try harness.property("Modified", of: path, ServiceNames.item).number
        #expect(told["Modified"]?.number == modified)
    }

    @Test(arguments: [
        ("", "text/plain"), ("text/plain; charset=utf8", "text/plain"),
        ("Text/Plain;charset=UTF-8", "text/plain"),
        ("text/plain; charset=latin1", "text/plain; charset=latin1"), ("a/b", "a/b"),
    ])
    func aTextHasTheTypeThatLibsecretKnows(_ type: String, _ shown: String) throws {
        let path = try harness.create("1", ["a": "1"], type: type)
        #expect(try harness.secret(of: path).1 == shown)
    }

    @Test func whatAnotherProgramStoredIsReplaced() throws {
        let keychain = harness.test.keychain
        func store(_ service: String, _ account: String) throws {
            try keychain.add(.password(service: service, account: account, secret: "old"))
        }
        try store("web", "joe")
        try store("web", "jane")
        let attributes: KeyValuePairs = ["service": "web", "account": "joe"]
        let path = try #require(harness.search(attributes).unlocked.first)
        #expect(try harness.create("new", attributes, "new", replaces: true) == path)
        let item = try keychain.find(
            .password([.service: .string("web"), .account: .string("joe")]))[0]
        #expect(item.secret?.copied == Array("new".utf8) && item[.label]?.text == "new")
        // One of two that have these attributes, or one with more, isn't.
        #expect(try harness.create("third", ["service": "web"], replaces: true) != path)
        #expect(try harness.search(["service": "web"]).unlocked.count == 3)
    }

    /// A search compares what an item shows.
    @Test func aSearchFindsNoOtherFormOfAValue() throws {
        try harness.test.keychain.add(
            NewItem(
                .internetPassword,
                attributes: [
                    .server: .string("example.org"), .port: .number(8080),
                    .protocol: .string("htps"),
                ], secret: SecretBytes(copying: "x".utf8)))
        for (name, value, count) in [
            ("port", "8080", 1), ("port", "08080", 0), ("port", "+8080", 0), ("domain", "", 0),
            ("protocol", "https", 1), ("protocol", "htps", 0), ("object", "", 0),
        ] {
            let found = try harness.search(["server": "example.org", name: value]).unlocked
            #expect(found.count == count, "\(name)=\(value)")
        }
    }

    /// Attributes that a second item has already are told apart from it.
    @Test func attributesMayBecomeThoseOfAnother() throws {
        let one = try harness.create("1", ["a": "1"])
        let two = try harness.create("2", ["a": "2"])
        try harness.set(
            "Attributes", of: two, ServiceNames.item, to: ServiceHarness.texts(["a": "1"]))
        #expect(try harness.search(["a": "1"]).unlocked == [one, two])
    }

    @Test(arguments: [("server", "username"), ("URL", "UserName")])
    func theCommandShowsThem(server: String, user: String) throws {
        try harness.create("Mail", [server: "example.org", user: "jane"], "secret")
        let item = try harness.test.keychain.find(
            Query(.genericPassword, .init([.service: .string("example.org")])))[0]
        #expect(item[.account]?.text == "jane")
        #expect(item[.label]?.text == "Mail")
        #expect(item.accessControl.protection == .afterFirstUnlock)
        #expect(item.secret?.copied == Array("secret".utf8))
    }

    /// An alias is valid wherever a collection is.
    @Test func aliases() throws {
        let path = try harness.create(
            "1", ["a": "1"], in: ServiceHarness.root + "/aliases/default")
        #expect(path.hasPrefix(ServiceHarness.login))
        let alias = path.replacing("/collection/login/", with: "/aliases/default/")
        #expect(try harness.secret(of: alias).0 == "secret")
        let read = try harness.call(
            ServiceHarness.root, ServiceNames.service, "ReadAlias", [.string("default")])
        #expect(read[0].objectPath == ServiceHarness.login)
        let none = try harness.call(
            ServiceHarness.root, ServiceNames.service, "ReadAlias", [.string("other")])
        #expect(none[0].objectPath == "/")
    }

    @Test func secretsOfSeveral() throws {
        let paths = try (0..<3).map { try harness.create("\($0)", ["n": "\($0)"], "secret \($0)") }
        let session = try harness.open()
        let answer = try harness.call(
            ServiceHarness.root, ServiceNames.service, "GetSecrets",
            [
                .paths(
                    paths + [ServiceHarness.login + "/" + String(repeating: "0", count: 32), "/x"]),
                .path(session),
            ])
        #expect(answer[0].type == "a{o(oayays)}")
        #expect(answer[0].elements?.count == 3)
    }

    @Test func badInputIsRefused() throws {
        let path = try harness.create("1", ["a": "1"])
        let many = BusValue.texts((0..<65).map { ("name\($0)", "") })
        let long = BusValue.texts([("a", String(repeating: "x", count: 70_000))])
        for (attributes, name) in [
            (many, "InvalidArgs"), (long, "LimitsExceeded"),
            (BusValue.texts([("", "x")]), "InvalidArgs"),
        ] {
            #expect(
                failure {
                    try harness.set("Attributes", of: path, ServiceNames.item, to: attributes)
                } == name)
        }
        #expect(
            failure { try harness.set("Label", of: path, ServiceNames.item, to: .uint32(1)) }
                == "InvalidArgs")
        #expect(
            failure { try harness.set("Locked", of: path, ServiceNames.item, to: .boolean(true)) }
                == "PropertyReadOnly")
        #expect(
            failure { try harness.set("Nothing", of: path, ServiceNames.item, to: .boolean(true)) }
                == "UnknownProperty")
        #expect(
            failure { _ = try harness.call(path, ServiceNames.item, "Nothing") } == "UnknownMethod")
        // The signature counts before anything else.
        #expect(
            failure { _ = try harness.call(path, ServiceNames.item, "GetSecret", [.string("/x")]) }
                == "InvalidArgs")
        #expect(
            failure { _ = try harness.call(path, ServiceNames.item, "GetSecret", [.path("/x")]) }
                == "NoSession")
        for other in [
            "/org/freedesktop/secrets/collection/none", "/org/freedesktop/secrets/aliases/none",
        ] {
            #expect(
                failure { _ = try harness.property("Label", of: other, ServiceNames.collection) }
                    == "NoSuchObject")
        }
        // A session belongs to its client.
        let session = try harness.open(from: ":1.2")
        #expect(
            failure { _ = try harness.call(path, ServiceNames.item, "GetSecret", [.path(session)]) }
                == "NoSession")
        #expect(
            failure { _ = try harness.call(session, ServiceNames.session, "Close") } == "NoSession")
    }

    /// An item without the attributes that its program meant is never found again.
    @Test(arguments: ["Label", "org.freedesktop.Secret.Item.Lable", "org.freedesktop.Secret.Item."])
    func misspelledPropertiesAreRefused(_ name: String) throws {
        let item = [
            .variants([(name, .string("x"))]), ServiceHarness.secret(try harness.open(), "x"),
            BusValue.boolean(false),
        ]
        #expect(
            failure {
                _ = try harness.call(
                    ServiceHarness.login, ServiceNames.collection, "CreateItem", item)
            } == "InvalidArgs")
        let collection = name.replacing("Item", with: "Collection")
        #expect(
            failure {
                _ = try harness.call(
                    ServiceHarness.root, ServiceNames.service, "CreateCollection",
                    [
                        .variants([
                            (ServiceNames.collection + ".Label", .string("x")),
                            (collection, .string("x")),
                        ]), .string(""),
                    ])
            } == "InvalidArgs")
    }

    @Test func propertiesOfOtherInterfacesAreIgnored() throws {
        let properties = [
            (ServiceNames.item + ".Label", BusValue.string("x")),
            (ServiceNames.item + ".Locked", .boolean(false)),
            ("org.example.Item.Label", .string("other")),
        ]
        let answer = try harness.call(
            ServiceHarness.login, ServiceNames.collection, "CreateItem",
            [
                .variants(properties), ServiceHarness.secret(try harness.open(), "x"),
                .boolean(false),
            ])
        let path = try #require(answer[0].objectPath)
        #expect(try harness.property("Label", of: path, ServiceNames.item).text == "x")
    }

    @Test func everyObjectIsDescribed() throws {
        let path = try harness.create("1", ["a": "1"])
        for (object, words) in [
            ("/", ["node name=\"org\""]), ("/org/freedesktop", ["node name=\"secrets\""]),
            (ServiceHarness.root, ["OpenSession", "name=\"collection\"", "name=\"aliases\""]),
            (ServiceHarness.login, ["CreateItem", "ItemCreated", String(path.suffix(32))]),
            (path, ["SetSecret", "\"Attributes\" type=\"a{ss}\" access=\"readwrite\""]),
        ] {
            let text = try harness.call(object, ServiceNames.introspectable, "Introspect")[0].text!
            for word in words { #expect(text.contains(word), "\(object)") }
        }
        #expect(
            failure {
                _ = try harness.call("/elsewhere", ServiceNames.introspectable, "Introspect")
            }
                == "NoSuchObject")
    }

    /// Oldest sessions give way, because some programs close none.
    @Test func oldSessionsGiveWay() throws {
        let path = try harness.create("1", ["a": "1"])
        let first = try harness.open()
        for _ in 0..<1024 { _ = try harness.open() }
        #expect(
            failure { _ = try harness.call(path, ServiceNames.item, "GetSecret", [.path(first)]) }
                == "NoSession")
        #expect(try harness.secret(of: path).0 == "secret")
        harness.service.state.drop(":1.1")
        #expect(harness.service.state.paths(of: ":1.1").isEmpty)
    }
}
