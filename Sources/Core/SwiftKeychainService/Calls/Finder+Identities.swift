// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainFormat
import SwiftKeychainSealing
import SwiftKeychainModel
import SwiftKeychainStore

// An identity is a certificate and a private key whose application label is the hash of the certificate's
// key. Of several, those that are synchronizable like it, then those of its group, then the oldest come first. The digests
// of both columns are made with one key, so that an index finds one half from the other.
extension Finder {
    /// Finds pairs of a certificate and a private key, page by page of the half that leads. Of several keys that match,
    /// a certificate makes one identity, with the nearest, then the oldest.
    mutating func lookForIdentities(_ join: DigestedQuery.Join) throws(KeychainError) {
        if join.keysLead { return try lookFromKeys(join) }
        try look(for: join.certificates, join)
    }

    /// Finds the key of a certificate.
    mutating func identity(
        of stored: StoredRow, _ join: DigestedQuery.Join
    ) throws(KeychainError) -> Entry? {
        guard let (certificate, row) = try open(stored, join.halves.certificate) else {
            return nil
        }
        let keys = join.keys.adding(Self.sameKey(row, .publicKeyHash, in: .key, .applicationLabel))
        let candidates = try allRows(keys).sorted {
            Self.difference($0, from: row) < Self.difference($1, from: row)
        }
        for stored in candidates {
            if let entry = try pair((certificate, row), stored, join) { return entry }
        }
        return nil
    }

    /// Returns how far a key is from a certificate: 0 for one of the same group that is synchronizable like it.
    private static func difference(_ stored: StoredRow, from certificate: SealedRow) -> Int {
        guard case .sealed(let key) = stored else { return 0 }
        return (key.synchronizable == certificate.synchronizable ? 0 : 2)
            + (key.accessGroup == certificate.accessGroup ? 0 : 1)
    }

    /// Finds the certificates of the few keys that an index finds.
    private mutating func lookFromKeys(_ join: DigestedQuery.Join) throws(KeychainError) {
        var entries: [Int64: Entry] = [:]
        var seen: Set<Int64> = []
        for stored in try allRows(join.keys) {
            guard case .sealed(let key) = stored else { continue }
            let certificates = join.certificates.adding(
                Self.sameKey(key, .applicationLabel, in: .certificate, .publicKeyHash))
            for candidate in try allRows(certificates) where seen.insert(candidate.rowid).inserted {
                entries[candidate.rowid] = try identity(of: candidate, join)
            }
        }
        for entry in entries.values.sorted(by: { $0.row.rowid < $1.row.rowid }) {
            if add(entry) { break }
        }
    }

    /// Joins a certificate with a candidate key; nil when the key doesn't match.
    private mutating func pair(
        _ certificate: (item: Item, row: SealedRow), _ stored: StoredRow,
        _ join: DigestedQuery.Join
    ) throws(KeychainError) -> Entry? {
        let lockedBefore = found.locked.count
        guard let (key, keyRow) = try open(stored, join.halves.key) else {
            guard collectsLocked, found.locked.count > lockedBefore,
                case .sealed(let keyRow) = stored
            else { return nil }
            // It matches by its digests; a search that collects locked rows deletes both without opening.
            found.locked.removeLast()
            return Entry(item: certificate.item, row: certificate.row, key: keyRow)
        }
        guard Query.makeIdentity(certificate.item, key),
            let opened = try withSecret(certificate.item, certificate.row),
            let key = try withPassword(key, keyRow)
        else { return nil }
        return Entry(item: Item(identity: opened, key), row: certificate.row, key: keyRow)
    }

    /// Returns the key of an identity, with its wrapped bytes if a password must be checked with them; nil,
    /// after recording a damaged row, when they don't open.
    private mutating func withPassword(
        _ key: Item, _ row: SealedRow
    ) throws(KeychainError) -> Item? {
        guard key.demand(reading: .attributes).applicationPassword else { return key }
        return try withSecret(key, row)
    }

    /// Returns the rows of an entry, each as an item with its secret: two of an identity.
    func whole(_ entry: Entry) throws(KeychainError) -> [(item: Item, row: SealedRow)] {
        guard let key = entry.key, let certificate = entry.item.certificate,
            let privateKey = entry.item.privateKey
        else { return [(entry.item, entry.row)] }
        return [
            (certificate, entry.row),
            (privateKey.with(secret: try keybag.openSecret(key)), key),
        ]
    }

    /// Reads all rows of a query, a page at a time.
    private func allRows(_ storeQuery: StoreQuery) throws(KeychainError) -> [StoredRow] {
        var rows: [StoredRow] = []
        while true {
            let page = try reader.rows(
                storeQuery, after: rows.last?.rowid ?? 0, limit: Self.page)
            rows += page
            if page.count < Self.page { return rows }
        }
    }

    /// Adds the condition that the other row is about the same public key, by the digest of this one.
    static func sameKey(
        _ row: SealedRow, _ attribute: Attribute, in other: ItemClass, _ counterpart: Attribute
    ) -> (column: Int, digest: [UInt8]) {
        let table = row.itemClass.attributes
        guard let from = table.digestPosition(of: attribute),
            let to = other.attributes.digestPosition(of: counterpart)
        else { preconditionFailure("both attributes have digests") }
        // A row without a digest matches nothing, because no digest is empty.
        return (to, row.digests[from] ?? [])
    }
}
