// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftKeychainMemory
import SwiftKeychainModel

extension SecretBytes {
    /// Copies a secret that a C caller passes as a pointer and a length in bytes.
    ///
    /// - Parameter name: the name of the parameter, for the error.
    /// - Throws: `parameter` for a length without a pointer, and for one over ``Limits``.
    convenience init(
        lent pointer: UnsafeRawPointer?, _ length: UInt32, _ name: String
    ) throws(KeychainError) {
        guard length <= Limits.secretBytes else {
            throw KeychainError(.parameter, "\(name): larger than \(Limits.secretBytes) bytes")
        }
        guard pointer != nil || length == 0 else {
            throw KeychainError(.parameter, "\(name): a length without a pointer")
        }
        self.init(count: Int(length)) {
            $0.copyMemory(from: UnsafeRawBufferPointer(start: pointer, count: Int(length)))
        }
    }
}

extension NSData {
    /// Copies bytes.
    convenience init(_ bytes: [UInt8]) {
        self.init(bytes: bytes, length: bytes.count)
    }

    /// Wraps a secret without copying it: its memory is locked, and wiped when the object is
    /// released. Nothing else may keep the secret: programs overwrite what they were given.
    convenience init(secret: SecretBytes) {
        // The address stays valid while the secret lives; the deallocator keeps it until then.
        let address = secret.withBytes { UnsafeMutableRawPointer(mutating: $0.baseAddress) }
        guard let address, secret.count > 0 else {
            self.init()
            return
        }
        self.init(bytesNoCopy: address, length: secret.count) { _, _ in
            withExtendedLifetime(secret) {}
        }
    }
}
