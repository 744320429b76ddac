// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftKeychain
import KeychainTestSupport

/// Holds the files of a store as they lay on disk at one moment, and what they hold.
struct StoreImage {
    /// Names below the store's folder, and contents; without lock files and index.
    var files: [String: [UInt8]]
    let deviceKey: [UInt8]
    let items: [Seen]

    static let database = "keychain-2.db"
    static let log = "keychain-2.db-wal"
    static let index = "keychain-2.db-shm"

    /// Takes the files of a keychain that is not used any more.
    ///
    /// - Parameter emptiesLog: moves everything into the database file first.
    init(of test: TestKeychain, emptiesLog: Bool) throws {
        items = try test.keychain.everyPassword()
        if emptiesLog {
            try RawDatabase(test.home.databasePath).execute("PRAGMA wal_checkpoint(TRUNCATE)")
        }
        files = [Self.database: try Data.bytes(at: test.home.databasePath)]
        if !emptiesLog { files[Self.log] = try Data.bytes(at: test.home.databasePath + "-wal") }
        deviceKey = try Data.bytes(at: test.home.deviceKeyPath)
    }

    var database: [UInt8] {
        get { files[Self.database] ?? [] }
        set { files[Self.database] = newValue }
    }

    /// Makes a store of `count` passwords, every fifteenth with a secret of several pages.
    ///
    /// - Parameters:
    ///   - deviceKey: the device key it is made under; nil: one of its own.
    ///   - afterwards: so many more are added once the log was emptied.
    static func ofPasswords(
        _ count: Int, emptiesLog: Bool = true, deviceKey: [UInt8]? = nil, afterwards: Int = 0
    ) throws -> StoreImage {
        let test = TestKeychain()
        if let deviceKey {
            let path = test.home.deviceKeyPath as NSString
            try FileManager.default.createDirectory(
                atPath: path.deletingLastPathComponent, withIntermediateDirectories: true)
            try Data.write(deviceKey, to: test.home.deviceKeyPath)
        }
        for number in 0..<count + afterwards {
            if number == count {
                try RawDatabase(test.home.databasePath).execute("PRAGMA wal_checkpoint(TRUNCATE)")
            }
            let secret =
                number % 15 == 14
                ? String(repeating: "long secret \(number) ", count: 600) : "secret \(number)"
            try test.keychain.add(
                .password(
                    service: "service \(number % 10)", account: "account \(number)", secret: secret,
                    [.label: .string("label \(number)")]))
        }
        return try StoreImage(of: test, emptiesLog: emptiesLog)
    }
}

/// Lays images into one folder, one after the other, as if each had always been there.
final class ImageFolder {
    let test: TestKeychain
    var keychain: Keychain { test.keychain }
    var directory: String { test.home.path + "/keychains" }

    init(_ image: StoreImage, groups: [String]? = nil) throws {
        test = TestKeychain(groups: groups)
        // The first call makes the lock files.
        _ = try? test.keychain.find(.password([:]))
        try setDeviceKey(image.deviceKey)
        try lay(image.files)
    }

    func setDeviceKey(_ bytes: [UInt8]?) throws {
        try? FileManager.default.removeItem(atPath: test.home.deviceKeyPath)
        if let bytes { try Data.write(bytes, to: test.home.deviceKeyPath) }
    }

    /// Replaces every file of the store, and has the keychain open them anew.
    func lay(_ files: [String: [UInt8]]) throws {
        for name in try names() where !name.hasSuffix(".lock") {
            try FileManager.default.removeItem(atPath: directory + "/" + name)
        }
        for (name, bytes) in files { try Data.write(bytes, to: directory + "/" + name) }
        try test.home.raiseGeneration()
    }

    func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: directory).sorted()
    }

    /// Gives the files that were moved aside, by the suffix they had: "", "-wal".
    func aside() throws -> [String: [UInt8]] {
        var files: [String: [UInt8]] = [:]
        for name in try names() where name.contains(".damaged-") {
            let suffix = name.hasSuffix("-wal") ? "-wal" : name.hasSuffix("-shm") ? "-shm" : ""
            files[suffix] = try Data.bytes(at: directory + "/" + name)
        }
        return files
    }

    /// Gives everything in both folders but what only running processes need.
    func contents() throws -> [String: [UInt8]] {
        var files: [String: [UInt8]] = [:]
        for name in try names() where !name.hasSuffix(".lock") && !name.hasSuffix("-shm") {
            files[name] = try Data.bytes(at: directory + "/" + name)
        }
        files["device.key"] = try? Data.bytes(at: test.home.deviceKeyPath)
        return files
    }
}

extension Data {
    static func bytes(at path: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    }

    static func write(_ bytes: [UInt8], to path: String, mode: Int = 0o600) throws {
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }
}
