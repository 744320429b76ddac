// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainTestSupport
import SwiftKeychain
import SwiftKeychainBus
import SwiftKeychainMemory
import SwiftKeychainModel
import Testing

@testable import SwiftKeychainSecretBus
@testable import SwiftKeychainSecretService

/// Keychains that are locked, and items that other programs made.
@Suite struct LockingTests {
    let harness = ServiceHarness()

    /// A browser that hears that there is nothing makes a new key, and loses every cookie.
    @Test func aLockedKeychainIsNeverAnsweredWithNothing() throws {
        let path = try harness.create(
            "Key", ["xdg:schema": "chrome_libsecret_os_crypt_password_v2", "application": "chrome"])
        try harness.lock()
        #expect(try harness.search(["application": "chrome"]) == ([], [path]))
        #expect(try harness.search(["application": "other"]) == ([], []))
        #expect(failure { _ = try harness.secret(of: path) } == "IsLocked")
        #expect(failure { _ = try harness.create("x", ["a": "b"]) } == "IsLocked")
        #expect(failure { _ = try harness.call(path, ServiceNames.item, "Delete") } == "IsLocked")
        #expect(
            failure { try harness.set("Label", of: path, ServiceNames.item, to: .string("x")) }
                == "IsLocked")
        #expect(try harness.property("Locked", of: path, ServiceNames.item).flag == true)
        #expect(
            try harness.property("Attributes", of: path, ServiceNames.item).textPairs?.isEmpty
                == true)
        #expect(try harness.property("Label", of: path, ServiceNames.item).text == "")
        #expect(
            try harness.property("Locked", of: ServiceHarness.login, ServiceNames.collection).flag
                == true)
        // Other collections stay as they are.
        _ = try harness.create("x", ["a": "b"], in: ServiceHarness.session)
    }

    @Test func withoutAnyoneToAskAPromptIsDismissed() throws {
        let path = try harness.create("Key", ["a": "1"])
        try harness.lock()
        let answer = try harness.call(
            ServiceHarness.root, ServiceNames.service, "Unlock", [.paths([path, "/nothing"])])
        #expect(answer[0].objectPaths == [])
        let prompt = try #require(answer[1].objectPath)
        #expect(prompt != "/")
        // A prompt belongs to the client that it was made for.
        #expect(
            failure {
                _ = try harness.call(
                    prompt, ServiceNames.prompt, "Prompt", [.string("")], from: ":1.2")
            } == "NoSuchObject")
        _ = harness.signals()
        _ = try harness.call(prompt, ServiceNames.prompt, "Dismiss")
        #expect(harness.signals() == ["Completed \(prompt)"])
        #expect(
            failure { _ = try harness.call(prompt, ServiceNames.prompt, "Dismiss") }
                == "NoSuchObject")
    }

    @Test func lockingAndUnlockingAreTold() throws {
        let path = try harness.create("Key", ["a": "1"])
        let lock = [BusValue.paths([path])]
        // Without a password, a keychain isn't locked.
        #expect(
            try harness.call(ServiceHarness.root, ServiceNames.service, "Lock", lock)[0].objectPaths
                == [])
        try harness.test.keychain.setPasscode(SecretBytes(copying: "1234".utf8), old: nil)
        _ = harness.signals()
        #expect(
            try harness.call(ServiceHarness.root, ServiceNames.service, "Lock", lock)[0].objectPaths
                == [path])
        #expect(
            harness.signals() == [
                "PropertiesChanged \(ServiceHarness.login)",
                "CollectionChanged \(ServiceHarness.root)", "PropertiesChanged \(path)",
            ])
        try harness.test.keychain.unlock(passcode: SecretBytes(copying: "1234".utf8))
        let answer = try harness.call(
            ServiceHarness.root, ServiceNames.service, "Unlock",
            [.paths([ServiceHarness.login, path])])
        #expect(answer[0].objectPaths == [ServiceHarness.login, path])
        #expect(answer[1].objectPath == "/")
        #expect(harness.signals().contains("PropertiesChanged \(ServiceHarness.login)"))
    }

    /// Programs keep the properties of items that they have seen (GDBusProxy).
    @Test func itemsTellWhatIsLockedOfThem() throws {
        let path = try harness.create("Key", ["a": "1"])
        try harness.test.keychain.setPasscode(SecretBytes(copying: "1234".utf8), old: nil)
        _ = try harness.property("Locked", of: ServiceHarness.login, ServiceNames.collection)
        for isLocked in [true, false] {
            if isLocked {
                try harness.test.keychain.forgetUnlocked()
            } else {
                try harness.test.keychain.unlock(passcode: SecretBytes(copying: "1234".utf8))
            }
            _ = harness.signals()
            _ = try harness.property("Locked", of: ServiceHarness.login, ServiceNames.collection)
            let told = try #require(harness.toldProperties().first { $0.path == path }).values
            #expect(told["Locked"]?.flag == isLocked)
            #expect(told["Label"]?.text == (isLocked ? "" : "Key"))
            #expect(told["Attributes"]?.textPairs?.count == (isLocked ? 0 : 1))
        }
        _ = try harness.property("Locked", of: ServiceHarness.login, ServiceNames.collection)
        #expect(harness.signals() == [])
    }

    /// Some programs unlock again and again, and show no prompt.
    @Test func promptsThatAreNotShownGiveWay() throws {
        try harness.create("Key", ["a": "1"])
        try harness.lock()
        func unlock(from client: String = ":1.1") throws -> String {
            let answer = try harness.call(
                ServiceHarness.root, ServiceNames.service, "Unlock",
                [.paths([ServiceHarness.login])], from: client)
            return answer[1].objectPath!
        }
        let prompts = try (0..<17).map { _ in try unlock() }
        let state = harness.service.state
        #expect(failure { _ = try state.prompt(prompts[0], of: ":1.1") } == "NoSuchObject")
        for prompt in prompts.dropFirst() {
            _ = try state.prompt(prompt, of: ":1.1")
            try state.show(prompt)
        }
        // One that is shown stays.
        #expect(failure { _ = try unlock() } == "LimitsExceeded")
        for client in [":1.2", ":1.3", ":1.4"] {
            for _ in 0..<16 { _ = try unlock(from: client) }
        }
        #expect(failure { _ = try unlock(from: ":1.5") } == "LimitsExceeded")
        _ = try unlock(from: ":1.2")
        harness.service.drop(":1.1")
        _ = try unlock(from: ":1.5")
    }

    /// A call is carried out to its end when its client leaves.
    @Test func callsOfClientsThatHaveLeftLeaveNothing() throws {
        try harness.create("Key", ["a": "1"])
        try harness.lock()
        let service = harness.service
        for isPresent in [true, false] {
            if isPresent { service.callers.note(":1.9", Callers.Caller()) }
            _ = try harness.open(from: ":1.9")
            _ = try harness.call(
                ServiceHarness.root, ServiceNames.service, "Unlock",
                [.paths([ServiceHarness.login])], from: ":1.9")
            service.settle(":1.9")
            #expect(service.state.paths(of: ":1.9").count == (isPresent ? 2 : 0))
            service.drop(":1.9")
            #expect(service.state.paths(of: ":1.9").isEmpty)
        }
    }

    @Test func namesOfFilesForLabels() {
        func name(_ label: String) -> String { ServicePrompt.Action.fileName(label) }
        #expect(name("My Work/..") == "My Work..")
        #expect(name(" ..\u{7}x\n") == "x")
        #expect(name("/.") == "keychain")
        // 160 bytes at most, and no part of a character.
        #expect(name(String(repeating: "x", count: 300)).utf8.count == 160)
        #expect(name("x" + String(repeating: "😀", count: 64)).utf8.count == 157)
    }

    // MARK: Items of other programs

    @Test func itemsOfOtherProgramsAreOffered() throws {
        let keychain = harness.test.keychain
        try keychain.add(.password(service: "example.org", account: "jane", secret: "generic"))
        try keychain.add(
            NewItem(
                .internetPassword,
                attributes: [
                    .server: .string("example.org"), .account: .string("joe"),
                    .protocol: .string("htps"),
                    .port: .number(8443),
                ], secret: SecretBytes(copying: "internet".utf8)))
        let generic = try harness.search(["service": "example.org", "account": "jane"]).unlocked
        #expect(try harness.secret(of: #require(generic.first)).0 == "generic")
        let internet = try harness.search([
            "xdg:schema": "org.gnome.keyring.NetworkPassword", "server": "example.org",
            "protocol": "https", "port": "8443",
        ]).unlocked
        #expect(internet.count == 1)
        let path = try #require(internet.first)
        #expect(try harness.secret(of: path).0 == "internet")
        let attributes = try harness.property("Attributes", of: path, ServiceNames.item).textPairs!
        #expect(attributes.contains { $0 == ("protocol", "https") })
        #expect(attributes.contains { $0 == ("user", "joe") })
        // Setting attributes changes those of the item.
        try harness.set(
            "Attributes", of: generic[0], ServiceNames.item,
            to: ServiceHarness.texts(["service": "example.com", "account": "jane"]))
        #expect(try keychain.find(.password([.service: .string("example.com")])).count == 1)
        #expect(
            failure {
                try harness.set(
                    "Attributes", of: generic[0], ServiceNames.item,
                    to: ServiceHarness.texts(["x": "y"]))
            } == "InvalidArgs")
        _ = try harness.call(generic[0], ServiceNames.item, "Delete")
        #expect(failure { _ = try harness.secret(of: generic[0]) } == "NoSuchObject")
    }

    /// The property has all attributes of an item, so that those that aren't named are removed.
    @Test func attributesOfOtherProgramsItemsAreSetAsAWhole() throws {
        let keychain = harness.test.keychain
        try keychain.add(
            NewItem(
                .internetPassword,
                attributes: [
                    .server: .string("h"), .account: .string("joe"), .protocol: .string("htps"),
                    .port: .number(8443),
                ], secret: SecretBytes(copying: "x".utf8)))
        let path = try #require(harness.search(["server": "h"]).unlocked.first)
        func set(_ attributes: KeyValuePairs<String, String>) throws -> [String: String] {
            _ = harness.signals()
            try harness.set(
                "Attributes", of: path, ServiceNames.item, to: ServiceHarness.texts(attributes))
            let read = try harness.property("Attributes", of: path, ServiceNames.item).textPairs!
            let told = harness.toldProperties().first { $0.path == path }?.values["Attributes"]
            #expect(told?.textPairs?.map(\.0) == read.map(\.0))
            #expect(told?.textPairs?.map(\.1) == read.map(\.1))
            return Dictionary(uniqueKeysWithValues: read)
        }
        let schema = "org.gnome.keyring.NetworkPassword"
        #expect(
            try set(["server": "h2", "user": "bob", "port": "+22"])
                == ["xdg:schema": schema, "server": "h2", "user": "bob", "port": "22"])
        #expect(try set([:]) == ["xdg:schema": schema, "server": "", "user": ""])
        for port in ["-5", "65536", "ssh"] {
            #expect(failure { _ = try set(["server": "h", "port": port]) } == "InvalidArgs")
        }
        #expect(try harness.secret(of: path).0 == "x")
    }

    /// Only what is replaced is looked for, and without attributes nothing is.
    @Test func withoutAttributesALockedItemIsInNoOnesWay() throws {
        try harness.test.keychain.setPasscode(SecretBytes(copying: "1234".utf8), old: nil)
        try harness.test.keychain.add(.password(service: "s", account: "a"))
        try harness.test.keychain.lock()
        let other = try harness.create("x", ["a": "1"])
        let paths = try [false, true, true].map { try harness.create("x", [:], replaces: $0) }
        #expect(Set(paths).count == 3)
        try harness.set("Attributes", of: other, ServiceNames.item, to: ServiceHarness.texts([:]))
        #expect(Set(try harness.search([:]).unlocked) == Set(paths + [other]))
    }

    @Test func itemsOfOtherProgramsCanBeHidden() throws {
        var settings = SecretServiceSettings()
        settings.offersNative = false
        let hiding = ServiceHarness(settings)
        let item = try hiding.test.keychain.add(.password(service: "s", account: "a"))
        #expect(try hiding.search(["service": "s", "account": "a"]) == ([], []))
        #expect(try hiding.search([:]) == ([], []))
        let path = ObjectPath.item(.login, item.reference).text
        #expect(failure { _ = try hiding.secret(of: path) } == "NoSuchObject")
        let own = try hiding.create("x", ["a": "b"])
        #expect(try hiding.search([:]) == ([own], []))
    }

    /// The service doesn't ask the user for items.
    @Test func itemsThatDemandTheUserAreNotOffered() throws {
        let item = try harness.test.keychain.add(
            NewItem(
                .genericPassword,
                attributes: [
                    .service: .string("s"), .account: .string("a"),
                    .accessControl: .data(
                        try AccessControl(protection: .whenUnlocked, flags: .userPresence).encoded()
                    ),
                ], secret: SecretBytes(copying: "x".utf8)))
        #expect(try harness.search(["service": "s", "account": "a"]) == ([], []))
        let path = ObjectPath.item(.login, item.reference).text
        #expect(failure { _ = try harness.secret(of: path) } == "NoSuchObject")
        #expect(
            failure { _ = try harness.property("Label", of: path, ServiceNames.item) }
                == "NoSuchObject")
        #expect(
            failure { _ = try harness.call(path, ServiceNames.item, "Delete") } == "NoSuchObject")
    }

    @Test func damageIsNotNothing() throws {
        try harness.create("Key", ["a": "1"])
        harness.test.tamper("UPDATE genp SET meta=zeroblob(100)")
        // The digests still tell that it is there, but nothing is read of it.
        let path = try #require(try harness.search(["a": "1"]).unlocked.first)
        #expect(failure { _ = try harness.secret(of: path) } == "Failed")
        #expect(failure { _ = try harness.secrets(of: [path]) } == "Failed")
        #expect(
            failure { _ = try harness.property("Label", of: path, ServiceNames.item) } == "Failed")
        for member in ["Unlock", "Lock"] {
            #expect(
                failure {
                    _ = try harness.call(
                        ServiceHarness.root, ServiceNames.service, member, [.paths([path])])
                } == "Failed")
        }
        #expect(try harness.search(["a": "2"]) == ([], []))
        // One that can be read is returned alone.
        let other = try harness.create("Key", ["a": "3"])
        #expect(try harness.secrets(of: [path, other]) == [other])
        let unlocked = try harness.call(
            ServiceHarness.root, ServiceNames.service, "Unlock", [.paths([path, other])])
        #expect(unlocked[0].objectPaths == [other])
    }

    @Test func damageOfOtherProgramsItemsIsNotNothing() throws {
        try harness.test.keychain.add(.password(service: "s", account: "a"))
        harness.test.tamper("UPDATE genp SET meta=zeroblob(100)")
        #expect(failure { _ = try harness.search(["service": "s", "account": "a"]) } == "Failed")
    }

    @Test(arguments: ["fmt=9", "pdmn='cj'", "data=zeroblob(9), pdmn='cj'"])
    func rowsThatCannotBeReadAreNotNothing(_ change: String) throws {
        try harness.create("Key", ["a": "1"])
        harness.test.tamper("UPDATE genp SET " + change)
        #expect(failure { _ = try harness.search(["a": "1"]) } == "Failed")
        #expect(failure { _ = try harness.search([:]) } == "Failed")
        #expect(try harness.search(["a": "2"]) == ([], []))
        // A collection with such a row can be listed.
        #expect(try items() == [])
        let other = try harness.create("Key", ["a": "3"])
        #expect(try harness.search([:]) == ([other], []))
    }

    /// The digests of an item with more than eight attributes don't rule out that it has another.
    @Test func damageOfItemsWithManyAttributesIsNotNothing() throws {
        func attributes(_ count: Int) -> BusValue {
            .texts((0..<count).map { ("k\($0)", "v") })
        }
        for (count, isRuledOut) in [(8, true), (9, false)] {
            let harness = ServiceHarness()
            let given = [
                (ServiceNames.item + ".Attributes", attributes(count)),
                (ServiceNames.item + ".Label", BusValue.string("Key")),
            ]
            let secret = ServiceHarness.secret(try harness.open(), "secret")
            _ = try harness.call(
                ServiceHarness.login, ServiceNames.collection, "CreateItem",
                [.variants(given), secret, .boolean(false)])
            harness.test.tamper("UPDATE genp SET meta=zeroblob(100)")
            let found = Result { () throws(BusFailure) in try harness.search(["k7": "v"]).unlocked }
            if isRuledOut {
                #expect(try found.get().count == 1)
                #expect(try harness.search(["k8": "v"]) == ([], []))
            } else {
                #expect(failure { _ = try found.get() } == "Failed")
            }
        }
    }

    /// Pages without which no item is found.
    @Test func unreadablePagesAreNotNothing() throws {
        let path = try harness.create("Key", ["a": "1"])
        let uuid = try #require(
            harness.test.keychain.find(Query(.genericPassword, .init()), returning: .attributes)
                .first?.reference.uuid)
        try harness.test.zeroTablePages(with: uuid)
        #expect(failure { _ = try harness.search(["a": "1"]) } == "Failed")
        #expect(failure { _ = try harness.search([:]) } == "Failed")
        #expect(failure { _ = try items() } == "Failed")
        #expect(failure { _ = try harness.secret(of: path) } == "Failed")
    }

    /// What can be read is found, whatever else can't be.
    @Test func damageDoesNotHideWhatIsFound() throws {
        let path = try harness.create("Key", ["a": "1", "service": "s"])
        try harness.test.keychain.add(.password(service: "s", account: "a"))
        harness.test.tamper("UPDATE genp SET meta=zeroblob(100) WHERE rowid=2")
        #expect(try harness.search(["service": "s"]) == ([path], []))
    }

    private func items() throws(BusFailure) -> [String]? {
        try harness.property("Items", of: ServiceHarness.login, ServiceNames.collection).objectPaths
    }
}

extension TestKeychain {
    /// Zeroes the pages of tables that have some bytes.
    fileprivate func zeroTablePages(with bytes: [UInt8]) throws {
        tamper("PRAGMA wal_checkpoint(TRUNCATE)")
        let file = URL(fileURLWithPath: home.databasePath)
        var contents = try Data(contentsOf: file)
        for start in stride(from: 0, to: contents.count, by: 4096) {
            let page = start..<start + 4096
            // A leaf of a table (SQLite's file format, 1.6).
            guard contents[start] == 0x0d, contents[page].firstRange(of: bytes) != nil else {
                continue
            }
            contents.replaceSubrange(page, with: repeatElement(0, count: 4096))
        }
        try contents.write(to: file, options: .atomic)
        for end in ["-wal", "-shm"] { unlink(home.databasePath + end) }
    }
}
