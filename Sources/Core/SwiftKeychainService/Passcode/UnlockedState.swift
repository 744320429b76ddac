// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychainSealing
import SwiftKeychainModel
import SwiftKeychainSystem
import Synchronization

/// The unlocked keys of a store between calls, in the kernel, or in this process when the kernel refuses.
///
/// The keys are kept in two boxes, one for each ``LockGroup``, sealed under a key derived from the device key. A call
/// opens a box into locked memory when it first needs a class that locks, and wipes it at its end. Without the device
/// key no box opens an item, and no class key stays in memory between calls.
///
///     locked ── keep ─▶ box in the kernel's keyring ── lock, timeout, sleep, restart ─▶ locked
///        └───── keep ─▶ box in this process (keyring unavailable) ── lock, timeout, sleep, exit ─▶ locked
///
/// A box opens only while all of these hold; otherwise its group counts as locked:
///
/// 1. It is of this store and this revision of its keybag.
/// 2. The machine wasn't restarted since (the boot identifier).
/// 3. No process has locked the group since (the epoch in `lock-epochs`).
/// 4. Its time has not run out, and the machine hasn't slept since, if the settings say so. This holds only for
///    `whenUnlocked`.
///
/// What may surprise: each user namespace has its own keyring, so unlocking in a container doesn't unlock outside.
/// Locking does work across namespaces, because of the epoch. Docs/internals/lock-state.md has the reasons.
final class UnlockedState: Sendable {
    /// A box that the kernel didn't keep, in this process.
    private struct Box {
        let bytes: [UInt8]
        /// When the box expires; nil for the end of the process.
        var end: ContinuousClock.Instant?
        var isOver: Bool { end.map { $0 <= .now } ?? false }
    }

    private let keyring: KernelKeyring
    private let path: String
    private let epochs: LockEpochs
    private let system: SystemSources
    private let own = Mutex<[LockGroup: Box]>([:])
    /// Why the kernel refused to keep the last box; nil if it kept it.
    private let lastRefusal = Mutex<String?>(nil)
    /// The number of times this process locked.
    private let locks = Atomic<UInt64>(0)

    /// The nanoseconds of sleep that don't lock. The user doesn't notice a sleep that is interrupted at
    /// once, and on machines without a better clock the kernel counts whole seconds.
    static let sleepTolerance: UInt64 = 2_000_000_000

    /// - Parameters:
    ///   - store: the identifier of the store.
    ///   - path: the store's database.
    init(store: [UInt8], path: String, epochs: LockEpochs, system: SystemSources) {
        keyring = KernelKeyring(identifier: store)
        self.path = path
        self.epochs = epochs
        self.system = system
    }

    /// The kernel's keyring; nil to use this process's memory only. Without a boot identifier, a box
    /// copied from the keyring would still open after a restart.
    private var kernel: KernelKeyring? {
        system.keepsUnlockedInKernel && system.boot() != nil ? keyring : nil
    }

    /// Returns the keys of a group; nil while it is locked. Locks the group for all programs if the
    /// machine has slept and the settings say so.
    func keys(_ group: LockGroup, _ keybag: Keybag) -> UnlockedKeys? {
        opened(group, keybag)?.keys
    }

    /// The keys from a box, with the box and its binding, to seal them again unchanged.
    private struct Opened {
        let keys: UnlockedKeys
        let box: [UInt8]
        let binding: UnlockedBinding
    }

    /// Opens the box of a group; nil if it is missing, doesn't open, or a sleep has locked it. In the last case it is
    /// removed for all programs.
    private func opened(_ group: LockGroup, _ keybag: Keybag) -> Opened? {
        guard let binding = binding(group) else { return nil }
        for box in boxes(group) {
            guard let keys = keybag.opened(box, group, binding) else { continue }
            // A recorded time ahead of the clock comes from another machine; lock to be safe.
            if let then = keys.asleep, (system.asleep() &- then).magnitude > Self.sleepTolerance {
                drop(group, box)
                return nil
            }
            return Opened(keys: keys, box: box, binding: binding)
        }
        return nil
    }

    /// Returns the boxes of a group: that of this process, which another process may have locked since, and the kernel's.
    private func boxes(_ group: LockGroup) -> [[UInt8]] {
        let box = own.withLock { $0[group] }
        return [box.flatMap { $0.isOver ? nil : $0.bytes }, kernel?.box(group.rawValue)]
            .compactMap(\.self)
    }

    /// Returns what the boxes of a group are bound to; nil when the epoch can't be read, which locks
    /// the group.
    private func binding(_ group: LockGroup) -> UnlockedBinding? {
        guard let epoch = try? epochs.current(group) else { return nil }
        return UnlockedBinding(boot: system.boot() ?? "", epoch: epoch)
    }

    /// Keeps the keys of both groups, those of `whenUnlocked` for as long as the settings say.
    func keep(_ keys: PasscodeKeys, of keybag: Keybag, _ settings: LockSettings) {
        epochs.make()
        let figure = settings.lockOnSleep ? system.asleep() : nil
        _ = kernel?.keep(path.pathBytes, KernelKeyring.path, seconds: nil)
        // In this order, so that no process finds `whenUnlocked` open and `afterFirstUnlock` locked.
        for group in [LockGroup.afterFirstUnlock, .whenUnlocked] {
            guard let binding = binding(group) else { continue }
            let limit = group == .whenUnlocked ? settings.lockAfter : nil
            let box = keybag.kept(UnlockedKeys(group, of: keys), binding, asleep: figure)
            let refusal = refusal {
                $0.keep(box, group.rawValue, seconds: limit)
            }
            let kept = Box(bytes: box, end: limit.map { .now + .seconds($0) })
            own.withLock { $0[group] = refusal == nil ? nil : kept }
            lastRefusal.withLock { $0 = refusal }
        }
    }

    /// Has the kernel keep something, or try to.
    ///
    /// - Parameter keep: returns the error number; nil if the kernel keeps it.
    /// - Returns: why it doesn't; nil if it does.
    private func refusal(_ keep: (KernelKeyring) -> Int32?) -> String? {
        guard let kernel else {
            return system.boot() == nil ? "\(BootIdentifier.path) can't be read" : "not used"
        }
        return keep(kernel).map { String(cString: strerror($0)) }
    }

    /// Applies new settings to the keys of `whenUnlocked`, from now; a locked group stays locked.
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
            kernel?.replace(
                opened.box, by: fresh, LockGroup.whenUnlocked.rawValue,
                seconds: settings.lockAfter)
        }
    }

    /// Removes one box, and not another that a new unlock has made.
    private func drop(_ group: LockGroup, _ box: [UInt8]) {
        own.withLock { own in
            if own[group]?.bytes == box { own[group] = nil }
        }
        kernel?.drop(group.rawValue, holding: box)
    }

    /// Returns bytes that stay the same until the keychain locks: the epoch, which each lock of any
    /// process replaces; the number of locks by this process, for when no epoch can be written; and the
    /// nonce of the box, which is gone once the keychain has locked by itself.
    ///
    /// - Throws: `notAvailable` when the epoch can't be read.
    func mark(_ keybag: Keybag) throws(KeychainError) -> [UInt8] {
        let count = locks.load(ordering: .acquiring)
        let epoch = try epochs.current(.whenUnlocked)
        let nonce = opened(.whenUnlocked, keybag)?.box.prefix(24) ?? []
        return withUnsafeBytes(of: count.littleEndian, Array.init) + epoch.utf8 + nonce
    }

    /// Removes the boxes in this process and in the kernel.
    func drop(_ groups: [LockGroup]) {
        locks.add(1, ordering: .releasing)
        for group in groups {
            own.withLock { $0[group] = nil }
            kernel?.drop(group.rawValue)
        }
        if groups.contains(.afterFirstUnlock) { kernel?.drop(KernelKeyring.path) }
    }

    /// Locks groups for all programs: removes their boxes, and starts a new epoch, in which no box of
    /// another user namespace or process, and no copied box, opens.
    ///
    /// - Throws: `readOnly`, `diskFull`, `notAvailable` when the epoch can't be written. Then only this
    ///   process and the kernel's keyring of this user namespace are locked.
    func lock(_ groups: [LockGroup]) throws(KeychainError) {
        drop(groups)
        do throws(KeychainError) {
            try epochs.raise(groups)
        } catch {
            throw KeychainError(
                error.code,
                "\(error.detail); locked in this user namespace only: keys that other namespaces or"
                    + " the memory of other processes hold stay unlocked")
        }
    }

    /// Why only this process finds the keychain unlocked; nil when others do too, or it is locked.
    var reasonForOwn: String? {
        // All programs find it unlocked through a process that keeps the store to itself.
        guard system.owned == nil, own.withLock({ !$0.isEmpty }) else { return nil }
        return lastRefusal.withLock { $0 } ?? "refused before"
    }

    /// Where unlocked keys are kept, for an examination.
    var place: String {
        if system.owned != nil { return "the memory of securityd" }
        if let reason = reasonForOwn ?? refusal({ $0.obstacle() }) {
            return "this process alone: the kernel's keyring is unavailable (\(reason))"
        }
        return "the kernel's keyring, for all programs of the user in this user namespace"
            // The kernel's name of it, such as `user:[4026531837]`.
            + (System.linkTarget("/proc/self/ns/user").map { " (\($0))" } ?? "")
    }
}
