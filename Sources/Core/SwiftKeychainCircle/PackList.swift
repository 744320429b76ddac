// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainSync

/// The packs of a device's own map, which its head names.
///
/// A change adds a pack with the records that changed. When half of what the packs of a kind say is superseded, all of them
/// are replaced by new ones. When many of them are small, those become one.
package struct PackList: Sendable {
    /// How many packs of a kind there are at most that aren't even half filled.
    private static let mostSmallPacks = 8
    /// The length to which packs are filled, in bytes, without the longest record.
    private static let filling = 128 << 10

    /// A pack, and what it says of items: the version of its record, or nil where it drops an earlier one.
    package struct Entry: Sendable {
        package let reference: HeadBody.PackReference
        fileprivate let versions: [(key: RecordKey, version: RecordVersion?)]

        package init(_ reference: HeadBody.PackReference, _ contents: PackContents) {
            self.reference = reference
            versions =
                contents.records.map { ($0.key, $0.version) } + contents.dropped.map { ($0, nil) }
        }

        fileprivate var isLong: Bool { !reference.parts.isEmpty }

        /// Returns whether a map has all records of the pack.
        fileprivate func isSaid(by map: [ItemRecord]) -> Bool {
            versions.allSatisfy { key, version in
                version != nil && map.contains { $0.key == key && $0.version == version }
            }
        }

        /// A pack that can't be read now, and stays as it is.
        package init(unread reference: HeadBody.PackReference) {
            self.reference = reference
            versions = []
        }
    }

    /// What is to do so that the relay has the list.
    package struct Changes: Sendable {
        /// The files of new packs.
        package fileprivate(set) var puts: [(number: UInt64, bytes: [UInt8])] = []
        /// The numbers of files that the head doesn't name any more.
        package fileprivate(set) var superseded: [UInt64] = []
        /// The items that are too long for a pack, and stay here.
        package fileprivate(set) var tooLong: [RecordKey] = []
    }

    /// In the order in which the head names the packs.
    package private(set) var entries: [Entry]

    package init(_ entries: [Entry] = []) { self.entries = entries }

    /// Returns the records that packs say, the later overriding the earlier.
    package static func records(_ packs: [(kind: PackKind, contents: PackContents)]) -> [ItemRecord]
    {
        var records: [SyncHead.Place: ItemRecord] = [:]
        for (kind, contents) in packs {
            func place(_ key: RecordKey) -> SyncHead.Place {
                SyncHead.Place(key: key, needsUnlock: kind == .whenUnlocked)
            }
            for record in contents.records { records[place(record.key)] = record }
            for key in contents.dropped { records[place(key)] = nil }
        }
        return Array(records.values)
    }

    /// Changes the list so that its packs say a map.
    ///
    /// - Parameters:
    ///   - map: the records of the own map.
    ///   - kinds: the kinds of packs that can be written; a locked device leaves the others as they are.
    ///   - next: the number of the next pack.
    ///   - seal: seals a pack with that number; nil if its contents are too long.
    package mutating func update(
        to map: [ItemRecord], kinds: [PackKind], next: inout UInt64,
        seal: (PackContents, UInt64, PackKind) -> [UInt8]?
    ) -> Changes {
        var changes = Changes()
        for kind in kinds {
            let wanted = map.filter { PackKind($0.protection) == kind }
            let own = entries.filter { $0.reference.kind == kind }
            var contents = Self.difference(of: wanted, from: own)
            if contents.records.isEmpty, contents.dropped.isEmpty { continue }
            let said = own.reduce(0) { $0 + $1.versions.count }
            let isMostlySuperseded = said + contents.dropped.count > 2 * wanted.count
            // What is dropped goes into one pack, and must fit into it.
            let dropsMuch = contents.dropped.reduce(0) { $0 + $1.bytes.count } > Self.filling
            let small = own.filter { $0.reference.length < Self.filling / 2 }
            var replaced: [Entry] = []
            if isMostlySuperseded || dropsMuch {
                // A long pack is written again only when its record changed.
                replaced = own.filter { !$0.isLong || !$0.isSaid(by: wanted) }
            } else if small.count >= Self.mostSmallPacks {
                replaced = small
            }
            if !replaced.isEmpty {
                let numbers = Set(replaced.map(\.reference.number))
                changes.superseded += replaced.flatMap(\.reference.files).map(\.number)
                entries.removeAll { numbers.contains($0.reference.number) }
                contents = Self.difference(
                    of: wanted, from: own.filter { !numbers.contains($0.reference.number) })
                if contents.records.isEmpty, contents.dropped.isEmpty { continue }
            }
            for part in Self.parts(of: contents) {
                add(part, kind, &next, &changes, seal)
            }
        }
        return changes
    }

    /// Seals a pack. Only that of a single record can be too long.
    private mutating func add(
        _ contents: PackContents, _ kind: PackKind, _ next: inout UInt64,
        _ changes: inout Changes, _ seal: (PackContents, UInt64, PackKind) -> [UInt8]?
    ) {
        guard let bytes = seal(contents, next, kind) else {
            changes.tooLong += contents.records.map(\.key)
            return
        }
        let count = contents.records.count + contents.dropped.count
        let reference = HeadBody.PackReference(bytes, number: next, kind: kind, records: count)
        entries.append(Entry(reference, contents))
        for (file, bytes) in zip(reference.files, Pack.files(of: bytes)) {
            changes.puts.append((file.number, bytes))
        }
        next += UInt64(reference.files.count)
    }

    /// Returns what a further pack must say, so that packs of one kind say a map.
    private static func difference(of map: [ItemRecord], from entries: [Entry]) -> PackContents {
        var present: [RecordKey: RecordVersion] = [:]
        // nil, from a pack that drops the record, removes the key.
        for (key, version) in entries.flatMap(\.versions) { present[key] = version }
        let keys = Set(map.map(\.key))
        return PackContents(
            map.filter { present[$0.key] != $0.version },
            dropped: present.keys.filter { !keys.contains($0) })
    }

    /// Divides contents into parts that fit into packs. The first part has all that is dropped.
    private static func parts(of contents: PackContents) -> [PackContents] {
        var parts = [PackContents(dropped: contents.dropped)]
        var filled = contents.dropped.reduce(0) { $0 + $1.bytes.count }
        for record in contents.records {
            let count = record.length
            if filled > 0, filled + count > filling {
                parts.append(PackContents())
                filled = 0
            }
            parts[parts.count - 1].records.append(record)
            filled += count
        }
        return parts
    }
}
