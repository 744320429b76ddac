import SwiftKeychainModel
import SwiftKeychainStore

/// Stands in for the engine: keybags are text, a manifest is a count.
public enum SampleEngine {
    public static let keybag = Array("keybag of the sample engine".utf8)

    public static let hands = Store.Hands(
        makeKeybag: { () throws(KeychainError) in
            Store.NewStore(
                keybag: keybag, keybagRevision: 1, manifest: manifest(0), manifestRevision: 1)
        },
        salvager: { (candidates) throws(KeychainError) in
            if candidates.contains(Array("another device".utf8)) {
                throw KeychainError(.notAvailable, "the keybag names another device key")
            }
            guard candidates.contains(keybag) else { return nil }
            return Store.Salvager(
                keybag: keybag, accepts: Sample.isIntact,
                manifest: { (reader, found) throws(KeychainError) in
                    var count = 0
                    for itemClass in ItemClass.stored { count += try reader.count(itemClass) }
                    return (manifest(count), (found.first?.revision ?? 0) + 1)
                })
        },
        migrate: { _, _ in })

    public static func manifest(_ count: Int) -> [UInt8] { Array("\(count) rows".utf8) }

    /// Names a store of the sample engine.
    public static func store(_ directory: String) -> Store {
        Store(directory: directory, hands: hands)
    }
}
