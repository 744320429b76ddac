// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainFormat
import SwiftKeychainModel
import SwiftKeychainRecovery
import SwiftKeychainStore

/// Stands in for the engine: keybags are text, a manifest is a count.
public enum SampleEngine {
    public static let keybag = Array("keybag of the sample engine".utf8)

    package static let keys = SampleKeys()

    public static func manifest(_ count: Int) -> [UInt8] { Array("\(count) rows".utf8) }

    /// Names a store of the sample engine.
    package static func store(_ directory: String) -> Store {
        Store(directory: directory, keys: keys)
    }
}

package struct SampleKeys: RecoveryKeyProvider {
    package func makeRecords() -> NewStoreRecords {
        NewStoreRecords(
            keybag: SampleEngine.keybag, manifest: SampleEngine.manifest(0), manifestRevision: 1)
    }

    package func migrate(_ writer: StoreWriter) {}

    package func rowJudge(keybags: [[UInt8]]) throws(KeychainError) -> (any RowJudge)? {
        if keybags.contains(Array("another device".utf8)) {
            throw KeychainError(.notAvailable, "the keybag names another device key")
        }
        return keybags.contains(SampleEngine.keybag) ? SampleJudge() : nil
    }
}

private struct SampleJudge: RowJudge {
    var keybag: [UInt8] { SampleEngine.keybag }
    func accepts(_ row: SealedRow) -> Bool { Sample.isIntact(row) }
    func owns(_ part: StorePart) -> Bool? { nil }

    func rowCount(in found: [ManifestRecord]) -> Int64? {
        found.first.flatMap {
            Int64(String(decoding: $0.record, as: UTF8.self).prefix { $0 != " " })
        }
    }

    func sealManifest(
        of reader: StoreReader, found: [ManifestRecord]
    ) throws(KeychainError) -> ManifestRecord {
        var count = 0
        for itemClass in ItemClass.stored { count += try reader.count(itemClass) }
        return (SampleEngine.manifest(count), (found.first?.revision ?? 0) + 1)
    }
}
