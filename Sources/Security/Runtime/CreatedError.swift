import Foundation
import SwiftKeychainModel

/// Runs `body`; when it throws, hands the error to the caller, who must release it, and gives nil.
func handingError<Result>(
    to pointer: UnsafeMutablePointer<Unmanaged<CFError>?>?,
    _ body: () throws(KeychainError) -> Result
) -> Result? {
    do throws(KeychainError) {
        return try body()
    } catch let failure {
        LastError.current = failure
        failure.store(in: pointer)
        return nil
    }
}
