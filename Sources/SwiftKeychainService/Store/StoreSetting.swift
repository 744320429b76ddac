import SwiftKeychainSealing
import SwiftKeychainModel
import SwiftKeychainSystem
import SwiftKeychainStore
import SwiftKeychainSystem

/// A setting of a store, kept as an entry of its sealed manifest: an old value returns only together
/// with the old manifest.
protocol StoreSetting: Equatable {
    /// Names the entry of the manifest (Docs/format.md, "The manifest").
    static var name: String { get }

    /// Makes the default.
    init()
    /// - Throws: `malformed` for anything this version would not have written.
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
    /// Reads a setting of the store; a store that does not exist is not made.
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
    /// Changes a setting of the store; the manifest is sealed with it at the end of the transaction.
    func set<Setting: StoreSetting>(_ setting: Setting) {
        guard setting != Setting() else { return set(Setting.name, nil) }
        var encoder = CanonicalCBOR.Encoder(reservingCapacity: 128)
        setting.encode(to: &encoder)
        set(Setting.name, encoder.bytes)
    }
}
