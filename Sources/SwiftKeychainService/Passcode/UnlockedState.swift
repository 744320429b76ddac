import Glibc
import SwiftKeychainSealing
import SwiftKeychainModel
import SwiftKeychainSystem
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

    private let keyring: KernelKeyring
    private let epochs: LockEpochs
    private let system: SystemSources
    private let own = Mutex<[LockGroup: Box]>([:])
    /// Why the kernel did not keep what was unlocked last.
    private let refusal = Mutex<String?>(nil)
    /// Counts how often this process locked.
    private let locks = Atomic<UInt64>(0)

    /// How much of sleep does not lock, in nanoseconds: a sleep that something ended at once is none
    /// for a person, and where the machine has no better clock the kernel counts whole seconds.
    static let sleepTolerance: UInt64 = 2_000_000_000

    init(store: [UInt8], epochs: LockEpochs, system: SystemSources) {
        keyring = KernelKeyring(store: store)
        self.epochs = epochs
        self.system = system
    }

    /// nil: this process's own memory only. A box that the kernel keeps must not outlive the run of
    /// the machine in somebody's hands.
    private var kernel: KernelKeyring? {
        system.keepsUnlockedInKernel && system.boot() != nil ? keyring : nil
    }

    /// Gives the keys of a group; nil while it is locked. What the machine has slept over is locked,
    /// for everybody.
    func keys(_ group: LockGroup, _ keybag: Keybag) -> UnlockedKeys? {
        opened(group, keybag)?.keys
    }

    private struct Opened {
        let keys: UnlockedKeys
        let box: [UInt8]
        let binding: UnlockedBinding
    }

    private func opened(_ group: LockGroup, _ keybag: Keybag) -> Opened? {
        guard let box = box(group), let binding = binding(group),
            let keys = keybag.opened(box, group, binding)
        else { return nil }
        // A figure that is ahead is of another machine's sleep: nothing is known then.
        if let then = keys.asleep,
            system.asleep().magnitudeOfDifference(to: then) > Self.sleepTolerance
        {
            drop(group, box)
            return nil
        }
        return Opened(keys: keys, box: box, binding: binding)
    }

    private func box(_ group: LockGroup) -> [UInt8]? {
        let box = own.withLock { $0[group] }
        if let box, !box.isOver { return box.bytes }
        return kernel?.box(group)
    }

    /// nil where the epoch cannot be read: nothing is open then.
    private func binding(_ group: LockGroup) -> UnlockedBinding? {
        guard let epoch = try? epochs.current(group) else { return nil }
        return UnlockedBinding(boot: system.boot() ?? "", epoch: epoch)
    }

    /// Keeps the keys of both groups; those of A for as long as the settings say.
    func keep(_ keys: PasscodeKeys, of keybag: Keybag, _ settings: LockSettings) {
        epochs.make()
        let figure = settings.lockOnSleep ? system.asleep() : nil
        // In this order, so that nobody finds A open and C closed.
        for group in [LockGroup.afterFirstUnlock, .whenUnlocked] {
            guard let binding = binding(group) else { continue }
            let limit = group == .whenUnlocked ? settings.lockAfter : nil
            let box = keybag.kept(keys, group, binding, asleep: figure)
            let refusal = keepInKernel(box, group, seconds: limit)
            let kept = Box(bytes: box, end: limit.map { .now + .seconds($0) })
            own.withLock { $0[group] = refusal == nil ? nil : kept }
            self.refusal.withLock { $0 = refusal }
        }
    }

    /// Gives why the kernel does not keep a box; nil when it does.
    private func keepInKernel(_ box: [UInt8], _ group: LockGroup, seconds: Int?) -> String? {
        guard let kernel else { return reasonWithoutKernel }
        return kernel.keep(box, group, seconds: seconds).map { String(cString: strerror($0)) }
    }

    private var reasonWithoutKernel: String {
        system.boot() == nil ? "\(BootIdentifier.path) cannot be read" : "not used"
    }

    /// Keeps the keys of A under other settings, from now; what is locked stays locked.
    func change(to settings: LockSettings, _ keybag: Keybag) {
        guard let opened = opened(.whenUnlocked, keybag) else { return }
        let fresh = keybag.kept(
            opened.keys, opened.binding, asleep: settings.lockOnSleep ? system.asleep() : nil)
        let end = settings.lockAfter.map { ContinuousClock.now + .seconds($0) }
        let isOwn = own.withLock { own in
            guard own[.whenUnlocked]?.bytes == opened.box else { return false }
            own[.whenUnlocked] = Box(bytes: fresh, end: end)
            return true
        }
        if !isOwn {
            kernel?.replace(opened.box, by: fresh, .whenUnlocked, seconds: settings.lockAfter)
        }
    }

    /// Drops one box, and not what somebody has unlocked anew.
    private func drop(_ group: LockGroup, _ box: [UInt8]) {
        own.withLock { own in
            if own[group]?.bytes == box { own[group] = nil }
        }
        kernel?.drop(group, holding: box)
    }

    /// What identifies the time between one lock and the next: the epoch, which each lock of any
    /// process replaces; how often this process locked, where no epoch can be written; and the nonce
    /// of the box that an unlock made, which is gone when the keychain locked by itself.
    ///
    /// - Throws: `notAvailable` when the epoch cannot be read.
    func mark(_ keybag: Keybag) throws(KeychainError) -> [UInt8] {
        let count = locks.load(ordering: .acquiring)
        let epoch = try epochs.current(.whenUnlocked)
        let nonce = opened(.whenUnlocked, keybag)?.box.prefix(24) ?? []
        return withUnsafeBytes(of: count.littleEndian, Array.init) + epoch.utf8 + nonce
    }

    /// Drops what is kept here and in the kernel.
    func drop(_ groups: [LockGroup]) {
        locks.add(1, ordering: .releasing)
        for group in groups {
            own.withLock { $0[group] = nil }
            kernel?.drop(group)
        }
    }

    /// Locks groups for everybody: drops what is kept, and begins another epoch, in which nothing
    /// opens that lies in other user namespaces, in other processes, or was put aside.
    ///
    /// - Throws: `readOnly`, `diskFull`, `notAvailable` when the epoch cannot be written: then only
    ///   what is kept here and in the kernel's keyring of this user namespace is locked.
    func lock(_ groups: [LockGroup]) throws(KeychainError) {
        drop(groups)
        do throws(KeychainError) {
            try epochs.raise(groups)
        } catch {
            throw KeychainError(
                error.code,
                "\(error.detail); locked in this user namespace alone: what was unlocked in other"
                    + " ones, or is kept in the memory of other processes, stays open")
        }
    }

    /// Why this process alone finds the keychain unlocked; nil when others do, or it is locked.
    var reasonForOwn: String? {
        guard own.withLock({ !$0.isEmpty }) else { return nil }
        return refusal.withLock { $0 } ?? "refused before"
    }

    /// Says where the state lives, for an examination.
    var place: String {
        var reason = reasonForOwn
        if reason == nil {
            reason =
                kernel.map { $0.obstacle().map { String(cString: strerror($0)) } }
                ?? reasonWithoutKernel
        }
        if let reason {
            return "this process alone: the kernel's keyring is unavailable (\(reason))"
        }
        return "the kernel's keyring, for all programs of the user in this user namespace"
            + (Self.userNamespace.map { " (\($0))" } ?? "")
    }

    /// The kernel's name of the user namespace, such as user:[4026531837].
    private static var userNamespace: String? {
        System.linkTarget("/proc/self/ns/user")
    }
}

extension Int64 {
    fileprivate func magnitudeOfDifference(to other: Int64) -> UInt64 {
        (self &- other).magnitude
    }
}
