// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainTestSupport
import SwiftKeychainModel
import SwiftKeychainSealing
import Testing

@testable import SwiftKeychain
@testable import SwiftKeychainService

/// The keychains that are known, and what becomes of a known one that is gone or became another.
@Suite struct KnownKeychainTests {
    let home = TemporaryHome()
    private var files: FileManager { .default }
    private var folder: String { home.path + "/keychains" }
    private var known: String { home.path + "/state/known-keychains" }
    private static let refused = KeychainError.Code.notAvailable

    /// The keychain as a process sees it that opens the store now.
    private var login: Keychain {
        get throws {
            let keychain = Keychain(home: home.path, system: .quick(inKernel: false))
            Engines.forget(try keychain.location.get())
            return keychain
        }
    }

    /// The same, unlocked.
    private var unlocked: Keychain {
        get throws {
            let keychain = try login
            try keychain.unlock(passcode: "1234".passcode)
            return keychain
        }
    }

    private func work(password: String? = nil) throws -> Keychain {
        try Keychain.$override.withValue(login) {
            try Keychain.create(path: "work.keychain", password: password?.passcode)
        }
    }

    /// Moves a keychain with its log to another name, whatever is there.
    private func move(_ name: String, to other: String) throws {
        for name in [name, other] {
            Engines.forget(try login.location.get().sibling(name))
            Engines.forget(try login.location.get().sibling(name, mustExist: true))
        }
        for suffix in ["", "-wal", "-shm"] {
            try? files.removeItem(atPath: "\(folder)/\(other)\(suffix)")
            try? files.moveItem(
                atPath: "\(folder)/\(name)\(suffix)", toPath: "\(folder)/\(other)\(suffix)")
        }
    }

    private func expectRefusal(_ words: String, _ reads: KeychainError.Code?) throws {
        let change = try Change([.label: .string("new")])
        let calls: [(Keychain) throws -> Void] = [
            { try $0.add(.password(service: "new")) },
            { try $0.update(.password([:]), change) },
            { try $0.delete(.password([:])) },
            { _ = try $0.setPasscode("other".passcode, old: nil) },
        ]
        for call in calls {
            let error = #expect(throws: KeychainError.self) { try call(login) }
            #expect(error?.code == .notAvailable, "\(String(describing: error))")
            #expect(error?.detail.contains(words) == true, "\(String(describing: error))")
            #expect(error?.detail.contains("--accept-keychain") == true)
        }
        if let reads {
            #expect { try login.find(.password([:])) } throws: { reads ~= $0 }
        } else {
            #expect(try login.find(.password([.service: .string("at work")])).count == 1)
        }
        let problems = try login.diagnose().filter(\.isProblem)
        #expect(problems.count == 1 && problems[0].text.contains(words), "\(problems)")
    }

    private func expectAcceptance() throws {
        _ = try login.acceptKeychain()
        try login.add(.password(service: "accepted"))
        #expect(try !login.diagnose().contains(where: \.isProblem))
    }

    @Test func anotherKeychainInItsPlaceTakesNoItems() throws {
        try login.setPasscode("1234".passcode, old: nil)
        try unlocked.add(.password(service: "here"))
        try work().add(.password(service: "at work"))
        try move("keychain-2.db", to: "kept")
        try move("work.keychain", to: "keychain-2.db")
        try expectRefusal("without a passcode replaced one that had a passcode", nil)
        // Back again, nothing is lost.
        try move("keychain-2.db", to: "work.keychain")
        try move("kept", to: "keychain-2.db")
        try unlocked.add(.password(service: "back"))
        #expect(try !login.diagnose().contains(where: \.isProblem))

        try move("work.keychain", to: "keychain-2.db")
        try expectAcceptance()
    }

    /// As one can who writes to the folder above that of the keychains.
    @Test func aLinkInPlaceOfTheFolderLeadsToNoOtherKeychain() throws {
        try login.add(.password(service: "at work"))
        Engines.forget(try login.location.get())
        try files.copyItem(atPath: folder, toPath: home.path + "/copy")
        try login.setPasscode("1234".passcode, old: nil)
        Engines.forget(try login.location.get())
        try files.moveItem(atPath: folder, toPath: home.path + "/kept")
        try files.createSymbolicLink(atPath: folder, withDestinationPath: home.path + "/copy")
        try expectRefusal("had a passcode, and has none now", nil)
        // A link to the same keychain is none of another.
        try files.removeItem(atPath: folder)
        try files.createSymbolicLink(atPath: folder, withDestinationPath: home.path + "/kept")
        try unlocked.add(.password(service: "moved"))
        #expect(try !login.diagnose().contains(where: \.isProblem))
    }

    @Test func aRepairAcceptsNoOtherKeychain() throws {
        try login.add(.password(service: "here"))
        try work().add(.password(service: "at work"))
        try move("keychain-2.db", to: "kept")
        try move("work.keychain", to: "keychain-2.db")
        _ = try login.repair()
        try expectRefusal("isn't the keychain that was there", nil)
    }

    /// A search of a program of the desktop.
    private var ofTheDesktop: Query {
        get throws {
            let pair = LookupAttributes.Pair("application", "browser")
            let attributes = AttributeValue.data(try LookupAttributes([pair]).encoded)
            return try Query.password([.lookupAttributes: attributes])
        }
    }

    /// Each search that finds nothing would open the file otherwise.
    @Test func theKnownKeychainIsReadOnceForEachGeneration() throws {
        let keychain = try login
        try keychain.add(.password(service: "here"))
        try Data("damaged".utf8).write(to: URL(fileURLWithPath: known))
        #expect(try keychain.candidates(ofTheDesktop, returning: []).damage == nil)
        #expect(try login.candidates(ofTheDesktop, returning: []).damage != nil)
    }

    @Test func aSearchMakesNoKeychainKnown() throws {
        try login.add(.password(service: "here"))
        try files.removeItem(atPath: known)
        #expect(try login.candidates(ofTheDesktop, returning: []).damage == nil)
        #expect(!files.fileExists(atPath: known))
    }

    /// A browser that hears that its key isn't there makes a new one.
    @Test func programsOfTheDesktopHearOfAnotherKeychain() throws {
        let query = try ofTheDesktop
        try login.add(.password(service: "here"))
        try work().add(.password(service: "at work"))
        #expect(try login.candidates(query, returning: []).damage == nil)
        try move("keychain-2.db", to: "kept")
        try move("work.keychain", to: "keychain-2.db")
        let damage = try login.candidates(query, returning: []).damage
        #expect(damage?.detail.contains("isn't the keychain that was there") == true)
        // What is there is found.
        #expect(try login.candidates(.password([:])).damage == nil)
    }

    @Test func aMissingKeychainIsNotMadeAnew() throws {
        try login.add(.password(service: "here"))
        try move("keychain-2.db", to: "kept")
        try expectRefusal("is gone", .notAvailable)
        #expect(!files.fileExists(atPath: home.databasePath))
        // Nor where a file of zero bytes is left, nor in a new folder.
        try Data().write(to: URL(fileURLWithPath: home.databasePath))
        try expectRefusal("is gone", .notAvailable)
        try files.removeItem(atPath: folder)
        try expectRefusal("is gone", .notAvailable)
        try expectAcceptance()
    }

    @Test func anEarlierCopyWithoutThePasscodeTakesNoItems() throws {
        try login.add(.password(service: "at work"))
        Engines.forget(try login.location.get())
        try files.copyItem(atPath: folder, toPath: home.path + "/copy")
        try login.setPasscode("1234".passcode, old: nil)
        Engines.forget(try login.location.get())
        try files.removeItem(atPath: folder)
        try files.moveItem(atPath: home.path + "/copy", toPath: folder)
        try expectRefusal("had a passcode, and has none now", nil)
        try expectAcceptance()
    }

    @Test func whoRemovesOrReplacesAKeychainIsNotRefused() throws {
        try login.setPasscode("1234".passcode, old: nil)
        try unlocked.add(.password(service: "here"))
        try login.setPasscode(nil, old: "1234".passcode)
        try login.add(.password(service: "without"))
        try login.removeFiles()
        try login.add(.password(service: "again"))
        // Deleted by hand, and created by a call.
        let first = try work(password: "1234")
        try first.add(.password(service: "one"))
        Engines.forget(try first.location.get())
        for name in try files.contentsOfDirectory(atPath: folder) where name.hasPrefix("work") {
            try files.removeItem(atPath: folder + "/" + name)
        }
        try work().add(.password(service: "two"))
    }

    /// As after a kill between a change and its note, and with a store that an older version wrote to.
    @Test func whatIsNotKnownYetIsNoted() throws {
        try login.add(.password(service: "here"))
        try files.removeItem(atPath: known)
        try login.setPasscode("1234".passcode, old: nil)
        try files.removeItem(atPath: known)
        try unlocked.add(.password(service: "more"))
        #expect(files.fileExists(atPath: known))
        try work().add(.password(service: "at work"))
        try move("work.keychain", to: "keychain-2.db")
        try expectRefusal("replaced one that had a passcode", nil)
    }

    @Test func whatCannotBeNotedStopsNothing() throws {
        // Its lock can't be opened.
        try files.createDirectory(
            atPath: home.path + "/state/device.lock", withIntermediateDirectories: true)
        try login.add(.password(service: "here"))
        try login.setPasscode("1234".passcode, old: nil)
        try unlocked.add(.password(service: "more"))
        try login.setPasscode(nil, old: "1234".passcode)
        try login.add(.password(service: "without"))
        try login.removeFiles()
        try login.add(.password(service: "again"))
        #expect(!files.fileExists(atPath: known))
    }

    @Test func readsMakeNoNoteAndWritesOne() throws {
        #expect { try login.find(.password([:])) } throws: {
            KeychainError.Code.itemNotFound ~= $0
        }
        #expect(!files.fileExists(atPath: known))
        try login.add(.password(service: "a"))
        let written = try Data(contentsOf: URL(fileURLWithPath: known))
        try login.add(.password(service: "b"))
        #expect(try Data(contentsOf: URL(fileURLWithPath: known)) == written)
        #expect(
            try files.contentsOfDirectory(atPath: home.path + "/state").sorted()
                == ["device.key", "device.lock", "known-keychains"])
    }

    @Test func aRecordThatDoesNotOpenStopsWritesOnly() throws {
        try login.add(.password(service: "at work"))
        let record = try Data(contentsOf: URL(fileURLWithPath: known))
        for position in record.indices {
            var changed = record
            changed[position] ^= 1
            try changed.write(to: URL(fileURLWithPath: known))
            #expect("\(position)") { try login.add(.password(service: "new")) } throws: {
                Self.refused ~= $0
            }
        }
        #expect(try login.find(.password([:])).count == 1)
        #expect(try login.diagnose().contains { $0.isProblem && $0.text.contains(known) })
        try expectAcceptance()
    }

    @Test func aRecordUnderAnEarlierDeviceKeyOpens() throws {
        try login.add(.password(service: "a"))
        let file = DeviceKeyFile(path: home.deviceKeyPath)
        try file.replace(by: try #require(try file.load()).renewed())
        try login.add(.password(service: "b"))
        #expect(try login.wrapUnderPresentDeviceKey())
        try login.add(.password(service: "c"))
        try move("keychain-2.db", to: "kept")
        #expect { try login.add(.password(service: "d")) } throws: { Self.refused ~= $0 }
    }
}
