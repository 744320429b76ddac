import Foundation
import Keychain
import KeychainObjects

/// Gives a reference to the default keychain.
///
/// - Returns: `errSecSuccess`.
@discardableResult
public func SecKeychainCopyDefault(
    _ keychain: UnsafeMutablePointer<SecKeychain?>
) -> OSStatus {
    keychain.pointee = SecKeychain(path: nil)
    return errSecSuccess
}

/// Gives a reference to the keychain in the file at `pathName`, for `kSecUseKeychain` and
/// `kSecMatchSearchList`.
///
/// A name without a slash lies beside the default keychain. Whether the file exists is told by the
/// first call that uses the reference: `errSecNoSuchKeychain`.
///
/// - Returns: `errSecSuccess`, or `errSecParam` for an empty path or one that is not UTF-8.
@discardableResult
public func SecKeychainOpen(
    _ pathName: UnsafePointer<CChar>, _ keychain: UnsafeMutablePointer<SecKeychain?>
) -> OSStatus {
    guard let path = String(validatingCString: pathName), !path.isEmpty else { return errSecParam }
    keychain.pointee = SecKeychain(path: path)
    return errSecSuccess
}

/// Copies the path of a keychain's file, with a final zero byte, into a buffer of the caller's.
///
/// - Parameters:
///   - keychain: the reference; nil for the default keychain.
///   - ioPathLength: the size of the buffer in bytes; on return the length of the path without its
///     zero byte, also when the buffer is too small.
/// - Returns: `errSecSuccess`; `errSecBufferTooSmall`; `errSecNoSuchKeychain` where nothing says
///   where the default keychain lies.
@discardableResult
public func SecKeychainGetPath(
    _ keychain: SecKeychain?, _ ioPathLength: UnsafeMutablePointer<UInt32>,
    _ pathName: UnsafeMutablePointer<CChar>
) -> OSStatus {
    let path = (keychain?.path.map(Keychain.init(path:)) ?? .default).path
    guard !path.isEmpty else { return errSecNoSuchKeychain }
    let capacity = Int(ioPathLength.pointee)
    ioPathLength.pointee = UInt32(path.utf8.count)
    guard path.utf8.count < capacity else { return errSecBufferTooSmall }
    path.withCString { pathName.update(from: $0, count: path.utf8.count + 1) }
    return errSecSuccess
}
