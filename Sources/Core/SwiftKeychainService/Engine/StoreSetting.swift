// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainSealing
import SwiftKeychainModel
import SwiftKeychainStore
import SwiftKeychainSystem

/// A setting of a store, kept as an entry of its sealed manifest. An old value can return only with
/// the whole old manifest.
protocol StoreSetting: Equatable {
    /// The name of the entry of the manifest (Docs/internals/format.md, "The manifest").
    static var name: String { get }

    /// Makes the default value.
    init()
    /// - Throws: `malformed` for anything that this version wouldn't write.
    init(decoding decoder: inout CanonicalCBOR.Decoder) throws(CanonicalCBOR.Malformed)
    func encode(to encoder: inout CanonicalCBOR.Encoder)
}

extension LockSettings: StoreSetting {
    static let name = "lock"
}

extension KeychainList: StoreSetting {
    static let name = "keychains"
}

extension Keybag {
    /// Reads a setting of the store, or its default.
    ///
    /// - Throws: as ``manifest(of:)``; `notAvailable` for a value that a newer version wrote.
    func setting<Setting: StoreSetting>(
        _ kind: Setting.Type = Setting.self, of reader: StoreReader
    ) throws(KeychainError) -> Setting {
        try Setting(in: try manifest(of: reader).others)
    }
}

extension StoreSetting {
    /// The entry of the manifest; nil for the default.
    var encoded: [UInt8]? {
        if self == Self() { return nil }
        var encoder = CanonicalCBOR.Encoder(reservingCapacity: 128)
        encode(to: &encoder)
        return encoder.bytes
    }

    /// Reads a setting of the entries of a manifest, or the default.
    init(in entries: [String: [UInt8]]) throws(KeychainError) {
        guard let encoded = entries[Self.name] else {
            self.init()
            return
        }
        do throws(CanonicalCBOR.Malformed) {
            var decoder = CanonicalCBOR.Decoder(encoded)
            try self.init(decoding: &decoder)
            if decoder.isAtEnd { return }
        } catch {}
        throw KeychainError(
            .notAvailable, "manifest: its entry '\(Self.name)' was written by a newer version")
    }
}

extension Engine {
    /// Reads a setting of the store. Doesn't create a store.
    ///
    /// - Throws: as ``begin(_:)`` and ``Keybag/setting(_:of:)``.
    func setting<Setting: StoreSetting>(
        _ kind: Setting.Type = Setting.self
    ) throws(KeychainError) -> Setting {
        guard try location.exists else { return Setting() }
        let view = try begin()
        let entries = try settingEntries(view.reader)
        view.end()
        return try Setting(in: entries)
    }

    /// Reads the entries of the settings in a read that has begun. Most stores have none.
    func settingEntries(_ reader: StoreReader) throws(KeychainError) -> [String: [UInt8]] {
        let revision = try reader.manifestRevision()
        if let known = settings.withLock({ $0 }), known.generation == reader.generation,
            known.revision == revision
        {
            return known.entries
        }
        let manifest = try keys(reader).keybag.manifest(of: reader)
        settings.withLock { $0 = (reader.generation, manifest.revision, manifest.others) }
        return manifest.others
    }
}

extension Transaction {
    /// Changes a setting of the store. The end of the transaction seals it into the manifest.
    func set<Setting: StoreSetting>(_ setting: Setting) { set(Setting.name, setting.encoded) }
}
