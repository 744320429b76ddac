// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainSealing
import Synchronization

/// The last value of a store that was compared with its counter, for the rest of this boot, so that not every
/// process waits for the TPM. It is in the kernel's keyring, or in this process where the kernel keeps nothing.
final class AnchorMemory: Sendable {
    private static let (value, pause) = ("anchor", "anchor-pause")
    /// The seconds without an attempt after the TPM couldn't be used.
    private static let pauseSeconds: Int64 = 600

    private let system: SystemSources
    private let known = Mutex<CountedValue?>(nil)
    private let pausedSince = Mutex<Int64?>(nil)

    init(_ system: SystemSources) { self.system = system }

    private func keyring(_ keybag: Keybag) -> (KernelKeyring, boot: String)? {
        guard system.keepsUnlockedInKernel, let boot = system.boot() else { return nil }
        return (KernelKeyring(identifier: keybag.storeIdentifier), boot)
    }

    /// Returns the highest value of a counter that was compared; nil for none.
    func value(of index: UInt32, _ keybag: Keybag) -> Int64? {
        var values: [CountedValue] = []
        if let own = known.withLock({ $0 }) { values.append(own) }
        if let (keyring, boot) = keyring(keybag), let box = keyring.box(Self.value),
            let kept = keybag.countedValue(in: box, boot: boot)
        {
            values.append(kept)
        }
        return values.filter { $0.index == index }.map(\.value).max()
    }

    /// Remembers that the counter was compared, in this process and in the kernel's keyring, so that the TPM isn't
    /// asked in each call.
    func keep(_ counted: CountedValue, _ keybag: Keybag) {
        known.withLock { $0 = counted }
        guard let (keyring, boot) = keyring(keybag) else { return }
        _ = keyring.keep(keybag.sealed(counted, boot: boot), Self.value, seconds: nil)
    }

    func forget(_ keybag: Keybag) {
        known.withLock { $0 = nil }
        keyring(keybag)?.0.drop(Self.value)
    }

    /// Returns whether the TPM couldn't be used a short time ago. Writes don't wait for it again so soon.
    func isPaused(_ keybag: Keybag) -> Bool {
        let kept = keyring(keybag)?.0.box(Self.pause)
        let shared = kept.flatMap { Int64(String(decoding: $0, as: UTF8.self)) }
        let since = [pausedSince.withLock { $0 }, shared]
        return since.contains { since in
            // Any program of the user can write this number: it must not overflow.
            since.map { (0..<Self.pauseSeconds).contains(system.seconds &- $0) } ?? false
        }
    }

    func pause(_ keybag: Keybag) {
        let now = system.seconds
        pausedSince.withLock { $0 = now }
        _ = keyring(keybag)?.0.keep(
            Array("\(now)".utf8), Self.pause, seconds: Int(Self.pauseSeconds))
    }

    func endPause(_ keybag: Keybag) {
        pausedSince.withLock { $0 = nil }
        keyring(keybag)?.0.drop(Self.pause)
    }
}
