// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftKeychainModel
import Synchronization

/// An access object: which programs may do what with an item.
///
/// It is kept with the item, and not enforced: access groups decide which programs see an item, and
/// `SecAccessControl` decides what the user has to confirm.
public final class SecAccess: CoreFoundationObject, @unchecked Sendable {
    /// The object as it was made.
    private let made: AccessContent
    /// The entries, which can be added, changed and removed.
    let lists = Mutex<[SecACL]>([])

    init(_ content: AccessContent) {
        made = content
        super.init()
        let entries = content.entries.map { SecACL($0, of: self) }
        lists.withLock { $0 = entries }
    }

    /// The object as it is now.
    var content: AccessContent {
        var content = made
        content.entries = lists.withLock { $0 }.map(\.entry)
        return content
    }

    /// Returns the stored form of an access object, the value of `name`.
    ///
    /// - Throws: `parameter` for another object.
    static func kept(_ object: AnyObject, _ name: String) throws(KeychainError) -> AttributeValue {
        guard let access = object as? SecAccess else {
            throw KeychainError(.parameter, "\(name): not a SecAccess")
        }
        return try access.stored()
    }

    /// Returns the object as it is stored with an item: a JSON object, the value of ``Attribute/accessList``.
    func stored() throws(KeychainError) -> AttributeValue {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        // Texts, bytes and numbers: encoding them can't fail.
        return try translating { .data(Array(try encoder.encode(content))) }
    }
}

/// Whose rights an access object describes, in addition to its entries: bits of `kSecUseOnlyUID` and its
/// companions.
public typealias SecAccessOwnerType = UInt32

/// The user counts.
public let kSecUseOnlyUID: SecAccessOwnerType = 1
/// The group counts.
public let kSecUseOnlyGID: SecAccessOwnerType = 2
/// Root counts too.
public let kSecHonorRoot: SecAccessOwnerType = 0x100
/// User and group count.
public let kSecMatchBits: SecAccessOwnerType = 3

/// Returns the Core Foundation type of ``SecAccess``.
public func SecAccessGetTypeID() -> CFTypeID { CoreFoundationRuntime.type(of: SecAccess.self) }

/// Makes the access object of an item: every program may encrypt, those of the list may decrypt, sign and
/// export, and none may change the object.
///
/// - Parameters:
///   - descriptor: the name of the item in a prompt.
///   - trustedlist: `SecTrustedApplication` objects; nil for the running program alone, empty for none.
///   - accessRef: receives the object; unchanged after a failure.
/// - Returns: `errSecSuccess`; `errSecParam` for a list with another object.
@discardableResult
public func SecAccessCreate(
    _ descriptor: CFString, _ trustedlist: CFArray?, _ accessRef: UnsafeMutablePointer<SecAccess?>
) -> OSStatus {
    LastError.status {
        var program: SecTrustedApplication?
        if trustedlist == nil { SecTrustedApplicationCreateFromPath(nil, &program) }
        let uses = [
            kSecACLAuthorizationDecrypt, kSecACLAuthorizationDerive,
            kSecACLAuthorizationExportClear, kSecACLAuthorizationExportWrapped,
            kSecACLAuthorizationMAC, kSecACLAuthorizationSign,
        ]
        let trusted = trustedlist ?? [program].compactMap(\.self) as NSArray
        accessRef.pointee = SecAccess(
            AccessContent(entries: [
                try AccessEntry([kSecACLAuthorizationEncrypt], nil, descriptor),
                try AccessEntry(uses, trusted, descriptor),
                try AccessEntry([kSecACLAuthorizationChangeACL], [], descriptor),
            ]))
    }
}

/// Makes an access object of an owner and entries.
///
/// - Parameters:
///   - acls: `SecACL` objects, which are copied; nil for none.
///   - error: receives an error, or nil. The caller must release it.
/// - Returns: nil, with an error of code `errSecParam`, for an array with another object.
public func SecAccessCreateWithOwnerAndACL(
    _ userId: uid_t, _ groupId: gid_t, _ ownerType: SecAccessOwnerType, _ acls: CFArray?,
    _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> SecAccess? {
    handingError(to: error) {
        let entries = try CFValue.list(acls, or: KeychainError(.parameter, "acls: not a SecACL")) {
            ($0 as? SecACL)?.entry
        }
        return SecAccess(
            AccessContent(entries: entries, user: userId, group: groupId, ownerType: ownerType))
    }
}

/// Returns the owner and the entries of an access object; 0 for an owner that was not given.
///
/// - Returns: `errSecSuccess`.
@discardableResult
public func SecAccessCopyOwnerAndACL(
    _ accessRef: SecAccess, _ userId: UnsafeMutablePointer<uid_t>?,
    _ groupId: UnsafeMutablePointer<gid_t>?,
    _ ownerType: UnsafeMutablePointer<SecAccessOwnerType>?,
    _ aclList: UnsafeMutablePointer<CFArray?>?
) -> OSStatus {
    let content = accessRef.content
    userId?.pointee = content.user ?? 0
    groupId?.pointee = content.group ?? 0
    ownerType?.pointee = content.ownerType ?? 0
    if let aclList { SecAccessCopyACLList(accessRef, aclList) }
    return errSecSuccess
}

/// Returns the entries of an access object, `SecACL` objects.
///
/// - Returns: `errSecSuccess`.
@discardableResult
public func SecAccessCopyACLList(
    _ accessRef: SecAccess, _ aclList: UnsafeMutablePointer<CFArray?>
) -> OSStatus {
    aclList.receive(accessRef.lists.withLock { $0 } as NSArray)
}

/// Returns the entries of an access object that are for an operation.
///
/// - Parameter authorizationTag: a `kSecACLAuthorization…` value.
/// - Returns: nil when there is none.
public func SecAccessCopyMatchingACLList(
    _ accessRef: SecAccess, _ authorizationTag: CFTypeRef
) -> CFArray? {
    guard let tag = CFValue(authorizationTag).text else { return nil }
    let lists = accessRef.lists.withLock { $0 }.filter { $0.entry.authorizations.contains(tag) }
    return lists.isEmpty ? nil : lists as NSArray
}
