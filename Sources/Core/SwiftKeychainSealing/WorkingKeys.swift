// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainModel
import Synchronization

/// Every key that digests, boxes and the manifest use, derived once, so that a digest is one call of BLAKE2b.
///
/// Those of the digest columns are derived for a class when a call first needs them: a command needs one class.
final class WorkingKeys: Sendable {
    /// One of the keys that are derived when the keybag opens, by its place in the arena.
    ///
    /// The keys below come first, then two for each protection class.
    struct Slot: Sendable {
        fileprivate let position: Int

        static let primaryKey = Slot(position: 0)
        static let manifestElement = Slot(position: 1)
        static let manifestBox = Slot(position: 2)
        static let counter = Slot(position: 3)
        static let counterBox = Slot(position: 4)
        /// The index key, from which the keys of columns are derived.
        fileprivate static let index = Slot(position: 5)
        static func key(_ role: UnlockedKeys.Role, of protection: ProtectionClass) -> Slot {
            let classPosition = ProtectionClass.allCases.firstIndex(of: protection)!
            return Slot(position: (role == .metadata ? 6 : 7) + 2 * classPosition)
        }

        fileprivate static let count = 6 + 2 * ProtectionClass.allCases.count
    }

    private let arena: KeyArena
    /// The keys of the digest columns of each class that a call needed, by the class's position.
    private let columns = Mutex<[KeyArena?]>(
        Array(repeating: nil, count: ItemClass.allCases.count))

    /// Derives the keys. The root keys aren't needed after that.
    init(_ roots: RootKeys, store: [UInt8]) {
        arena = KeyArena(count: Slot.count * KeyedHash.keyBytes) { buffer in
            func start(_ slot: Slot) -> UnsafeMutableRawPointer {
                buffer.baseAddress! + slot.position * KeyedHash.keyBytes
            }
            func derive(_ purpose: KeyPurpose, from root: String, to slot: Slot) {
                roots.withKey(root) { purpose.derive(under: $0, into: start(slot)) }
            }
            roots.withKey("index") {
                start(.index).copyMemory(from: $0, byteCount: KeyedHash.keyBytes)
            }
            derive(.primaryKey, from: "index", to: .primaryKey)
            derive(.manifestElement, from: "manifest", to: .manifestElement)
            derive(.manifestBox, from: "manifest", to: .manifestBox)
            derive(.counter(store), from: "manifest", to: .counter)
            derive(.counterBox(store), from: "manifest", to: .counterBox)
            // While there is a passcode, the arena has no keys of classes that lock.
            for protection in ProtectionClass.allCases
            where roots.names.contains(protection.rawValue) {
                derive(.metadata, from: protection.rawValue, to: .key(.metadata, of: protection))
                derive(.secret, from: protection.rawValue, to: .key(.secret, of: protection))
            }
        }
    }

    /// Runs `body` with the 32 bytes in `slot`; stops the process when fork() wiped them.
    func withKey<Result>(_ slot: Slot, _ body: (KeyPointer) -> Result) -> Result {
        arena.withKey(at: slot.position, body)
    }

    /// Returns the keys of the digest columns of a class, in the order of the columns.
    func columns(of itemClass: ItemClass) -> KeyArena {
        let position = ItemClass.allCases.firstIndex(of: itemClass)!
        return columns.withLock { known in
            if let keys = known[position] { return keys }
            let domains = itemClass.attributes.digestColumns.map(\.domain)
            let keys = KeyArena(count: domains.count * KeyedHash.keyBytes) { buffer in
                for (column, domain) in domains.enumerated() {
                    withKey(.index) {
                        KeyPurpose.domain(domain).derive(
                            under: $0, into: buffer.baseAddress! + column * KeyedHash.keyBytes)
                    }
                }
            }
            known[position] = keys
            return keys
        }
    }
}
