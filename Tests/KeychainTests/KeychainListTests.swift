import Foundation
import KeychainTestSupport
import Testing

@testable import Keychain

/// The file that keeps the search list and the default keychain.
@Suite struct KeychainListTests {
    let home = TemporaryHome()
    var location: Location { Location(home: home.path) }
    var path: String { home.path + "/keychains/search-list" }

    private func write(_ text: String) throws {
        try FileManager.default.createDirectory(
            atPath: home.path + "/keychains", withIntermediateDirectories: true)
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    }

    @Test func noFileSaysNothing() throws {
        let list = try KeychainList(beside: location)
        #expect(list.standard == nil && list.searched == nil)
        #expect(!FileManager.default.fileExists(atPath: home.path + "/keychains"))
    }

    @Test func whatIsWrittenIsRead() throws {
        try KeychainList.change(beside: location) { (list) in
            list.standard = "work.keychain"
            list.searched = ["keychain-2.db", "/a b/c"]
        }
        #expect(
            try String(contentsOfFile: path, encoding: .utf8) == """
                keychain-list-1
                default work.keychain
                list
                keychain keychain-2.db
                keychain /a b/c

                """)
        let list = try KeychainList(beside: location)
        #expect(list.standard == "work.keychain")
        #expect(list.searched == ["keychain-2.db", "/a b/c"])
    }

    @Test func anEmptyListIsNotNone() throws {
        try write("keychain-list-1\nlist\n")
        #expect(try KeychainList(beside: location).searched == [])
    }

    @Test(arguments: [
        "", "keychain-list-1", "keychain-list-2\n", "keychain-list-1\n\n",
        "keychain-list-1\nlist", "keychain-list-1\nkeychain a\n", "keychain-list-1\ndefault\n",
        "keychain-list-1\ndefault \n", "keychain-list-1\ndefault a\ndefault b\n",
        "keychain-list-1\nlist\nlist\n", "keychain-list-1\nlist a\n", "keychain-list-1\nodd a\n",
        "keychain-list-1\nlist\nkeychain \n",
    ])
    func whatMeansNothingIsRefused(text: String) throws {
        try write(text)
        #expect(throws: KeychainError(.notAvailable, "")) { try KeychainList(beside: location) }
        let keychain = Keychain(home: home.path)
        Keychain.$override.withValue(keychain) {
            #expect(throws: KeychainError(.notAvailable, "")) { try Keychain.searchList() }
            #expect(throws: KeychainError(.notAvailable, "")) {
                try Keychain.default.add(try .password(service: "s"))
            }
            #expect(throws: KeychainError(.notAvailable, "")) {
                try Keychain.searched[0].find(try .password([:]))
            }
            // Nothing is put over what somebody may want to mend.
            #expect(throws: KeychainError(.notAvailable, "")) {
                try Keychain.setSearchList([keychain])
            }
        }
        #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
    }

    @Test func aFailedChangeChangesNothing() throws {
        try KeychainList.change(beside: location) { (list) in list.searched = ["a"] }
        #expect(throws: KeychainError(.parameter, "")) {
            try KeychainList.change(beside: location) { (list) throws(KeychainError) in
                list.searched = ["b"]
                throw KeychainError(.parameter, "test")
            }
        }
        #expect(try KeychainList(beside: location).searched == ["a"])
        let names = try FileManager.default.contentsOfDirectory(atPath: home.path + "/keychains")
        #expect(Set(names) == ["search-list", "search-list.lock"])
    }

    @Test func whatCannotBeListedIsNotMade() throws {
        let folder = home.path + "/keychains"
        // Nothing can be written aside.
        let obstacle = folder + "/search-list.new"
        try FileManager.default.createDirectory(
            atPath: obstacle, withIntermediateDirectories: true)
        func create() throws -> Keychain {
            let login = Keychain(home: home.path, system: .quick())
            return try Keychain.$override.withValue(login) {
                try Keychain.create(path: "work", password: "code".passcode)
            }
        }
        #expect(throws: KeychainError.self) { try create() }
        let names = try FileManager.default.contentsOfDirectory(atPath: folder)
        #expect(!names.contains("work") && !names.contains("search-list"))
        try FileManager.default.removeItem(atPath: obstacle)
        let work = try create()
        defer { try? work.forgetUnlocked() }
        #expect(try KeychainList(beside: location).searched?.last == "work")
    }

    @Test func threadsLoseNothingOfEachOther() async throws {
        try KeychainList.change(beside: location) { (list) in list.searched = [] }
        let location = location
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<24 {
                group.addTask {
                    try? KeychainList.change(beside: location) { (list) in
                        list.searched?.append(String(number))
                    }
                }
            }
        }
        #expect(try KeychainList(beside: location).searched?.count == 24)
    }
}
