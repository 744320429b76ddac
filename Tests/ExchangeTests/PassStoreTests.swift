// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainTestSupport
import SwiftKeychainMemory
import Testing

@testable import SwiftKeychainExchange

/// Folders of pass, without what is in the files.
@Suite struct PassStoreTests {
    private let home = TemporaryHome()

    init() throws { try place(".gpg-id") }

    /// Makes an empty file with its folders.
    private func place(_ name: String) throws {
        let file = URL(fileURLWithPath: home.path + "/" + name)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data().write(to: file)
    }

    private func link(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(
            atPath: home.path + "/" + name, withDestinationPath: target)
    }

    @Test func foldersThatAreNotReadAreFaults() throws {
        let deep = (1...40).map { "\($0)" }.joined(separator: "/")
        for name in ["a.gpg", "Work/b.gpg", deep + "/c.gpg", ".git/e.gpg"] { try place(name) }
        for name in ["README", "Work/.extensions"] { try place(name) }
        try link("shared", to: "Work")
        try link("readme", to: "README")
        try link("f.gpg", to: "a.gpg")
        try link("Work/away", to: "/nonexistent")
        let store = try PassStore(home.path)
        #expect(store.names == [deep + "/c", "Work/b", "a", "f"])
        #expect(
            store.faults == [
                ExchangeFault("/Work/away", "No such file or directory"),
                ExchangeFault("/shared", "links to folders aren't followed"),
            ])
    }

    @Test func aFolderMayHaveTheNameOfAFile() throws {
        try place("folder.gpg/a.gpg")
        #expect(try PassStore(home.path).names == ["folder.gpg/a"])
    }

    @Test func linesMayEndWithTwoCharacters() {
        let text = SecretBytes(text: "pw\r\nlogin: jane\r\notpauth://totp/a?secret=AA\r\nnote\r\n")
        #expect(
            PassEntry.read(text, name: "a", place: "").lines == [
                "title a", "user jane", "secret pw", "notes note",
                "totp otpauth://totp/a?secret=AA",
            ])
    }

    /// An accent is part of the character before it.
    @Test func aLongCharacterIsCutToo() {
        let name = ("a" + String(repeating: "\u{301}", count: 200)).asFileName
        #expect(name.unicodeScalars.first == "a" && name.utf8.count == 199)
    }
}
