import SwiftKeychainMemory
import SwiftKeychainModel

extension SecretBytes {
    /// Copies a secret that a caller of C's manner lends: a pointer and a length in bytes.
    ///
    /// - Parameter name: of the parameter, for the error.
    /// - Throws: `parameter` for a length without a pointer, and one over ``Limits``.
    package convenience init(
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
