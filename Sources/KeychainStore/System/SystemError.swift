import Glibc
import KeychainModel

/// Tells which system call failed, on which file, and the error number.
package struct SystemError: Error {
    package let call: SystemCall
    package let path: String
    package let number: Int32

    /// The sentence of the error number, such as "Permission denied".
    static func sentence(_ number: Int32) -> String {
        // glibc keeps the buffer per thread.
        String(cString: strerror(number))
    }

    /// The error of the call: what is full, read-only or broken says so, the rest is not available.
    package var keychainError: KeychainError {
        let code: KeychainError.Code =
            switch number {
            case ENOSPC, EDQUOT, EFBIG: .diskFull
            case EIO: .inputOutput
            case EROFS: .readOnly
            case ENOMEM: .allocation
            default: .notAvailable
            }
        return KeychainError(code, "\(path): \(call.rawValue): \(Self.sentence(number))")
    }
}

/// Runs `body` and gives a failed system call the form of a keychain error.
package func translating<R>(_ body: () throws(SystemError) -> R) throws(KeychainError) -> R {
    do throws(SystemError) {
        return try body()
    } catch {
        throw error.keychainError
    }
}
