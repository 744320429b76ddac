// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftKeychainModel
import Synchronization

/// One entry of an access object: operations, and the programs that may do them.
///
/// It is kept, and not enforced: access groups decide which programs see an item.
public final class SecACL: CoreFoundationObject, @unchecked Sendable {
    private let state: Mutex<AccessEntry>
    /// The access object that the entry was made for; nil once that is released.
    fileprivate weak let access: SecAccess?

    init(_ entry: AccessEntry, of access: SecAccess) {
        state = Mutex(entry)
        self.access = access
    }

    var entry: AccessEntry {
        get { state.withLock { $0 } }
        set { state.withLock { $0 = newValue } }
    }
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
        let entry = try AccessEntry(
            [kSecACLAuthorizationAny], applicationList, description, promptSelector)
        let list = SecACL(entry, of: access)
        access.lists.withLock { $0.append(list) }
        newAcl.pointee = list
    }
}

/// Removes an entry from its access object.
///
/// - Returns: `errSecSuccess`, also when it was removed before.
@discardableResult
public func SecACLRemove(_ aclRef: SecACL) -> OSStatus {
    aclRef.access?.lists.withLock { lists in lists.removeAll { $0 === aclRef } }
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
    applicationList.pointee = entry.applications.map {
        $0.map(SecTrustedApplication.init) as NSArray
    }
    description.pointee = entry.description as CFString
    return promptSelector.receive(SecKeychainPromptSelector(rawValue: entry.promptSelector))
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
        var entry = try AccessEntry([], applicationList, description, promptSelector)
        entry.authorizations = acl.entry.authorizations
        acl.entry = entry
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
        let refusal = KeychainError(.parameter, "authorizations: empty, or not all text")
        let names = try CFValue.texts(authorizations, or: refusal)
        if names.isEmpty { throw refusal }
        acl.entry.authorizations = names
    }
}
