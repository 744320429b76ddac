// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainFormat
import SwiftKeychainSealing
import SwiftKeychainModel

extension FuzzTarget {
    /// The target for edited rows: only attributes and secrets that were sealed together may open.
    ///
    /// The first byte chooses between a row, a manifest and bare attributes.
    public static let row = FuzzTarget(name: "row") { bytes throws(Finding) in
        var input = FuzzBytes(bytes)
        switch input.choose(3) {
        case 0: return try RowRules.openRow(&input)
        case 1: return try RowRules.openManifest(&input)
        default: return try RowRules.rewriteAttributes(input.rest())
        }
    }
}

private enum RowRules {
    static func openRow(_ input: inout FuzzBytes) throws(Finding) -> Bool {
        let row = input.choose(of: SampleStore.rows).row.edited(by: &input)
        let attributes = try opened { () throws(KeychainError) in
            try SampleStore.keybag.openMetadata(row)
        }
        let secret = try opened { () throws(KeychainError) in
            try SampleStore.keybag.openSecret(row)
        }
        let origins = SampleStore.rows.filter { hasSameColumns($0.row, row) }
        if let attributes {
            try require(
                origins.contains {
                    $0.row.metadataBox == row.metadataBox && $0.attributes == attributes
                        && ($0.row.secretBox == nil) == (row.secretBox == nil)
                }, "attributes opened in a row that was never sealed")
        }
        if let secret = secret ?? nil {
            // The data box authenticates only the nonce of the metadata box.
            try require(
                origins.contains {
                    $0.row.metadataBox.prefix(24) == row.metadataBox.prefix(24)
                        && $0.row.secretBox == row.secretBox && $0.secret == secret
                }, "a secret opened in a row that was never sealed")
        }
        return attributes != nil
    }

    /// Returns whether the columns that both boxes authenticate are equal byte by byte.
    private static func hasSameColumns(_ left: SealedRow, _ right: SealedRow) -> Bool {
        left.itemClass == right.itemClass
            && left.accessGroup.utf8.elementsEqual(right.accessGroup.utf8)
            && left.protection.utf8.elementsEqual(right.protection.utf8)
            && left.synchronizable == right.synchronizable && left.tombstone == right.tombstone
            && left.persistentReference == right.persistentReference
            && left.revision == right.revision && left.digests == right.digests
            && left.primaryKey == right.primaryKey
    }

    static func openManifest(_ input: inout FuzzBytes) throws(Finding) -> Bool {
        let original = input.choose(of: SampleStore.manifests)
        let other = input.choose(of: SampleStore.manifests)
        var (record, revision) = (original.record, original.manifest.revision)
        while !input.isAtEnd {
            if input.choose(4) == 0 {
                revision = Int64(bitPattern: input.word())
            } else {
                record = input.edit(record, other: other.record)
            }
        }
        let manifest = try opened { () throws(KeychainError) in
            try SampleStore.keybag.openManifest(record, revision: revision)
        }
        guard let manifest else { return false }
        try require(
            SampleStore.manifests.contains { $0.record == record && $0.manifest == manifest },
            "a manifest opened that was never sealed")
        return true
    }

    /// Reads the bytes as the plaintext of a metadata box, and requires that it is written back the
    /// same.
    static func rewriteAttributes(_ bytes: [UInt8]) throws(Finding) -> Bool {
        guard let plaintext = try? MetadataPlaintext(bytes) else { return false }
        try require(plaintext.encoded() == bytes, "attributes are written again as other bytes")
        return true
    }

    /// Runs `open`; nil when it refused the row as damaged. Any other error is a finding.
    private static func opened<Value>(
        _ open: () throws(KeychainError) -> Value
    ) throws(Finding) -> Value? {
        do throws(KeychainError) {
            return try open()
        } catch {
            try require(error.code == .decode, "a damaged row is refused with \(error)")
            return nil
        }
    }
}
