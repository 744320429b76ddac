// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftKeychainModel

/// The conditions under which an item opens: a protection class and constraints.
///
/// It is made by ``SecAccessControlCreateWithFlags(_:_:_:_:)``, added with an item as the value of
/// `kSecAttrAccessControl`, and returned with the item's attributes. Two are equal when class and
/// constraints are.
public final class SecAccessControl: CoreFoundationObject, @unchecked Sendable {
    package let value: AccessControl

    package init(_ value: AccessControl) {
        self.value = value
    }

    public override func isEqual(_ object: Any?) -> Bool {
        (object as? SecAccessControl)?.value == value
    }

    public override var hash: Int { value.hashValue }

    /// The protection class and the bits of the constraints.
    public override var description: String {
        let flags = String(value.flags.rawValue, radix: 16)
        return "<SecAccessControl: \(value.protection.rawValue), flags 0x\(flags)>"
    }
}

/// Returns the Core Foundation type of ``SecAccessControl``.
public func SecAccessControlGetTypeID() -> CFTypeID {
    CoreFoundationRuntime.type(of: SecAccessControl.self)
}

/// Makes an access control of a protection class and constraints.
///
/// - Parameters:
///   - allocator: nil, or `kCFAllocatorDefault`.
///   - protection: one of the `kSecAttrAccessible…` values.
///   - flags: the constraints. An empty set makes the access control of a plain item of that class.
///   - error: receives an error, or nil. The caller must release it.
/// - Returns: nil, with an error of code errSecParam, when the protection is not one of these
///   values, for unknown bits, for `or` with `and`, for both kinds of biometry, and for user
///   presence with anything but an application password or private key usage.
public func SecAccessControlCreateWithFlags(
    _ allocator: CFAllocator?, _ protection: CFTypeRef, _ flags: SecAccessControlCreateFlags,
    _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> SecAccessControl? {
    handingError(to: error) {
        guard let name = protection as? String, let known = ProtectionClass(rawValue: name) else {
            throw KeychainError(.parameter, "protection: not one of the kSecAttrAccessible values")
        }
        let bits = AccessControl.Flags(rawValue: UInt64(flags.rawValue))
        return SecAccessControl(try AccessControl(protection: known, flags: bits))
    }
}
