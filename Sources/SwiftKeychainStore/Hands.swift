import SwiftKeychainModel

extension Store {
    /// Does for the store what takes keys: the engine lends these hands, and the store calls them
    /// under the exclusive lock. They must not call the store.
    public struct Hands: Sendable {
        /// Makes the records of a new store, and the device key before them.
        public var makeKeybag: @Sendable () throws(KeychainError) -> NewStore
        /// Picks, of what may be keybags, the one that authenticates, newest candidate first.
        ///
        /// Nil when none does: then a new keybag is made and no row can be kept. A throw (a
        /// candidate names another device key) stops the salvage, and nothing has moved.
        public var salvager: @Sendable (_ keybags: [[UInt8]]) throws(KeychainError) -> Salvager?

        /// Seals anew what a step away from `version` changes, inside its transaction: the manifest
        /// always, rows as far as their class keys are there. Rows that stay as they are open for
        /// ever, and are sealed in the new format when they are next written.
        public var migrate: @Sendable (_ version: Int64, StoreWriter) throws(KeychainError) -> Void

        public init(
            makeKeybag: @escaping @Sendable () throws(KeychainError) -> NewStore,
            salvager: @escaping @Sendable ([[UInt8]]) throws(KeychainError) -> Salvager?,
            migrate: @escaping @Sendable (Int64, StoreWriter) throws(KeychainError) -> Void
        ) {
            self.makeKeybag = makeKeybag
            self.salvager = salvager
            self.migrate = migrate
        }
    }

    /// Holds the records a new database begins with.
    public struct NewStore: Sendable {
        public var keybag: [UInt8]
        public var keybagRevision: Int64
        /// The sealed manifest of no rows.
        public var manifest: [UInt8]
        public var manifestRevision: Int64

        public init(
            keybag: [UInt8], keybagRevision: Int64 = 1, manifest: [UInt8], manifestRevision: Int64
        ) {
            self.keybag = keybag
            self.keybagRevision = keybagRevision
            self.manifest = manifest
            self.manifestRevision = manifestRevision
        }
    }

    /// A sealed manifest and the revision beside it.
    public typealias ManifestRecord = (record: [UInt8], revision: Int64)

    /// Names what is found in the files of a store and says by itself whose it is.
    public enum Part: Sendable {
        case keybag([UInt8])
        case manifest([UInt8], revision: Int64)
        case row(SealedRow)
    }

    /// Judges the rows of a damaged store by the keybag that authenticated.
    public struct Salvager: Sendable {
        public var keybag: [UInt8]
        /// Tells whether both boxes of a row open. A row whose class key is locked cannot be
        /// judged; to accept it keeps it, and it is judged when it is opened.
        public var accepts: @Sendable (SealedRow) -> Bool
        /// Seals the manifest of what was kept, with a revision above those that were found, which
        /// are given, the highest revision first.
        public var manifest:
            @Sendable (StoreReader, _ found: [ManifestRecord]) throws(KeychainError) ->
                ManifestRecord

        /// Tells whether a part was made under this keybag, for the same store; nil where that
        /// cannot be told, as of a row whose class key is locked.
        public var owns: @Sendable (Part) -> Bool?

        public init(
            keybag: [UInt8], accepts: @escaping @Sendable (SealedRow) -> Bool,
            manifest:
                @escaping @Sendable (StoreReader, [ManifestRecord]) throws(KeychainError) ->
                ManifestRecord,
            owns: @escaping @Sendable (Part) -> Bool? = { _ in nil }
        ) {
            self.keybag = keybag
            self.accepts = accepts
            self.manifest = manifest
            self.owns = owns
        }
    }
}
