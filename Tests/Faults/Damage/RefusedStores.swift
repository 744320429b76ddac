// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftKeychain
import KeychainTestSupport
import Testing

/// Opens stores that cannot be used: the status is right, the detail names the file, and not one
/// byte of what was there changes.
@Suite struct RefusedStores {
    private func expectRefusal(
        _ folder: ImageFolder, _ image: StoreImage, naming: [String],
        status: KeychainError.Code = .notAvailable, _ what: String
    ) throws {
        let before = try folder.contents()
        let query = try image.items[0].query()
        let calls: [(String, () throws(KeychainError) -> Void)] = [
            ("find", { () throws(KeychainError) in _ = try folder.keychain.find(query) }),
            (
                "add",
                { () throws(KeychainError) in
                    try folder.keychain.add(.password(service: "new"))
                }
            ),
            (
                "update",
                { () throws(KeychainError) in
                    try folder.keychain.update(query, Change([.label: .string("new")]))
                }
            ),
            ("delete", { () throws(KeychainError) in try folder.keychain.delete(query) }),
            ("repair", { () throws(KeychainError) in _ = try folder.keychain.repair() }),
        ]
        for (name, call) in calls {
            do throws(KeychainError) {
                try call()
                Issue.record("\(what): \(name) did not fail")
            } catch {
                #expect(error.code == status, "\(what): \(name): \(error)")
                for file in naming {
                    #expect(error.detail.contains(file), "\(what): \(name): \(error)")
                }
            }
        }
        #expect(folder.keychain.hasProblem, "\(what)")
        let after = try folder.contents()
        for (name, bytes) in before {
            #expect(after[name] == bytes, "\(what): \(name) has changed")
        }
        // SQLite may have made a log, with nothing in it.
        #expect(after.allSatisfy { before[$0.key] != nil || $0.value.isEmpty }, "\(what)")
    }

    @Test func deviceKeys() throws {
        let image = try StoreImage.ofPasswords(5, emptiesLog: false)
        let other = try StoreImage.ofPasswords(1)
        let folder = try ImageFolder(image)
        let both = ["keychain-2.db", "device.key"]
        let keys: [(String, [UInt8]?, [String])] = [
            ("missing", nil, both), ("of another store", other.deviceKey, both),
            ("empty", [], ["device.key"]), ("cut", image.deviceKey.dropLast(9), ["device.key"]),
            ("longer", image.deviceKey + [10], ["device.key"]),
            ("garbage", Array(repeating: 0xfe, count: image.deviceKey.count), ["device.key"]),
            ("5000 bytes", Array(repeating: 65, count: 5000), ["device.key"]),
        ]
        for (what, key, names) in keys {
            try folder.lay(image.files)
            try folder.setDeviceKey(key)
            try expectRefusal(folder, image, naming: names, "device key \(what)")
        }
        try folder.setDeviceKey(image.deviceKey)
        try folder.lay(image.files)
        #expect(try folder.keychain.everyPassword() == image.items)
    }

    @Test func deviceKeyThatOthersRead() throws {
        let image = try StoreImage.ofPasswords(5)
        let folder = try ImageFolder(image)
        for mode in [0o644, 0o640, 0o602] {
            try folder.lay(image.files)
            try Data.write(image.deviceKey, to: folder.test.home.deviceKeyPath, mode: mode)
            try expectRefusal(folder, image, naming: ["device.key"], "mode \(mode)")
        }
        try FileManager.default.removeItem(atPath: folder.test.home.deviceKeyPath)
        try FileManager.default.createDirectory(
            atPath: folder.test.home.deviceKeyPath, withIntermediateDirectories: false)
        try folder.lay(image.files)
        try expectRefusal(folder, image, naming: ["device.key"], "a folder for a key")
    }

    /// A malformed store with no key to judge its rows by stays where it is.
    @Test func malformedWithoutItsKey() throws {
        var image = try StoreImage.ofPasswords(5)
        let folder = try ImageFolder(image)
        image.database.replaceSubrange(0..<16, with: Array("not a database!!".utf8))
        for key in [nil, try StoreImage.ofPasswords(1).deviceKey] {
            try folder.lay(image.files)
            try folder.setDeviceKey(key)
            try expectRefusal(folder, image, naming: ["keychain-2.db"], "malformed, no key")
        }
    }

    @Test func newerOrForeign() throws {
        let image = try StoreImage.ofPasswords(5)
        let folder = try ImageFolder(image)
        let edits = [
            "UPDATE tversion SET version=3; PRAGMA user_version=3",
            "DROP TABLE keybag_copy; PRAGMA application_id=7",
        ]
        for edit in edits {
            try folder.lay(image.files)
            let raw = try RawDatabase(folder.test.home.databasePath)
            try raw.execute(edit)
            try raw.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            try folder.test.home.raiseGeneration()
            try expectRefusal(folder, image, naming: ["keychain-2.db"], edit)
        }
    }
}
