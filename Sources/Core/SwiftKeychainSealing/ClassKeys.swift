// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainSystem
import Synchronization

/// The keys of locking classes, for one call: loaded when the call first needs them.
final class ClassKeys: Sendable {
    private let source: @Sendable (LockGroup) -> UnlockedKeys?
    /// Asked once a call, so that a row doesn't lock between its attributes and its secret. A group without keys is
    /// locked for the rest of the call too.
    private let answers = Mutex<[LockGroup: UnlockedKeys?]>([:])

    /// - Parameter source: none by default.
    init(source: @escaping @Sendable (LockGroup) -> UnlockedKeys? = { _ in nil }) {
        self.source = source
    }

    /// Returns the keys of a group; nil while it is locked.
    func keys(of group: LockGroup) -> UnlockedKeys? {
        answers.withLock { answers in
            if let answer = answers[group] { return answer }
            let keys = source(group)
            answers.updateValue(keys, forKey: group)
            return keys
        }
    }
}

extension Keybag {
    /// Returns this keybag for one call, with class keys from `source`.
    ///
    /// - Parameter source: called once for a group when its keys are first needed; returns what
    ///   ``opened(_:_:)`` returned, or nil while the group is locked.
    package func lending(_ source: @escaping @Sendable (LockGroup) -> UnlockedKeys?) -> Keybag {
        Keybag(self, classKeys: ClassKeys(source: source))
    }

    /// Returns this keybag with all its class keys.
    package func unlocked(by keys: PasscodeKeys) -> Keybag {
        let all = LockGroup.allCases.map { UnlockedKeys($0, of: keys) }
        return lending { group in all.first { $0.group == group } }
    }

    /// Seals the keys of a group to keep them between calls, or kept ones again: a box under a key derived
    /// from the device key, bound to the store, to this revision of its keybag, and to `binding`.
    ///
    /// - Parameter asleep: see ``UnlockedKeys/asleep``; kept with ``LockGroup/whenUnlocked`` alone.
    package func kept(
        _ keys: UnlockedKeys, _ binding: UnlockedBinding, asleep: Int64? = nil
    ) -> [UInt8] {
        guard let keeping else { preconditionFailure("nothing locks without a passcode") }
        return keys.with(asleep: asleep).sealed(
            context: keeping.context(of: keys.group, binding), nonce: random.bytes(Box.nonceBytes),
            under: keeping.key)
    }

    /// Opens what ``kept(_:_:asleep:)`` made; nil for what was made under another revision of the
    /// keybag or another binding, or forged.
    package func opened(
        _ box: [UInt8], _ group: LockGroup, _ binding: UnlockedBinding
    ) -> UnlockedKeys? {
        guard let keeping else { return nil }
        return UnlockedKeys(
            group, sealed: box, context: keeping.context(of: group, binding), under: keeping.key)
    }
}

/// The boot and epoch for which unlocked keys are kept between calls.
package struct UnlockedBinding: Sendable, Equatable {
    /// The kernel's identifier of the current boot.
    let boot: String
    /// The text that each locking of the group replaces.
    let epoch: String

    package init(boot: String, epoch: String) {
        self.boot = boot
        self.epoch = epoch
    }
}

/// The key and binding that seal the class keys of one keybag between calls. Made once, because every
/// call opens a box.
struct Keeping: Sendable {
    let key: KeyArena
    private let whenUnlocked: [UInt8]
    private let afterFirstUnlock: [UInt8]

    init(_ record: KeybagRecord, _ deviceKey: DeviceKey) {
        key = deviceKey.key(for: .unlocked(record.store))
        whenUnlocked = Self.context(of: .whenUnlocked, record)
        afterFirstUnlock = Self.context(of: .afterFirstUnlock, record)
    }

    /// Binds a box to its group, the store, this revision of its keybag and `binding`.
    func context(of group: LockGroup, _ binding: UnlockedBinding) -> [UInt8] {
        var encoder = CanonicalCBOR.Encoder(reservingCapacity: 80)
        encoder.text(binding.boot)
        encoder.text(binding.epoch)
        return (group == .whenUnlocked ? whenUnlocked : afterFirstUnlock) + encoder.bytes
    }

    /// Returns the elements before those of the binding.
    private static func context(of group: LockGroup, _ record: KeybagRecord) -> [UInt8] {
        var encoder = CanonicalCBOR.Encoder(reservingCapacity: 64)
        encoder.array(7)
        encoder.text(Format.name)
        encoder.text("unlocked keys")
        encoder.data(record.store)
        encoder.integer(record.revision)
        encoder.text(group.rawValue)
        return encoder.bytes
    }
}

/// The protection classes whose keys a passcode makes available at the same time.
package enum LockGroup: String, Sendable, Hashable, CaseIterable {
    /// ak, aku, akpu: from unlocking to locking.
    case whenUnlocked = "A"
    /// ck, cku: from the first unlocking to the restart of the machine.
    case afterFirstUnlock = "C"

    /// Finds the group of a class; nil for dk and dku, which never lock.
    package init?(_ protection: ProtectionClass) {
        switch protection {
        case .whenUnlocked, .whenUnlockedThisDeviceOnly, .whenPasscodeSetThisDeviceOnly:
            self = .whenUnlocked
        case .afterFirstUnlock, .afterFirstUnlockThisDeviceOnly: self = .afterFirstUnlock
        case .always, .alwaysThisDeviceOnly: return nil
        }
    }

    /// The classes of the group, in the order of ``UnlockedKeys``.
    var classes: [ProtectionClass] {
        switch self {
        case .whenUnlocked:
            [.whenUnlocked, .whenUnlockedThisDeviceOnly, .whenPasscodeSetThisDeviceOnly]
        case .afterFirstUnlock: [.afterFirstUnlock, .afterFirstUnlockThisDeviceOnly]
        }
    }
}
