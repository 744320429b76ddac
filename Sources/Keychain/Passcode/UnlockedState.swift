import KeychainCrypto
import Synchronization

/// Keeps what opens a store from one call to the next: in the kernel, or in this process where the
/// kernel refuses.
///
/// What is kept are boxes under a key derived from the device key. Nothing that lies here or there
/// opens an item without the device key, and no class key lies anywhere between calls.
final class UnlockedState: Sendable {
    private struct Box {
        let bytes: [UInt8]
        /// When it is forgotten; nil: with the process.
        var end: ContinuousClock.Instant?
        var isOver: Bool { end.map { $0 <= .now } ?? false }
    }

    /// nil: this process's own memory only.
    private let kernel: KernelKeyring?
    private let own = Mutex<[LockGroup: Box]>([:])
    private let asleep: @Sendable () -> Int64

    /// How much of sleep does not lock, in nanoseconds: a sleep that something ended at once is none
    /// for a person, and where the machine has no better clock the kernel counts whole seconds.
    static let sleepTolerance: UInt64 = 2_000_000_000

    init(store: [UInt8], inKernel: Bool, asleep: @escaping @Sendable () -> Int64) {
        kernel = inKernel ? KernelKeyring(store: store) : nil
        self.asleep = asleep
    }

    /// Gives the keys of a group; nil while it is locked. What the machine has slept over is locked,
    /// for everybody.
    func keys(_ group: LockGroup, _ keybag: Keybag) -> UnlockedKeys? {
        opened(group, keybag)?.keys
    }

    private func opened(
        _ group: LockGroup, _ keybag: Keybag
    ) -> (keys: UnlockedKeys, box: [UInt8])? {
        guard let box = box(group), let keys = keybag.opened(box, group) else { return nil }
        // A figure that is ahead is of another machine's sleep: nothing is known then.
        if let then = keys.asleep, asleep().magnitudeOfDifference(to: then) > Self.sleepTolerance {
            drop(group, box)
            return nil
        }
        return (keys, box)
    }

    private func box(_ group: LockGroup) -> [UInt8]? {
        let box = own.withLock { $0[group] }
        if let box, !box.isOver { return box.bytes }
        return kernel?.box(group)
    }

    /// Keeps the keys of both groups; those of A for as long as the settings say.
    func keep(_ keys: PasscodeKeys, of keybag: Keybag, _ settings: LockSettings) {
        let figure = settings.lockOnSleep ? asleep() : nil
        // In this order, so that nobody finds A open and C closed.
        for group in [LockGroup.afterFirstUnlock, .whenUnlocked] {
            let limit = group == .whenUnlocked ? settings.lockAfter : nil
            let box = keybag.kept(keys, group, asleep: figure)
            let isInKernel = kernel?.keep(box, group, seconds: limit) ?? false
            let kept = Box(bytes: box, end: limit.map { .now + .seconds($0) })
            own.withLock { $0[group] = isInKernel ? nil : kept }
        }
    }

    /// Keeps the keys of A under other settings, from now; what is locked stays locked.
    func change(to settings: LockSettings, _ keybag: Keybag) {
        guard let (keys, box) = opened(.whenUnlocked, keybag) else { return }
        let fresh = keybag.kept(keys, asleep: settings.lockOnSleep ? asleep() : nil)
        let end = settings.lockAfter.map { ContinuousClock.now + .seconds($0) }
        let isOwn = own.withLock { own in
            guard own[.whenUnlocked]?.bytes == box else { return false }
            own[.whenUnlocked] = Box(bytes: fresh, end: end)
            return true
        }
        if !isOwn {
            kernel?.replace(box, by: fresh, .whenUnlocked, seconds: settings.lockAfter)
        }
    }

    /// Drops one box, and not what somebody has unlocked anew.
    private func drop(_ group: LockGroup, _ box: [UInt8]) {
        own.withLock { own in
            if own[group]?.bytes == box { own[group] = nil }
        }
        kernel?.drop(group, holding: box)
    }

    func drop(_ groups: [LockGroup]) {
        for group in groups {
            own.withLock { $0[group] = nil }
            kernel?.drop(group)
        }
    }

    /// Says where the state lives, for an examination.
    var place: String {
        guard let kernel, own.withLock({ $0.isEmpty }), kernel.isAvailable() else {
            return "this process alone: the kernel's keyring is not to be had"
        }
        return "the kernel's keyring, for all programs of the user"
    }
}

extension Int64 {
    fileprivate func magnitudeOfDifference(to other: Int64) -> UInt64 {
        (self &- other).magnitude
    }
}
