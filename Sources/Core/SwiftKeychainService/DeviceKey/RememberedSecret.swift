// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainSealing
import SwiftKeychainSystem

/// The secret of a device key's record, from its first unsealing to the restart of the machine: in the user's
/// kernel keyring, or in this process where the kernel refuses and in securityd.
struct RememberedSecret {
    private static let entry = "D"
    /// By the identifier of the record.
    private static let own = PerProcess { SharedValue<[[UInt8]: KeyArena]>([:]) }

    private let identifier: [UInt8]
    private let keyring: KernelKeyring?

    init(of record: DeviceKeyRecord, _ system: SystemSources) {
        identifier = record.identifier
        keyring = system.keepsUnlockedInKernel ? KernelKeyring(identifier: identifier) : nil
    }

    /// Nil when it wasn't unsealed yet.
    var secret: SecretBytes? {
        if let arena = Self.own.value.withLock({ $0[identifier] }) {
            return arena.withBytes { SecretBytes(copying: $0) }
        }
        return keyring?.secret(Self.entry, count: DeviceKeyRecord.secretBytes)
    }

    /// Keeps the secret in the kernel's keyring, or in a locked arena of this process if the kernel refuses.
    func remember(_ secret: SecretBytes) {
        if let keyring, secret.withBytes({ keyring.keep($0, Self.entry, seconds: nil) }) == nil {
            return
        }
        let arena = KeyArena(count: secret.count) { room in
            secret.withBytes { room.copyMemory(from: $0) }
        }
        Self.own.value.withLock { $0[identifier] = arena }
    }

    func forget() {
        Self.own.value.withLock { $0[identifier] = nil }
        keyring?.drop(Self.entry)
    }
}
