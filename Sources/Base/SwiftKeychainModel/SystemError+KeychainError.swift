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
