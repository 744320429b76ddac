import SwiftKeychainSealing
import SwiftKeychainModel
import SwiftKeychainStore
import SwiftKeychainSystem

/// A setting of a store, kept as an entry of its sealed manifest. An old value can return only with
/// the whole old manifest.
protocol StoreSetting: Equatable {
    /// The name of the entry of the manifest (Docs/format.md, "The manifest").
    static var name: String { get }

    /// Makes the default value.
    init()
    /// - Throws: `malformed` for anything that this version wouldn't write.
    init(decoding decoder: inout CanonicalCBOR.Decoder) throws(CanonicalCBOR.Malformed)
    func encode(to encoder: inout CanonicalCBOR.Encoder)
}

extension Keybag {
    /// Reads a setting of the store, or its default.
    ///
    /// - Throws: as ``manifest(of:)``; `notAvailable` for a value that a newer version wrote.
    func setting<Setting: StoreSetting>(
        _ kind: Setting.Type = Setting.self, of reader: StoreReader
    ) throws(KeychainError) -> Setting {
        guard let encoded = try manifest(of: reader).others[Setting.name] else {
            return Setting()
        }
        do throws(CanonicalCBOR.Malformed) {
            var decoder = CanonicalCBOR.Decoder(encoded)
            let setting = try Setting(decoding: &decoder)
            if decoder.isAtEnd { return setting }
        } catch {}
        throw KeychainError(
            .notAvailable, "manifest: its entry '\(Setting.name)' was written by a newer version")
    }
}

extension Engine {
    /// Reads a setting of the store. Doesn't create a store.
    ///
    /// - Throws: as ``read(_:_:)`` and ``Keybag/setting(_:of:)``.
    func setting<Setting: StoreSetting>(
        _ kind: Setting.Type = Setting.self
    ) throws(KeychainError) -> Setting {
        guard try location.exists else { return Setting() }
        return try store.read(deadline: .standard) { (reader) throws(KeychainError) in
            try keys(reader).keybag.setting(of: reader)
        }
    }
}

extension Transaction {
    /// Changes a setting of the store. The end of the transaction seals it into the manifest.
    func set<Setting: StoreSetting>(_ setting: Setting) {
        guard setting != Setting() else { return set(Setting.name, nil) }
        var encoder = CanonicalCBOR.Encoder(reservingCapacity: 128)
        setting.encode(to: &encoder)
        set(Setting.name, encoder.bytes)
    }
}
