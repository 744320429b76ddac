// SPDX-License-Identifier: Apache-2.0
import KeychainTestSupport
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainSeam
import Testing

@testable import SwiftKeychainSecretService

/// What is concluded from what a client is.
@Suite struct CallersTests {
    private func name(_ text: String) -> String {
        Callers.name(inFlatpakInformation: SecretBytes(copying: text.utf8))
    }

    @Test func theNameOfAFlatpak() {
        #expect(name("[Application]\nname=org.example.App\nruntime=x\n") == "org.example.App")
        #expect(name("[Instance]\nname=wrong\n[Application]\nruntime=x\nname=right\n") == "right")
        // A file that says nothing takes all rights.
        #expect(name("") == "")
        #expect(name("name=org.example.App\n") == "")
    }

    @Test func theLabelOfASnap() {
        #expect(Callers.application(of: 1, "snap.firefox.firefox (enforce)") == "snap.firefox")
        #expect(Callers.application(of: 1, "snap.code") == "snap.code")
    }

    /// A process that has ended may have been confined.
    @Test func aProcessThatIsGoneHasNoItems() {
        #expect(Callers.application(of: 0x7fff_fff0, nil) == "")
        let caller = Callers.Caller(application: "")
        let item = SecretItem(
            ItemIdentifier(itemClass: .genericPassword, uuid: Array(0..<16)), revision: 1,
            .init(
                label: "", attributes: try! LookupAttributes([]), contentType: "", application: ""),
            created: 0, modified: 0)
        #expect(!caller.maySee(item))
    }

    /// A client may leave while its call is carried out.
    @Test func aClientThatHasLeftHasTheRightsOfAConfinedOne() {
        #expect(Callers(confines: true).caller(":1.7").application == "")
        #expect(Callers(confines: false).caller(":1.7").application == nil)
    }

    @Test func confinedProgramsSeeWhatTheyMade() throws {
        func item(_ application: String?) -> SecretItem {
            SecretItem(
                ItemIdentifier(itemClass: .genericPassword, uuid: Array(0..<16)), revision: 1,
                .init(
                    label: "", attributes: try! LookupAttributes([]), contentType: "",
                    application: application), created: 0, modified: 0)
        }
        let confined = Callers.Caller(application: "org.a")
        #expect(confined.maySee(item("org.a")))
        #expect(!confined.maySee(item("org.b")))
        #expect(!confined.maySee(item(nil)))
        // While it is locked, nobody knows who made it.
        let locked = Item(
            reference: PersistentReference(itemClass: .genericPassword, uuid: Array(0..<16)),
            revision: 1, accessGroup: "g", accessControl: AccessControl(plain: .afterFirstUnlock),
            synchronizable: false, isTombstone: false, stored: [:])
        #expect(try confined.maySee(#require(SecretItem(locked, isLocked: true))))
        let free = Callers.Caller()
        #expect(free.maySee(item("org.a")) && free.maySee(item(nil)))
    }

    @Test func settingsAreKept() throws {
        let location = Location(home: TemporaryHome().path)
        #expect(try SecretServiceSettings(location) == SecretServiceSettings())
        var settings = SecretServiceSettings()
        settings.offersNative = false
        settings.confines = true
        try settings.write(location)
        #expect(try SecretServiceSettings(location) == settings)
        try SmallFile.replace(
            location.secretServiceSettingsPath, SecretBytes(copying: "confine maybe\n".utf8))
        #expect(throws: KeychainError(.parameter, "")) { try SecretServiceSettings(location) }
    }

    @Test func paths() {
        let uuid = "0123456789abcdef0123456789abcdef"
        let root = "/org/freedesktop/secrets"
        for path in [
            root, "\(root)/collection/login", "\(root)/aliases/default", "\(root)/session/s1",
            "\(root)/prompt/p1", "\(root)/collection/login/\(uuid)",
            "\(root)/aliases/default/i\(uuid)",
        ] { #expect(ObjectPath(path)?.text == path) }
        for path in [
            "/", "\(root)/", "\(root)/collection", "\(root)/collection/login/", "\(root)/x/y",
            "\(root)/collection/login/\(uuid.uppercased())", "\(root)/collection/login/\(uuid)0",
            "\(root)/collection/login/\(uuid)/x", "\(root)x",
        ] { #expect(ObjectPath(path) == nil, "\(path)") }
    }

    @Test func collectionsAreNamedAfterFiles() {
        for (file, name) in [
            ("awsvault.keychain-db", "awsvault"), ("a.b_Ü.keychain-db", "a_2eb_5f_c3_9c"),
            ("awsvault", "awsvault_"), ("work.keychain", "work_2ekeychain_"),
            ("work.keychain.keychain-db", "work_2ekeychain"), (".keychain-db", "_2ekeychain_2ddb_"),
            ("session", "session_"), ("session.keychain-db", "session__"),
            ("login.keychain-db", "login__"), ("/a.keychain-db", "_2fa_2ekeychain_2ddb"),
        ] { #expect(CollectionName.ofKeychain(file) == .named(name)) }
    }
}
