// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainTestSupport
import Testing

@testable import SwiftKeychain
@testable import SwiftKeychainService

/// The search list and the default keychain, which the manifest of the user's own store keeps.
@Suite struct KeychainListTests {
    let home = TemporaryHome()
    var login: Keychain { Keychain(home: home.path, system: .quick()) }
    private var folder: String { home.path + "/keychains" }

    private func here<R>(_ body: () throws -> R) rethrows -> R {
        try Keychain.$override.withValue(login, operation: body)
    }

    private func change(_ body: (inout KeychainList) throws(KeychainError) -> Void) throws {
        try login.engine().changeKeychainList(body)
    }

    private func load() throws -> KeychainList {
        try login.engine().setting()
    }

    private func names() -> Set<String> {
        Set((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
    }

    @Test func withoutAStoreThereIsNone() throws {
        #expect(try load() == KeychainList())
        #expect(here { Keychain.searched.map(\.path) } == [home.databasePath])
        #expect(names().isEmpty)
    }

    /// Each call of the store reads it.
    @Test func aListHasABound() throws {
        try change { $0.searched = ["a.keychain"] }
        let names = (0..<2000).map { "/home/ann/keychains/\($0).keychain-db" }
        let empty = [String](repeating: "", count: 5000)
        for change in [
            KeychainList.Change.searched(names), .standard(names.joined()), .searched(empty),
        ] {
            let reply = EmbeddedService(system: .quick()).perform(
                Request(.changeKeychainList(change), at: Location(home: home.path)), from: .unsigned
            )
            guard case .failed(let error) = reply else {
                Issue.record("not refused")
                return
            }
            #expect(error.code == .parameter)
            #expect(error.detail == "keychain list: larger than 65536 bytes")
        }
        #expect(try load().searched == ["a.keychain"])
        try change { $0.searched = Array(names.prefix(1000)) }
    }

    @Test func whatIsSetIsReadByOthers() throws {
        try change { (list) in
            list.standard = "work.keychain"
            list.searched = ["keychain-2.db", "/a b/c"]
        }
        let list = try load()
        #expect(list.standard == "work.keychain")
        #expect(list.searched == ["keychain-2.db", "/a b/c"])
        // Items and a passcode come and go; the list stays.
        try login.add(.password(service: "s"))
        try login.setPasscode("code".passcode, old: nil)
        defer { try? login.forgetUnlocked() }
        #expect(try load() == list)
        _ = try login.repair()
        #expect(try load() == list)
        try change { (list) in list = KeychainList() }
        #expect(try load() == KeychainList())
    }

    @Test func anEmptyListIsNotNone() throws {
        try change { (list) in list.searched = [] }
        #expect(try load().searched == [])
    }

    /// The file that older versions kept a list in, which any program could replace.
    @Test(arguments: ["", "garbage", "keychain-list-1\ndefault planted\nlist\n"])
    func aFileBesideTheStoreSaysNothing(text: String) throws {
        try login.add(.password(service: "s"))
        try Data(text.utf8).write(to: URL(fileURLWithPath: folder + "/search-list"))
        #expect(try load() == KeychainList())
        #expect(try here { try Keychain.default.find(.password([:])).count } == 1)
    }

    /// Where the manifest says nothing that can be believed, no keychain is guessed.
    @Test func aForgedManifestIsRefused() throws {
        try change { (list) in list.standard = "work.keychain" }
        Tamper(home.databasePath).run("UPDATE manifest SET record=zeroblob(length(record))")
        here {
            #expect { try Keychain.searchList() } throws: { KeychainError.Code.notAvailable ~= $0 }
            #expect {
                try Keychain.default.add(.password(service: "s"))
            } throws: { KeychainError.Code.notAvailable ~= $0 }
            #expect {
                try Keychain.searched[0].find(.password([:]))
            } throws: { KeychainError.Code.notAvailable ~= $0 }
            #expect { try Keychain.setSearchList([]) } throws: {
                KeychainError.Code.notAvailable ~= $0
            }
        }
        _ = try login.repair()
        #expect(try load() == KeychainList())
    }

    @Test func aDamagedKeychainCanBeDeletedAndTakesTheListAlong() throws {
        try change { (list) in list.searched = ["a"] }
        Tamper(home.databasePath).run("DELETE FROM manifest")
        try here { try login.remove() }
        #expect(names() == ["search-list.lock"])
        #expect(try load() == KeychainList())
    }

    /// Open files keep their room on the disk.
    @Test func aRemovedKeychainIsClosed() throws {
        func deleted() throws -> [String] {
            try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap {
                try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/" + $0)
            }.filter { $0.hasPrefix(home.path) && $0.hasSuffix("(deleted)") }
        }
        try here {
            for number in 0..<3 {
                let work = try Keychain.create(
                    path: "\(folder)/\(number).keychain-db", password: "x".passcode)
                try work.add(.password(service: "s"))
                try work.remove()
            }
            try login.add(.password(service: "s"))
            try login.remove()
            // Another test that opens a store holds those of all tests for a moment.
            let end = ContinuousClock.now + .seconds(60)
            while try !deleted().isEmpty, ContinuousClock.now < end { usleep(1000) }
            #expect(try deleted() == [])
            try login.add(.password(service: "s"))
            #expect(try login.find(.password([:])).count == 1)
        }
    }

    @Test func aFailedChangeChangesNothing() throws {
        try change { (list) in list.searched = ["a"] }
        #expect {
            try change { (list) throws(KeychainError) in
                list.searched = ["b"]
                throw KeychainError(.parameter, "test")
            }
        } throws: { KeychainError.Code.parameter ~= $0 }
        #expect(try load().searched == ["a"])
        // What is to be done afterwards fails.
        #expect {
            try login.engine().changeKeychainList { (list) in
                list.searched = ["b"]
            } afterwards: { () throws(KeychainError) in
                throw KeychainError(.parameter, "test")
            }
        } throws: { KeychainError.Code.parameter ~= $0 }
        #expect(try load().searched == ["a"])
    }

    @Test func whatCannotBeListedIsNotMade() throws {
        // The user's own store can't be made.
        try FileManager.default.createDirectory(
            atPath: home.databasePath, withIntermediateDirectories: true)
        func create() throws -> Keychain {
            try here { try Keychain.create(path: "work", password: "code".passcode) }
        }
        #expect(throws: KeychainError.self) { try create() }
        #expect(!names().contains("work"))
        try FileManager.default.removeItem(atPath: home.databasePath)
        let work = try create()
        defer { try? work.forgetUnlocked() }
        #expect(try load().searched == ["keychain-2.db", "work"])
    }

    /// The files of another keychain have such names; a file that has one already stays a keychain.
    @Test(arguments: [
        "-wal", "-shm", "-journal", ".building", ".replacement", ".rewriting", ".writer.lock",
        ".passcode.attempts", ".lock-epochs",
    ])
    func aNameOfAnotherKeychainsFile(_ ending: String) throws {
        try here {
            for path in ["work\(ending)", home.path + "/elsewhere/work\(ending)"] {
                #expect { try Keychain.create(path: path) } throws: {
                    KeychainError.Code.duplicateKeychain ~= $0
                }
            }
            #expect(!names().contains("work\(ending)"))
            try Keychain.create(path: "work")
            let files = FileManager.default
            try files.moveItem(atPath: folder + "/work", toPath: folder + "/other\(ending)")
            let other = Keychain(path: "other\(ending)")
            try other.add(.password(service: "s"))
            #expect(try other.find(.password([:])).count == 1)
        }
    }

    @Test func threadsLoseNothingOfEachOther() async throws {
        try change { (list) in list.searched = [] }
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<24 {
                group.addTask {
                    try? change { (list) in list.searched?.append(String(number)) }
                }
            }
        }
        #expect(try load().searched?.count == 24)
    }

    @Test func anExaminationNamesEachKeychain() throws {
        try here {
            let work = try Keychain.create(path: "work", password: "code".passcode)
            defer { try? work.forgetUnlocked() }
            try Keychain.create(path: "other")
            try Keychain.setDefault(work)
            try Keychain.setSearchList([login, Keychain(path: "other"), Keychain(path: "gone")])
            let findings = login.diagnose().filter { $0.subject == "search list" }
            #expect(
                findings.map { $0.text.replacingOccurrences(of: folder + "/", with: "") } == [
                    "work, the default keychain: with a passcode", "keychain-2.db: no passcode",
                    "other: no passcode", "gone: not found, skipped",
                ])
            #expect(findings.allSatisfy { !$0.isProblem })
            #expect(work.diagnose().allSatisfy { $0.subject != "search list" })
        }
    }
}
