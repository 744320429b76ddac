// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainFormat
import SwiftKeychainModel
import SwiftKeychainRecovery
import SwiftKeychainSealing
import SwiftKeychainStore

extension StoreKeys {
    /// Selects the keybag that judges the rows of a damaged file; nil when the file has none.
    ///
    /// - Throws: `notAvailable` when there are keybags and none opens. No file may be moved then.
    func rowJudge(keybags: [[UInt8]]) throws(KeychainError) -> (any RowJudge)? {
        var refusal: KeychainError?
        for record in keybags {
            do {
                return KeybagRowJudge(opened: try open(record), keys: self)
            } catch {
                refusal = error
            }
        }
        if let refusal { throw refusal }
        return nil
    }
}

/// The judgement of a damaged store's rows by one of its keybags.
private struct KeybagRowJudge: RowJudge {
    let opened: Keybag
    let keys: StoreKeys

    var keybag: [UInt8] { opened.record }

    func accepts(_ row: SealedRow) -> Bool {
        // A locked row is kept, and judged when it is opened. A row of a newer format can't be judged;
        // it stays in the old file.
        switch try? OpenedRow(.sealed(row), keybag: opened, withSecret: true) {
        case .damaged, .newer: false
        case .item, .locked, nil: true
        }
    }

    func owns(_ part: StorePart) -> Bool? {
        switch part {
        case .keybag(let record):
            return (try? keys.open(record))?.storeIdentifier == opened.storeIdentifier
        case .manifest(let record, let revision):
            do throws(KeychainError) {
                _ = try open((record, revision))
                return true
            } catch {
                // A manifest sealed by a later keybag of this store authenticates, but is refused.
                return error.code == .decode ? false : true
            }
        case .row(let row):
            switch try? OpenedRow(.sealed(row), keybag: opened) {
            case .item: return true
            case .damaged: return false
            case .locked, .newer, nil: return nil
            }
        }
    }

    func rowCount(in found: [ManifestRecord]) -> Int64? { newest(of: found)?.count }

    private func newest(of found: [ManifestRecord]) -> Manifest? {
        found.lazy.compactMap { try? open($0) }.first
    }

    /// Opens a manifest of any version.
    ///
    /// - Throws: as ``Keybag/openManifest(_:revision:)``.
    private func open(_ manifest: ManifestRecord) throws(KeychainError) -> Manifest {
        do throws(KeychainError) {
            return try opened.openManifest(manifest.record, revision: manifest.revision)
        } catch {
            guard error.code == .decode else { throw error }
            return try opened.openFirstManifest(manifest.record, revision: manifest.revision)
        }
    }

    /// Seals a manifest of the rows that were kept, with the settings of the newest readable one that was found.
    func sealManifest(
        of reader: StoreReader, found: [ManifestRecord]
    ) throws(KeychainError) -> ManifestRecord {
        // Keep what the rows don't determine, such as the settings of the store.
        let newest = newest(of: found)
        var manifest = newest ?? Manifest()
        if newest == nil {
            manifest.others[LostSettings.name] = LostSettings(at: keys.location).encoded
        }
        manifest.startOver()
        try opened.countAll(of: reader, in: &manifest)
        manifest.revision = (found.first?.revision ?? 0) &+ 1
        manifest.repairs += 1
        return (opened.seal(manifest), manifest.revision)
    }
}
