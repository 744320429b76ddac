// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychainFormat
import SwiftKeychainSealing
import SwiftKeychainModel
import SwiftKeychainRecovery
import SwiftKeychainStore

/// The paths of a store's files, in a folder of their own.
struct StoreFiles {
    /// The folder of the store.
    let directory: String
    var database: String { directory + "/keychain-2.db" }
    var log: String { database + "-wal" }

    /// Makes a folder in $TMPDIR, and removes it with its contents after `body`.
    static func with<Result, Failure: Error>(
        _ body: (StoreFiles) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array("\(parent)/keychain-fuzz-XXXXXX".utf8CString)
        let made = template.withUnsafeMutableBufferPointer { mkdtemp($0.baseAddress!) }
        guard let made else { fatalError("no folder can be made in \(parent)") }
        let folder = String(cString: made)
        defer { remove(folder) }
        return try body(StoreFiles(directory: folder + "/store"))
    }

    /// Makes the folder with these files; an empty log isn't written.
    func write(database: [UInt8], log: [UInt8]) {
        mkdir(directory, 0o700)
        Self.write(self.database, database)
        if !log.isEmpty { Self.write(self.log, log) }
    }

    static func read(_ path: String) -> [UInt8] {
        guard let file = fopen(path, "r") else { return [] }
        defer { fclose(file) }
        fseek(file, 0, SEEK_END)
        let count = ftell(file)
        rewind(file)
        return [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            filled = fread(buffer.baseAddress, 1, count, file)
        }
    }

    private static func write(_ path: String, _ bytes: [UInt8]) {
        guard let file = fopen(path, "w") else { fatalError("\(path) cannot be written") }
        fwrite(bytes, 1, bytes.count, file)
        fclose(file)
    }

    private static func remove(_ path: String) {
        if let stream = opendir(path) {
            while let entry = readdir(stream) {
                let name = withUnsafePointer(to: &entry.pointee.d_name) {
                    $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
                }
                if name != "." && name != ".." { remove(path + "/" + name) }
            }
            closedir(stream)
        }
        if rmdir(path) != 0 { unlink(path) }
    }
}

extension SampleStore {
    static let keys = SampleKeys()

    /// Returns whether both boxes of a row open.
    static func isGenuine(_ row: SealedRow) -> Bool {
        do {
            _ = try keybag.openMetadata(row)
            _ = try keybag.openSecret(row)
            return true
        } catch {
            return false
        }
    }
}

/// The work on a store on disk that needs the keys of the sample store.
struct SampleKeys: RecoveryKeyProvider {
    func makeRecords() throws(KeychainError) -> NewStoreRecords {
        let keybag = SampleStore.keybag
        return NewStoreRecords(
            keybag: keybag.record, manifest: keybag.seal(Manifest()), manifestRevision: 0)
    }

    func migrate(_ writer: StoreWriter) {}

    func rowJudge(keybags: [[UInt8]]) -> (any RowJudge)? {
        keybags.contains(SampleStore.keybag.record) ? SampleJudge() : nil
    }
}

private struct SampleJudge: RowJudge {
    var keybag: [UInt8] { SampleStore.keybag.record }
    func accepts(_ row: SealedRow) -> Bool { SampleStore.isGenuine(row) }
    func owns(_ part: StorePart) -> Bool? { nil }
    func rowCount(in found: [ManifestRecord]) -> Int64? { nil }

    func sealManifest(
        of reader: StoreReader, found: [ManifestRecord]
    ) throws(KeychainError) -> ManifestRecord {
        let keybag = SampleStore.keybag
        var manifest = Manifest()
        for itemClass in ItemClass.stored {
            for case .sealed(let row) in try reader.allRows(itemClass, limit: .max) {
                manifest.add(
                    keybag.element(
                        row.itemClass, persistentReference: row.persistentReference,
                        revision: row.revision))
            }
        }
        manifest.revision = (found.first?.revision ?? 0) &+ 1
        return (keybag.seal(manifest), manifest.revision)
    }
}
