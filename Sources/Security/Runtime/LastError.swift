import Glibc
import SwiftKeychainModel

/// Keeps the last error of each thread, as `errno` keeps a number: a status has no room for the
/// key at fault and the rule.
package enum LastError {
    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        pthread_key_create(&key) { pointer in
            if let pointer { Unmanaged<Box>.fromOpaque(pointer).release() }
        }
        return key
    }()

    private final class Box {
        let error: KeychainError
        init(_ error: KeychainError) { self.error = error }
    }

    /// The error of the last call of this thread that failed; success does not clear it.
    package static var current: KeychainError? {
        get {
            pthread_getspecific(key).map {
                Unmanaged<Box>.fromOpaque($0).takeUnretainedValue().error
            }
        }
        set {
            let old = pthread_getspecific(key)
            let new = newValue.map { Unmanaged.passRetained(Box($0)).toOpaque() }
            pthread_setspecific(key, new)
            if let old { Unmanaged<Box>.fromOpaque(old).release() }
        }
    }

    /// Runs `body`, keeps the error it throws, and gives its status; 0 for success.
    package static func status(_ body: () throws(KeychainError) -> Void) -> Int32 {
        do throws(KeychainError) {
            try body()
            return 0
        } catch {
            current = error
            return error.code.rawValue
        }
    }

    /// Runs `body`, keeps the error it throws, and gives its result; nil where it throws.
    package static func keeping<Result>(
        _ body: () throws(KeychainError) -> Result
    ) -> Result? {
        do throws(KeychainError) {
            return try body()
        } catch {
            current = error
            return nil
        }
    }
}
