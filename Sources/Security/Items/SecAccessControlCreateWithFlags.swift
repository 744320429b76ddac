import Foundation
import SwiftKeychainModel

/// Makes an access control of a protection class and constraints.
///
/// - Parameters:
///   - allocator: nil, or `kCFAllocatorDefault`.
///   - protection: one of the `kSecAttrAccessible…` values.
///   - flags: the constraints. None: the access control of a plain item of that class.
///   - error: room for an error, or nil. The caller releases what is put there.
/// - Returns: nil, with an error of code errSecParam, when the protection is no such value, for
///   unknown bits, for `or` with `and`, for both kinds of biometry, and for user presence beside
///   anything but an application password or private key usage.
public func SecAccessControlCreateWithFlags(
    _ allocator: CFAllocator?, _ protection: CFTypeRef, _ flags: SecAccessControlCreateFlags,
    _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> SecAccessControl? {
    do throws(KeychainError) {
        guard let name = protection as? String, let known = ProtectionClass(rawValue: name) else {
            throw KeychainError(.parameter, "protection: not one of the kSecAttrAccessible values")
        }
        let bits = AccessControl.Flags(rawValue: UInt64(flags.rawValue))
        return SecAccessControl(try AccessControl(protection: known, flags: bits))
    } catch let failure {
        failure.store(in: error)
        return nil
    }
}
