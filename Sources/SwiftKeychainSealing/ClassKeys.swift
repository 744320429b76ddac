import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainSystem
import Synchronization

/// Gets the keys of locking classes where they are kept, when a call first needs them, and holds
/// them until the call is over.
final class ClassKeys: Sendable {
    private struct Answer {
        let keys: UnlockedKeys?
    }

    private let source: (@Sendable (LockGroup) -> UnlockedKeys?)?
    /// One answer a call: a row does not lock between its attributes and its secret.
    private let answers: Mutex<[LockGroup: Answer]>

    /// Has none, and gets none.
    convenience init() { self.init(source: nil, [:]) }

    convenience init(source: @escaping @Sendable (LockGroup) -> UnlockedKeys?) {
        self.init(source: source, [:])
    }

    /// Has those of a passcode that was entered.
    convenience init(_ roots: RootKeys) {
        var answers: [LockGroup: Answer] = [:]
        for group in LockGroup.allCases {
            answers[group] = Answer(keys: UnlockedKeys(group, from: roots))
        }
        self.init(source: nil, answers)
    }

    private init(
        source: (@Sendable (LockGroup) -> UnlockedKeys?)?, _ answers: [LockGroup: Answer]
    ) {
        self.source = source
        self.answers = Mutex(answers)
    }

    /// Gives the keys of a group; nil while it is locked.
    func keys(of group: LockGroup) -> UnlockedKeys? {
        answers.withLock { answers in
            if let answer = answers[group] { return answer.keys }
            guard let source else { return nil }
            let keys = source(group)
            answers[group] = Answer(keys: keys)
            return keys
        }
    }
}

extension Keybag {
    /// Gives this keybag for one call, with class keys from where they are kept.
    ///
    /// - Parameter source: Asked once for a group when its keys are first needed: gives what
    ///   ``opened(_:_:)`` gave, or nil while the group is locked.
    public func lending(_ source: @escaping @Sendable (LockGroup) -> UnlockedKeys?) -> Keybag {
        Keybag(self, classKeys: ClassKeys(source: source))
    }

    /// Gives this keybag with all its class keys.
    public func unlocked(by keys: PasscodeKeys) -> Keybag {
        Keybag(self, classKeys: ClassKeys(keys.roots))
    }

    /// Seals the keys of a group for where they wait for the next call: a box under a key derived
    /// from the device key, bound to the store, to this revision of its keybag, and to `binding`.
    ///
    /// - Parameter asleep: see ``UnlockedKeys/asleep``; kept with ``LockGroup/whenUnlocked`` alone.
    public func kept(
        _ keys: PasscodeKeys, _ group: LockGroup, _ binding: UnlockedBinding, asleep: Int64? = nil
    ) -> [UInt8] {
        kept(UnlockedKeys(group, from: keys.roots), binding, asleep: asleep)
    }

    /// Seals keys that were kept once more, with another figure.
    public func kept(
        _ keys: UnlockedKeys, _ binding: UnlockedBinding, asleep: Int64?
    ) -> [UInt8] {
        guard let keeping else { preconditionFailure("nothing locks without a passcode") }
        return keys.with(asleep: asleep).sealed(
            context: keeping.context(of: keys.group, binding), nonce: random.bytes(Box.nonceBytes),
            under: keeping.key)
    }

    /// Opens what ``kept(_:_:_:asleep:)`` made; nil for what was made under another revision of the
    /// keybag or another binding, or forged.
    public func opened(
        _ box: [UInt8], _ group: LockGroup, _ binding: UnlockedBinding
    ) -> UnlockedKeys? {
        guard let keeping else { return nil }
        return UnlockedKeys(
            group, sealed: box, context: keeping.context(of: group, binding), under: keeping.key)
    }
}

/// What unlocked keys that are kept between calls are bound to beside their keybag.
public struct UnlockedBinding: Sendable, Equatable {
    /// The kernel's name of this run of the machine.
    let boot: String
    /// The text that every lock of the group replaces.
    let epoch: String

    public init(boot: String, epoch: String) {
        self.boot = boot
        self.epoch = epoch
    }
}

/// Holds what seals the class keys of one keybag between calls, made once: every call opens a box.
struct Keeping: Sendable {
    let key: KeyArena
    private let whenUnlocked: [UInt8]
    private let afterFirstUnlock: [UInt8]

    init(_ record: KeybagRecord, _ deviceKey: DeviceKey) {
        key = KeyArena(count: KeyedHash.keyBytes) {
            deviceKey.derive(.unlocked(record.store), into: $0.baseAddress!)
        }
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

    /// The elements before those of the binding.
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
