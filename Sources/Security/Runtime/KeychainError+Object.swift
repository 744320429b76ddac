import Foundation
import SwiftKeychainModel

extension KeychainError {
    /// Turns the error into the object that functions hand to their callers.
    ///
    /// Its domain is NSOSStatusErrorDomain and its code the status. It holds the sentence of the
    /// status as its description, and the detail, which names the key or file at fault and the
    /// rule, as `NSDebugDescriptionErrorKey`.
    package var object: CFError {
        CFError(
            domain: NSOSStatusErrorDomain, code: Int(code.rawValue),
            userInfo: [
                NSLocalizedDescriptionKey: Status.sentence(for: code.rawValue),
                NSDebugDescriptionErrorKey: detail,
            ])
    }

    /// Hands the error out through a pointer of the caller, who must release it.
    package func store(in pointer: UnsafeMutablePointer<Unmanaged<CFError>?>?) {
        pointer?.pointee = Unmanaged.passRetained(object)
    }
}
