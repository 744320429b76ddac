// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainSystem

/// A counter of a TPM at a value.
package struct CountedValue: Sendable, Equatable {
    /// The place of the counter in the NV memory.
    package let index: UInt32
    package let value: Int64

    package init(index: UInt32, value: Int64) {
        self.index = index
        self.value = value
    }
}

extension Keybag {
    /// The secret of the store's counter in a TPM, 32 bytes. It stays the same when the passcode changes.
    package var counterSecret: SecretBytes {
        keys.withKey(.counter) { key in
            SecretBytes(copying: UnsafeRawBufferPointer(start: key, count: KeyedHash.keyBytes))
        }
    }

    /// Seals a value that was compared with the counter, to remember it until the machine restarts.
    ///
    /// - Parameter boot: the kernel's name of this boot.
    package func sealed(_ counted: CountedValue, boot: String) -> [UInt8] {
        let plaintext = CanonicalCBOR.array([
            .unsigned(UInt64(counted.index)), .integer(counted.value),
        ])
        let context = counterContext(boot)
        let nonce = random.bytes(Box.nonceBytes)
        return keys.withKey(.counterBox) {
            Box.seal(plaintext, associatedData: context, nonce: nonce, under: $0)
        }
    }

    /// Opens what ``sealed(_:boot:)`` returned; nil for what is of another store or boot, or forged.
    package func countedValue(in box: [UInt8], boot: String) -> CountedValue? {
        let context = counterContext(boot)
        let opened = keys.withKey(.counterBox) { key in
            Box.open(box, associatedData: context, under: key)
        }
        guard let opened else { return nil }
        var decoder = CanonicalCBOR.Decoder(opened)
        guard (try? decoder.array()) == 2, let index = try? decoder.unsigned(),
            let value = try? decoder.integer(), decoder.isAtEnd
        else { return nil }
        return CountedValue(index: UInt32(truncatingIfNeeded: index), value: value)
    }

    /// Returns the associated data of the counted value: the store and this boot of the machine, after which the value must be
    /// compared again.
    private func counterContext(_ boot: String) -> [UInt8] {
        Format.context("counted value", [.data(storeIdentifier), .text(boot)])
    }
}
