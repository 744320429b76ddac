// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychainModel
import SwiftKeychainSystem

/// Descriptors held while a keychain is made. If it can't be completed, often for lack of descriptors, its removal needs some.
final class SpareDescriptors {
    /// The database, its log and index, the locks, and a file of keys.
    private static let count = 8
    private var descriptors: [Int32] = []

    /// - Throws: `notAvailable`, naming the keychain, if this process may not have as many.
    init(forKeychain path: String) throws(KeychainError) {
        for _ in 0..<Self.count {
            let descriptor = open("/", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
            guard descriptor >= 0 else {
                throw SystemError(call: .open, path: path, number: errno).keychainError
            }
            descriptors.append(descriptor)
        }
    }

    deinit { close() }

    func close() {
        for descriptor in descriptors { System.close(descriptor) }
        descriptors = []
    }
}
