import Foundation
import SwiftKeychainMemory

extension NSData {
    /// Hands out a secret without copying it: its memory is locked, and wiped when nobody holds
    /// the object any more.
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
