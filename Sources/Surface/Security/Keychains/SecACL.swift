// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftKeychainModel
import Synchronization

/// One entry of an access object: operations, and the programs that may do them.
///
/// It is kept, and not enforced: access groups decide which programs see an item.
public final class SecACL: CoreFoundationObject, @unchecked Sendable {
    private let state: Mutex<AccessEntry>
    /// The access object that the entry belongs to, until it is removed.
    private let owner: Mutex<WeakAccess>

    init(_ entry: AccessEntry, of access: SecAccess?) {
        state = Mutex(entry)
        owner = Mutex(WeakAccess(access: access))
        super.init()
    }

    var entry: AccessEntry {
        get { state.withLock { $0 } }
        set { state.withLock { $0 = newValue } }
    }

    func belong(to access: SecAccess?) { owner.withLock { $0.access = access } }

    fileprivate func remove() {
        owner.withLock { $0.access }?.remove(self)
        belong(to: nil)
    }

    private struct WeakAccess {
        weak var access: SecAccess?
    }
}

/// When the user must confirm an operation, in addition to the list of programs. It is stored, and has no effect.
public struct SecKeychainPromptSelector: OptionSet, Hashable, Sendable {
    public let rawValue: UInt16

    public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// With the password of the keychain.
    public static let requirePassphase = Self(rawValue: 0x0001)
    /// For programs without a signature.
    public static let unsigned = Self(rawValue: 0x0010)
    /// ``unsigned`` counts.
    public static let unsignedAct = Self(rawValue: 0x0020)
    /// For programs with an invalid signature.
    public static let invalid = Self(rawValue: 0x0040)
    /// ``invalid`` counts.
    public static let invalidAct = Self(rawValue: 0x0080)
}

/// Returns the Core Foundation type of ``SecACL``.
public func SecACLGetTypeID() -> CFTypeID { CoreFoundationRuntime.type(of: SecACL.self) }

/// Adds an entry to an access object, for all operations.
///
/// - Parameters:
///   - applicationList: the programs, `SecTrustedApplication` objects; nil for every program, empty for
///     none.
///   - description: the name of the item in a prompt.
///   - newAcl: receives the entry; unchanged after a failure.
/// - Returns: `errSecSuccess`; `errSecParam` for a list with another object.
@discardableResult
public func SecACLCreateWithSimpleContents(
    _ access: SecAccess, _ applicationList: CFArray?, _ description: CFString,
    _ promptSelector: SecKeychainPromptSelector, _ newAcl: UnsafeMutablePointer<SecACL?>
) -> OSStatus {
    LastError.status {
        let entry = AccessEntry(
            authorizations: [kSecACLAuthorizationAny as String],
            applications: try AccessEntry.paths(applicationList),
            description: description as String, promptSelector: promptSelector.rawValue)
        let list = SecACL(entry, of: access)
        access.append(list)
        newAcl.pointee = list
    }
}

/// Removes an entry from its access object.
///
/// - Returns: `errSecSuccess`, also when it was removed before.
@discardableResult
public func SecACLRemove(_ aclRef: SecACL) -> OSStatus {
    aclRef.remove()
    return errSecSuccess
}

/// Returns the programs, the description and the prompt of an entry.
///
/// - Parameter applicationList: receives the programs; nil for every program.
/// - Returns: `errSecSuccess`.
@discardableResult
public func SecACLCopyContents(
    _ acl: SecACL, _ applicationList: UnsafeMutablePointer<CFArray?>,
    _ description: UnsafeMutablePointer<CFString?>,
    _ promptSelector: UnsafeMutablePointer<SecKeychainPromptSelector>
) -> OSStatus {
    let entry = acl.entry
    applicationList.pointee = entry.applications.map { paths in
        NSArray(array: paths.map { SecTrustedApplication(Array($0)) })
    }
    description.pointee = entry.description as CFString
    promptSelector.pointee = SecKeychainPromptSelector(rawValue: entry.promptSelector)
    return errSecSuccess
}

/// Sets the programs, the description and the prompt of an entry.
///
/// - Parameters:
///   - applicationList: the programs; nil for every program, empty for none.
/// - Returns: `errSecSuccess`; `errSecParam` for a list with another object; nothing is changed then.
@discardableResult
public func SecACLSetContents(
    _ acl: SecACL, _ applicationList: CFArray?, _ description: CFString,
    _ promptSelector: SecKeychainPromptSelector
) -> OSStatus {
    LastError.status {
        acl.entry = AccessEntry(
            authorizations: acl.entry.authorizations,
            applications: try AccessEntry.paths(applicationList),
            description: description as String, promptSelector: promptSelector.rawValue)
    }
}

/// Returns the operations of an entry, `kSecACLAuthorization…` values.
public func SecACLCopyAuthorizations(_ acl: SecACL) -> CFArray {
    acl.entry.authorizations as CFArray
}

/// Sets the operations of an entry.
///
/// - Parameter authorizations: `kSecACLAuthorization…` values.
/// - Returns: `errSecSuccess`; `errSecParam` for an empty array, and for an element that is not text.
@discardableResult
public func SecACLUpdateAuthorizations(_ acl: SecACL, _ authorizations: CFArray) -> OSStatus {
    LastError.status {
        let names = CFValue(authorizations).elements.map { $0.flatMap { CFValue($0).text } }
        guard !names.isEmpty, !names.contains(nil) else {
            throw KeychainError(.parameter, "authorizations: empty, or not all text")
        }
        var entry = acl.entry
        entry.authorizations = names.compactMap(\.self)
        acl.entry = entry
    }
}
