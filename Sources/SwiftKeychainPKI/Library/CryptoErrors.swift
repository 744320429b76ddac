import CKeychainCrypto
import SwiftKeychainModel

extension KeychainError {
    /// Makes an error of what libcrypto left in the thread's queue, and empties the queue.
    ///
    /// libcrypto's own words stand in the detail only; they hold no secrets.
    package static func crypto(_ code: Code, _ detail: String) -> KeychainError {
        var reasons: [String] = []
        while true {
            let number = ERR_get_error()
            guard number != 0 else { break }
            guard let reason = ERR_reason_error_string(number) else { continue }
            reasons.append(String(cString: reason))
        }
        let words = reasons.joined(separator: ", ")
        return KeychainError(code, words.isEmpty ? detail : "\(detail) (\(words))")
    }
}
