// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychainSystem

extension SystemError {
    /// The keychain error of the call. Full, read-only and failing storage and a lack of memory have
    /// separate codes; everything else is `notAvailable`.
    package var keychainError: KeychainError {
        let code: KeychainError.Code =
            switch number {
            case ENOSPC, EDQUOT, EFBIG: .diskFull
            case EIO: .inputOutput
            case EROFS: .readOnly
            case ENOMEM: .allocation
            default: .notAvailable
            }
        return KeychainError(code, "\(path): \(call.rawValue): \(sentence)")
    }
}

/// Runs `body` and throws a failed system call as a keychain error.
package func translating<R>(_ body: () throws -> R) throws(KeychainError) -> R {
    do {
        return try body()
    } catch let error as SystemError {
        throw error.keychainError
    } catch {
        throw KeychainError(thrown: error)
    }
}
