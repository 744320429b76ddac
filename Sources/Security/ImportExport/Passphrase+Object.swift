import Foundation
import SwiftKeychainPKI
import SwiftKeychainMemory
import SwiftKeychainModel

extension Passphrase {
    /// Reads a passphrase, the value of `key`: text or data, 64 KiB at most.
    init(_ object: AnyObject, key: String) throws(KeychainError) {
        let value = CallerValue(object)
        guard (object as? NSData)?.length ?? 0 <= Limits.attributeBytes,
            (object as? NSString)?.length ?? 0 <= Limits.attributeBytes,
            let secret = try? value.secret(takesText: true)
        else { throw KeychainError(.parameter, "\(key): neither text nor data, or too long") }
        self.init(secret)
    }
}
