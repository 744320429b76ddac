// SPDX-License-Identifier: Apache-2.0
import Foundation
import SeededGenerator
import SwiftKeychain
import KeychainTestSupport
import Testing

/// Cuts files off, fills them with garbage, exchanges or removes them.
@Suite struct DamagedFiles {
    let tally = Tally("files damaged")

    @Test func truncated() throws {
        let image = try StoreImage.ofPasswords(60)
        let folder = try ImageFolder(image)
        let count = image.database.count
        var lengths = Array(stride(from: 4096, to: count, by: 4096 * Effort.stride(2)))
        // One byte is none to SQLite, which made files of one byte where others cannot be empty.
        lengths += [2, 16, 50, 99, 100, 101, 512, 4095, 4097, 6000, count / 2 + 77, count - 1]
        // What is left of a page that was cut off counts as lost.
        let pages = stride(from: 0, to: count - 4095, by: 4096).map {
            Array(image.database[$0..<$0 + 4096])
        }
        let keybag = try #require(
            pages.firstIndex { $0.contains("swift-keychain keybag".utf8) })
        let rows = image.items.map { item in
            pages.firstIndex { $0.first == 0x0d && $0.contains(item.reference.uuid) }
        }
        for length in lengths {
            let cut = Array(image.database[..<length])
            try folder.lay([StoreImage.database: cut])
            // Without a keybag no row can be judged; all lies in the file moved aside.
            let hasKeybag = keybag < length / 4096
            let intact = zip(image.items, rows).filter { item, row in
                hasKeybag && item.secret!.count < 2000 && (row ?? .max) < length / 4096
            }.map(\.0)
            try judge(folder, image, cut, intact, "cut to \(length) bytes")
        }
        tally.print()
    }

    @Test func garbage() throws {
        let image = try StoreImage.ofPasswords(20)
        let folder = try ImageFolder(image)
        var generator = SeededGenerator(Effort.seed)
        for count in [2, 100, 4096, 10_000, 65_536] {
            let bytes = generator.bytes(count)
            try folder.lay([StoreImage.database: bytes])
            try judge(folder, image, bytes, [], "\(count) bytes of garbage")
        }
        var headless = image.database
        headless.replaceSubrange(0..<100, with: generator.bytes(100))
        try folder.lay([StoreImage.database: headless])
        try judge(folder, image, headless, image.items, "garbage for a header")
    }

    private func judge(
        _ folder: ImageFolder, _ image: StoreImage, _ bytes: [UInt8], _ intact: [Seen],
        _ what: String
    ) throws {
        tally.add("files")
        let found = Set(try folder.keychain.everyPassword())
        #expect(found.isSubset(of: image.items), "\(what): a wrong value")
        #expect(folder.keychain.hasProblem, "\(what): an examination shows nothing")
        #expect(try folder.aside() == [:], "\(what): a call moved the file")
        #expect(
            try Data.bytes(at: folder.test.home.databasePath) == bytes,
            "\(what): a call changed the file")
        #expect(throws: Never.self, "\(what): repair") { try folder.keychain.repair() }
        #expect(folder.keychain.problems == [], "\(what)")
        if let aside = try folder.aside()[""] {
            #expect(aside == bytes, "\(what): the damaged file was changed")
            tally.add("salvages")
        }
        let after = Set(try folder.keychain.everyPassword())
        #expect(after.isSubset(of: image.items), "\(what)")
        #expect(after.isSuperset(of: intact), "\(what): intact items were lost")
        let added = Result { try folder.keychain.add(.password(service: "after", account: what)) }
        #expect(throws: Never.self, "\(what): add; \(second(folder, what))") { try added.get() }
    }

    /// Tells what a call finds after an add that failed: whether the failure was of that one call, and what is stored.
    private func second(_ folder: ImageFolder, _ what: String) -> String {
        let add = Result { try folder.keychain.add(.password(service: "again", account: what)) }
        let files = (try? folder.names()) ?? []
        return "another: \(add); stored: \(folder.keychain.diagnose().map(\.text)); \(files)"
    }

    // MARK: The log and its index

    @Test func logDamaged() throws {
        let image = try StoreImage.ofPasswords(12, emptiesLog: false)
        let folder = try ImageFolder(image)
        let log = try #require(image.files[StoreImage.log])
        var logs: [(String, [UInt8]?)] = [("no log", nil), ("an empty log", [])]
        var generator = SeededGenerator(Effort.seed)
        for position in stride(from: 0, to: log.count, by: 997 * Effort.stride(7)) {
            var flipped = log
            flipped[position] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
            logs.append(("byte \(position) of the log", flipped))
            logs.append(("log cut to \(position) bytes", Array(log[..<position])))
        }
        logs.append(("a log of garbage", generator.bytes(log.count)))
        for (what, bytes) in logs {
            try folder.lay([StoreImage.database: image.database])
            if let bytes { try Data.write(bytes, to: folder.directory + "/" + StoreImage.log) }
            let found = try folder.keychain.everyPassword()
            // SQLite ends the log where it is broken: what is there is the beginning.
            #expect(found == Array(image.items.prefix(found.count)), "\(what)")
            _ = try folder.keychain.repair()
            #expect(folder.keychain.problems == [], "\(what)")
            // However it is damaged, it isn't taken for another program's file.
            #expect(try folder.aside() == [:], "\(what)")
            try folder.keychain.add(.password(service: "after", account: what))
            tally.add("logs")
        }
        tally.print()
    }

    @Test func indexDamaged() throws {
        let image = try StoreImage.ofPasswords(12, emptiesLog: false)
        let folder = try ImageFolder(image)
        var generator = SeededGenerator(Effort.seed)
        for bytes in [
            generator.bytes(32768), generator.bytes(100), [], [UInt8](repeating: 0, count: 32768),
            [UInt8](repeating: 0xff, count: 65536),
        ] {
            var files = image.files
            files[StoreImage.index] = bytes
            try folder.lay(files)
            #expect(try folder.keychain.everyPassword() == image.items)
            #expect(folder.keychain.problems == [])
            tally.add("indexes")
        }
    }
}
