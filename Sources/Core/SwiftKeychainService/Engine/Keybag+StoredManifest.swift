// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainSealing
import SwiftKeychainModel
import SwiftKeychainStore

extension Keybag {
    /// Opens the manifest of a store. Every store has one; a missing one is never recreated from the rows.
    ///
    /// - Throws: `notAvailable` when it is missing, doesn't authenticate, or was restored from an earlier
    ///   state: then another program may have deleted or restored rows.
    func manifest(of reader: StoreReader) throws(KeychainError) -> Manifest {
        if let changed = (reader as? StoreWriter)?.joint as? ChangedManifest {
            return changed.manifest
        }
        return try manifest(of: reader, opening: openManifest(_:revision:))
    }

    /// Opens the manifest of a store as `open` does.
    func manifest(
        of reader: StoreReader, opening open: ([UInt8], Int64) throws(KeychainError) -> Manifest
    ) throws(KeychainError) -> Manifest {
        guard let stored = try reader.manifest() else { throw Self.doubt("is missing") }
        do throws(KeychainError) {
            return try open(stored.record, stored.revision)
        } catch {
            guard error.code == .decode else { throw error }
            throw Self.doubt("does not authenticate")
        }
    }

    /// Returns the error for a manifest that doesn't agree with the store.
    private static func doubt(_ what: String) -> KeychainError {
        KeychainError(
            .notAvailable,
            "manifest: \(what): another program may have deleted or restored items; run"
                + " security doctor --repair")
    }

    private func element(_ incident: Incident, isAcknowledged: Bool) -> Manifest.Element {
        element(
            ofIncident: incident.kind, seconds: incident.seconds, detail: incident.detail,
            isAcknowledged: isAcknowledged)
    }

    /// Counts the events of a write in the manifest.
    func count(_ events: [StoreEvent], in manifest: inout Manifest) {
        for event in events {
            switch event {
            case .added(let incident):
                manifest.add(
                    incident: element(incident, isAcknowledged: incident.isAcknowledged))
            case .acknowledged(let incident):
                manifest.remove(incident: element(incident, isAcknowledged: false))
                manifest.add(incident: element(incident, isAcknowledged: true))
            case .setAside: manifest.quarantined += 1
            case .dropped(let count): manifest.quarantined -= count
            }
        }
    }

    /// Counts the rows, incidents and quarantine of a store in `manifest`, which must be empty.
    func countAll(of reader: StoreReader, in manifest: inout Manifest) throws(KeychainError) {
        var counted = manifest
        try reader.forEachRow { stored in
            if case .sealed(let row) = stored { counted.add(element(row)) }
        }
        try countNotes(of: reader, in: &counted)
        manifest = counted
    }

    /// Counts the incidents and quarantine of a store in `manifest`, which must contain none.
    func countNotes(of reader: StoreReader, in manifest: inout Manifest) throws(KeychainError) {
        count(try reader.incidents().map { .added($0) }, in: &manifest)
        manifest.quarantined += Int64(try reader.quarantineAcknowledgements().count)
    }
}
