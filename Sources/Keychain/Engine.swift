import KeychainCrypto
import KeychainModel
import KeychainStore
import Synchronization

/// Owns one store and its keys in this process.
final class Engine: Sendable {
    let location: Location
    let store: Store
    let system: System
    private let cache = Mutex<Cache?>(nil)

    private struct Cache {
        let generation: UInt64
        let keybag: Keybag
    }

    init(location: Location, system: System) {
        self.location = location
        self.system = system
        let keys = StoreKeys(location: location)
        store = Store(
            directory: location.directory, fileName: location.fileName,
            hands: Store.Hands(makeKeybag: keys.makeNewStore, salvager: keys.salvager))
    }

    /// Runs a read with the keys of the store.
    func read<Result>(
        _ deadline: Deadline,
        _ body: (StoreReader, Keybag) throws(KeychainError) -> Result
    ) throws(KeychainError) -> Result {
        try store.read(deadline: deadline) { (reader: StoreReader) throws(KeychainError) in
            try body(reader, try keybag(reader))
        }
    }

    /// Runs a write with the keys of the store; the manifest follows in the same transaction.
    func write<Result>(
        _ deadline: Deadline,
        _ body: (Transaction) throws(KeychainError) -> Result
    ) throws(KeychainError) -> Result {
        try store.write(deadline: deadline) { (writer: StoreWriter) throws(KeychainError) in
            let transaction = Transaction(writer: writer, keybag: try keybag(writer))
            let result = try body(transaction)
            try transaction.writeManifest()
            return result
        }
    }

    /// Opens the keybag once for each generation of the store.
    func keybag(_ reader: StoreReader) throws(KeychainError) -> Keybag {
        if let cached = cache.withLock({ $0 }), cached.generation == reader.generation {
            return cached.keybag
        }
        let keybag = try StoreKeys(location: location).open(try reader.keybag())
        let fresh = Cache(generation: reader.generation, keybag: keybag)
        cache.withLock { $0 = fresh }
        return keybag
    }
}
