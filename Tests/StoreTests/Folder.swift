// SPDX-License-Identifier: Apache-2.0
import CKeychainLinux
import Glibc
import SwiftKeychainFormat
import SwiftKeychainModel
import SwiftKeychainRecovery
import SwiftKeychainStore
import StoreTestSupport

/// Makes a folder for one test and removes it with everything in it.
final class Folder: Sendable {
    let path: String
    let store: Store

    init() {
        var template = Array("/tmp/keychain-store-XXXXXX".utf8CString)
        path = template.withUnsafeMutableBufferPointer { String(cString: mkdtemp($0.baseAddress!)) }
        store = SampleEngine.store(path + "/keychains")
    }

    deinit { Folder.remove(path) }

    var directory: String { store.directory }
    var database: String { store.databasePath }

    /// Another engine on the same files.
    func reopened() -> Store { SampleEngine.store(directory) }

    func names() -> [String] { Folder.names(directory) }

    static func names(_ path: String) -> [String] {
        guard let stream = opendir(path) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != "." && name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    static func remove(_ path: String) {
        for name in names(path) { remove(path + "/" + name) }
        if rmdir(path) != 0 { unlink(path) }
    }

    static func read(_ path: String) -> [UInt8] {
        guard let file = fopen(path, "r") else { return [] }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while case let count = fread(&buffer, 1, buffer.count, file), count > 0 {
            bytes += buffer[..<count]
        }
        return bytes
    }

    static func write(_ path: String, _ bytes: [UInt8]) {
        guard let file = fopen(path, "w") else { return }
        fwrite(bytes, 1, bytes.count, file)
        fclose(file)
    }
}

extension Store {
    /// Stores rows, one call each.
    func add(_ rows: [SealedRow]) throws(KeychainError) {
        for row in rows {
            try write(deadline: .standard) { (writer) throws(KeychainError) in
                _ = try writer.insert(row)
            }
        }
    }

    /// Mends the files, and does nothing with what came of it.
    @discardableResult
    func repair() throws(KeychainError) -> FileRepair? {
        try repair(keys: SampleEngine.keys, deadline: .standard) { (_, files) in files }
    }

    /// Every row of a class that is whole, and the count of those that are not.
    func all(_ itemClass: ItemClass) throws(KeychainError) -> [SealedRow] {
        let found = try read(deadline: .standard) { (reader) throws(KeychainError) in
            try reader.allRows(itemClass, limit: 1 << 30)
        }
        return found.compactMap { if case .sealed(let row) = $0 { row } else { nil } }
    }
}

/// The row without its rowid, as it was before it was stored.
func unplaced(_ row: SealedRow) -> SealedRow {
    var row = row
    row.rowid = 0
    return row
}
