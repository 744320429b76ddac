import KeychainCrypto
import KeychainMemory
import KeychainModel
import KeychainStore
import Synchronization

/// Owns one store and its keys in this process.
final class Engine: Sendable {
    let location: Location
    let store: Store
    let system: SystemSources
    private let cache = Mutex<Cache?>(nil)

    private struct Cache {
        let generation: UInt64
        let keybag: Keybag
    }

    /// - Parameter isMade: the store exists; where another process removed it, it is not made again.
    init(location: Location, isMade: Bool = false, system: SystemSources) {
        self.location = location
        self.system = system
        let keys = StoreKeys(location: location)
        store = Store(
            directory: location.directory, fileName: location.fileName,
            hands: Store.Hands(
                makeKeybag: isMade ? keys.refuseNewStore : keys.makeNewStore,
                salvager: keys.salvager))
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
        let keybag = try StoreKeys(location: location).open(try reader.keybags())
        let fresh = Cache(generation: reader.generation, keybag: keybag)
        cache.withLock { $0 = fresh }
        try report(reader)
        return keybag
    }

    /// Tells the log what happened to the store and was not acknowledged yet.
    private func report(_ reader: StoreReader) throws(KeychainError) {
        let open = try reader.incidents().filter { !$0.isAcknowledged }
        if let last = open.last {
            Log.tellOnce(
                "\(location.databasePath): \(open.count) \(open.count == 1 ? "incident" : "incidents")"
                    + " not acknowledged, the last "
                    + "\(last.date) \(last.kind); see security doctor")
        }
        if LockedMemory.shared.refusals > 0 {
            Log.tellOnce("locking memory was refused (ulimit -l): secrets may reach the swap")
        }
    }
}
