// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainTestSupport
import Testing

@testable import SwiftKeychain
@testable import SwiftKeychainService

@Suite struct LocationTests {
    private static let here = FileManager.default.currentDirectoryPath
    private static let parent = (here as NSString).deletingLastPathComponent

    @Test(arguments: ["/h", "//h/", "/./h"]) func home(_ path: String) {
        let location = Location(home: path)
        #expect(location.databasePath == "/h/keychains/keychain-2.db")
        #expect(location.deviceKeyPath == "/h/state/device.key")
    }

    @Test(arguments: [
        ("other.db", "/h/keychains/other.db"), ("/elsewhere/x.db", "/elsewhere/x.db"),
        ("/x.db", "/x.db"), ("below/x.db", here + "/below/x.db"), ("./x.db", here + "/x.db"),
        (".//./x.db", here + "/x.db"), ("/a//b/./x.db", "/a/b/x.db"), ("//x.db", "/x.db"),
        ("/a/b/", "/a/b/"), ("../x.db", parent + "/x.db"), ("/none/../x.db", "/none/../x.db"),
    ])
    func siblings(_ path: String, _ expected: String) {
        let sibling = Location(home: "/h").sibling(path)
        #expect(sibling.databasePath == expected)
        #expect(sibling.deviceKeyPath == "/h/state/device.key", "they share the device key")
    }

    @Test func aFileOfZeroBytesIsNoStore() throws {
        let home = TemporaryHome()
        let location = Location(directory: home.path, deviceKeyPath: home.path + "/key")
        #expect(try !location.exists)
        try Data().write(to: URL(fileURLWithPath: location.databasePath))
        #expect(try !location.exists)
        try Data([1]).write(to: URL(fileURLWithPath: location.databasePath))
        #expect(try location.exists)
    }

    @Test func storesOfOneNameInTwoFoldersDiffer() {
        let one = Location(directory: "/a", deviceKeyPath: "/k")
        #expect(one != Location(directory: "/b", deviceKeyPath: "/k"))
        #expect(one != Location(directory: "/a", deviceKeyPath: "/l"))
        #expect(one == Location(directory: "/a", deviceKeyPath: "/k"))
    }
}
