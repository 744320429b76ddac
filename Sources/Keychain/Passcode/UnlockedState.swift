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

    init(store: [UInt8], inKernel: Bool) {
        kernel = inKernel ? KernelKeyring(store: store) : nil
    }

    /// Gives what was kept for a group; nil while it is locked.
    func box(_ group: LockGroup) -> [UInt8]? {
        let box = own.withLock { $0[group] }
        if let box, !box.isOver { return box.bytes }
        return kernel?.box(group)
    }

    /// Keeps the keys of both groups; those of A for `seconds`.
    func keep(_ keys: PasscodeKeys, of keybag: Keybag, seconds: Int?) {
        // In this order, so that nobody finds A open and C closed.
        for group in [LockGroup.afterFirstUnlock, .whenUnlocked] {
            let limit = group == .whenUnlocked ? seconds : nil
            let box = keybag.kept(keys, group)
            let isInKernel = kernel?.keep(box, group, seconds: limit) ?? false
            let kept = Box(bytes: box, end: limit.map { .now + .seconds($0) })
            own.withLock { $0[group] = isInKernel ? nil : kept }
        }
    }

    /// Gives the keys of A another time, from now.
    func limit(seconds: Int?) {
        own.withLock { own in
            own[.whenUnlocked]?.end = seconds.map { .now + .seconds($0) }
        }
        kernel?.limit(.whenUnlocked, seconds: seconds)
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
