// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainCircle
import SwiftKeychainFormat
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainSealing
import SwiftKeychainStore
import SwiftKeychainSync

/// The passwords of a store as the merge sees them.
struct SyncedRows {
    /// A row that opened, with the attributes of its metadata box.
    struct Opened {
        let item: Item
        let row: SealedRow
        /// Whether the item may not leave the device, though it is marked as synchronizable.
        let isBound: Bool
    }

    /// What the merge gets. Contents are hashed only where the merge compares them.
    private(set) var rows: [RecordKey: SyncRow] = [:]
    /// The rows that could be opened; a locked row is in ``rows`` alone.
    private(set) var opened: [RecordKey: Opened] = [:]
    /// The keys of rows that stay as they are, whatever is known of their items: locked ones, those that a newer build
    /// wrote, those that are too long to be sent, and those that are bound to the device and never were synchronized.
    private(set) var untouchable: Set<RecordKey> = []
    /// Items that are marked as synchronizable, and never sent: certificates and keys, and those that are bound to the
    /// device.
    private(set) var notSent = 0
    /// The number of synchronized items that can be read.
    var live: Int { rows.values.count { $0.state == .live } }
    /// The access groups of ordinary passwords that could be included, all at once.
    private(set) var ordinary: [String] = []
    /// Items that are too long to be sent.
    private(set) var tooLong = 0

    /// Reads the rows.
    ///
    /// - Parameter records: the keys of all records that are known. Rows of other items count only if they are
    ///   synchronized and open.
    init(
        _ reader: StoreReader, _ keybag: Keybag, circle: [UInt8], records: Set<RecordKey>
    ) throws(KeychainError) {
        // The primary key of a locked row is known only as a digest, so that those of the records are digested, too.
        let byDigest = Dictionary(
            records.map { (keybag.primaryKey($0.bytes), $0) }, uniquingKeysWith: { one, _ in one })
        try reader.forEachRow { stored in
            guard stored.itemClass.isPassword else {
                if stored.sealed?.synchronizable == true { notSent += 1 }
                return
            }
            let opened = try OpenedRow(stored, keybag: keybag)
            switch opened {
            case .item(let item, let row):
                try add(item, row, circle: circle, records: records, keybag)
            case .newer, .locked:
                guard case .sealed(let row) = stored, let key = byDigest[row.primaryKey] else {
                    return
                }
                untouchable.insert(key)
                guard case .locked = opened else { return }
                rows[key] = SyncRow(
                    state: .live, revision: UInt64(clamping: row.revision), modified: 0,
                    contents: [],
                    needsUnlock: true)
            // It counts as missing, and is set aside when the item arrives.
            case .damaged: return
            }
        }
    }

    private mutating func add(
        _ item: Item, _ row: SealedRow, circle: [UInt8], records: Set<RecordKey>, _ keybag: Keybag
    ) throws(KeychainError) {
        // A program, or an archive that someone made, may give any item a mark. Of the keychain's own items not even a
        // deletion is sent.
        let maySend = ItemRecord.mayLeave(
            itemClass: item.itemClass, accessGroup: item.accessGroup, protection: .whenUnlocked)
        let mark = SyncMark(item.stored[.syncMark]).flatMap {
            maySend && $0.circle == circle ? $0 : nil
        }
        let mayLeave = Self.mayLeave(item)
        if item.isSynchronized, !mayLeave { notSent += 1 }
        let key = RecordKey(
            item.itemClass.primaryKeyBytes(
                accessGroup: item.accessGroup, synchronizable: item.synchronizable,
                attributes: item.stored))
        guard let state = Self.state(of: item, mayLeave: mayLeave, hasMark: mark != nil) else {
            untouchable.insert(key)
            return
        }
        if state == .unsynchronized, Self.isOrdinary(item) { ordinary.append(item.accessGroup) }
        if state == .unsynchronized, !records.contains(key) { return }
        if row.metadataBox.count + (row.secretBox?.count ?? 0) > ItemRecord.longest {
            untouchable.insert(key)
            tooLong += 1
            return
        }
        var synced = SyncRow(
            state: state, base: mark?.base, revision: UInt64(row.revision),
            modified: item.modified, contents: [],
            needsUnlock: PackKind(item.accessControl.protection) != .afterFirstUnlock)
        // The secrets of rows that didn't change aren't opened.
        if state == .live && synced.isDirty || state == .unsynchronized {
            let secret: SecretBytes?
            do throws(KeychainError) { secret = try keybag.openSecret(row) } catch {
                // It counts as missing, like any damaged row.
                if error.code == .decode { return }
                throw error
            }
            synced.contents = ItemRecord.contents(
                protection: item.accessControl.protection, attributes: Self.sent(item),
                secret: secret)
        }
        rows[key] = synced
        opened[key] = Opened(item: item, row: row, isBound: !mayLeave)
    }

    /// Returns whether an item may be synchronized.
    static func mayLeave(_ item: Item) -> Bool {
        !item.accessControl.isConstrained
            && ItemRecord.mayLeave(
                itemClass: item.itemClass, accessGroup: item.accessGroup,
                protection: item.accessControl.protection)
    }

    /// Returns whether a password is one of those that the user includes all at once: not what the Secret Service keeps. A
    /// browser's key would replace that of another device, with which the browser there has encrypted its data.
    static func isOrdinary(_ item: Item) -> Bool { item.stored[.lookupAttributes] == nil }

    /// Returns what the merge takes a row for; nil if it doesn't see it.
    private static func state(of item: Item, mayLeave: Bool, hasMark: Bool) -> SyncRow.State? {
        if item.isTombstone { return mayLeave || hasMark ? .deleted : nil }
        // Other devices shall delete what is bound to this one now.
        if !mayLeave { return hasMark ? .deleted : nil }
        if item.isSynchronized { return .live }
        return hasMark ? .released : .unsynchronized
    }

    /// Returns the attributes of an item that other devices get.
    static func sent(_ item: Item) -> [Attribute: AttributeValue] {
        item.stored.filter { $0.key != .syncMark && $0.key != .isIncluded }
    }
}

extension Item {
    /// When the item was changed, in milliseconds since 2001-01-01 00:00 UTC; 0 if that isn't known.
    fileprivate var modified: UInt64 {
        UInt64(exactly: ((stored[.modificationDate]?.seconds ?? 0) * 1000).rounded()) ?? 0
    }
}
