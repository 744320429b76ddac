// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainModel

/// Every key that digests, boxes and the manifest use, derived once when the keybag opens,
/// so that a digest is one call of BLAKE2b.
struct WorkingKeys: Sendable {
    /// One of the derived keys by its place in the arena.
    ///
    /// The five keys below come first, then two for each class, then one for each domain.
    struct Slot: Sendable {
        fileprivate let position: Int

        static let primaryKey = Slot(position: 0)
        static let manifestElement = Slot(position: 1)
        static let manifestBox = Slot(position: 2)
        static let counter = Slot(position: 3)
        static let counterBox = Slot(position: 4)
        static func key(_ role: UnlockedKeys.Role, of protection: ProtectionClass) -> Slot {
            Slot(position: (role == .metadata ? 5 : 6) + 2 * protection.position)
        }

        fileprivate static let fixedCount = 5 + 2 * ProtectionClass.allCases.count
    }

    /// The slots of the domains of all attributes of all classes.
    private static let domainSlots: [String: Slot] = {
        var slots: [String: Slot] = [:]
        for table in ItemClass.stored.map(\.attributes) {
            for description in table.descriptions + table.digestColumns
            where slots[description.domain] == nil {
                slots[description.domain] = Slot(position: Slot.fixedCount + slots.count)
            }
        }
        return slots
    }()

    /// The slots of a class's digest columns, in their order.
    private static let columnSlots = Dictionary(
        uniqueKeysWithValues: ItemClass.allCases.map { itemClass in
            (itemClass, itemClass.attributes.digestColumns.map { domain($0) })
        })

    static func domain(_ description: AttributeDescription) -> Slot {
        guard let slot = domainSlots[description.domain] else {
            preconditionFailure("no class has the domain \(description.domain)")
        }
        return slot
    }

    static func columns(of itemClass: ItemClass) -> [Slot] { columnSlots[itemClass] ?? [] }

    private let arena: KeyArena

    /// Derives every key that calls use, once, into one arena. The root keys aren't needed after that.
    init(_ roots: RootKeys, store: [UInt8]) {
        let count = Slot.fixedCount + Self.domainSlots.count
        arena = KeyArena(count: count * KeyedHash.keyBytes) { buffer in
            func derive(_ purpose: KeyPurpose, from root: String, to slot: Slot) {
                roots.withKey(root) { key in
                    purpose.derive(
                        under: key,
                        into: buffer.baseAddress! + slot.position * KeyedHash.keyBytes)
                }
            }
            derive(.primaryKey, from: "index", to: .primaryKey)
            for (name, slot) in Self.domainSlots { derive(.domain(name), from: "index", to: slot) }
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
        arena.withBytes { bytes in
            body(bytes.bindMemory(to: UInt8.self).baseAddress! + slot.position * KeyedHash.keyBytes)
        }
    }
}

extension ProtectionClass {
    fileprivate var position: Int {
        switch self {
        case .whenUnlocked: 0
        case .afterFirstUnlock: 1
        case .always: 2
        case .whenUnlockedThisDeviceOnly: 3
        case .afterFirstUnlockThisDeviceOnly: 4
        case .alwaysThisDeviceOnly: 5
        case .whenPasscodeSetThisDeviceOnly: 6
        }
    }
}
