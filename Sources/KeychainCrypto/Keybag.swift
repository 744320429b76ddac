import KeychainMemory
import KeychainModel

/// Holds the keys of one store and does everything that needs them: digests, boxes, the manifest.
///
/// A keybag is one authenticated record in the store. Its keys lie in a locked arena; a child after
/// fork() finds them wiped, and any use of them there stops the process.
public final class Keybag: Sendable {
    /// The record to keep in the store, deterministic CBOR of about 800 bytes (Docs/format.md).
    public let record: [UInt8]
    /// The 16 random bytes that name the store and bind its boxes to it.
    public let storeIdentifier: [UInt8]
    /// Counts the changes of the record, from 1.
    public let revision: Int64
    let keys: WorkingKeys
    let random: RandomSource

    private init(
        record: [UInt8], store: [UInt8], revision: Int64, roots: RootKeys, random: RandomSource
    ) {
        self.record = record
        self.revision = revision
        storeIdentifier = store
        keys = WorkingKeys(roots)
        self.random = random
    }

    /// Makes the keybag of a new store: a store identifier, an index key, a manifest key and a key
    /// for every protection class but `akpu`, all random, wrapped by the device key.
    public static func create(deviceKey: DeviceKey) throws(KeychainError) -> Keybag {
        try create(deviceKey: deviceKey, random: .system)
    }

    package static func create(
        deviceKey: DeviceKey, random: RandomSource
    ) throws(KeychainError) -> Keybag {
        let store = random.bytes(KeybagRecord.identifierBytes)
        let roots = RootKeys(random)
        let record = KeybagRecord(
            store: store, deviceKeyIdentifier: deviceKey.identifier, revision: 1,
            wrapped: roots.wrapped(store: store, deviceKey: deviceKey, random))
        return Keybag(
            record: record.encoded(under: deviceKey), store: store, revision: record.revision,
            roots: roots, random: random)
    }

    /// Opens the record of a store.
    ///
    /// - Throws: `notAvailable` when the record was made under another device key (the detail names
    ///   both identifiers), is not authentic, or was written by a newer version.
    public convenience init(record: [UInt8], deviceKey: DeviceKey) throws(KeychainError) {
        try self.init(record: record, deviceKey: deviceKey, random: .system)
    }

    package convenience init(
        record: [UInt8], deviceKey: DeviceKey, random: RandomSource
    ) throws(KeychainError) {
        let parsed = try KeybagRecord(record, deviceKey: deviceKey)
        let roots = try RootKeys(
            wrapped: parsed.wrapped, store: parsed.store, deviceKey: deviceKey)
        self.init(
            record: record, store: parsed.store, revision: parsed.revision, roots: roots,
            random: random)
    }

    /// Reads which device key a record names, 16 bytes; nil when the record is malformed. Nothing
    /// vouches for the answer: it is for messages.
    public static func deviceKeyIdentifier(inRecord record: [UInt8]) -> [UInt8]? {
        KeybagRecord.deviceKeyIdentifier(in: record)
    }

    /// Tells whether a passcode protects the keys of the classes that ask for one.
    public var hasPasscode: Bool { false }

    /// Checks that items of `protection` can be sealed and opened now.
    ///
    /// - Throws: `authenticationFailed` for `akpu` while there is no passcode.
    public func check(_ protection: ProtectionClass) throws(KeychainError) {
        if protection == .whenPasscodeSetThisDeviceOnly && !hasPasscode {
            throw KeychainError(
                .authenticationFailed, "\(Attribute.accessible): akpu needs a passcode to be set")
        }
    }
}
