// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain
import SwiftKeychainModel

/// A reference to one stored item: a password, or another item for which there is no special class.
///
/// Two references are equal when they refer to the same item. A reference outlives its item; using
/// it then is errSecItemNotFound.
public final class SecKeychainItem: CoreFoundationObject, @unchecked Sendable {
    /// The persistent reference of the item.
    package let reference: PersistentReference

    /// The keychain of the item; many items of a result share one reference.
    let keychainReference: SecKeychain

    package var keychain: Keychain { keychainReference.keychain }

    /// Refers to the item of a persistent reference, whether or not it still exists.
    init(_ reference: PersistentReference, in keychain: SecKeychain) {
        self.reference = reference
        keychainReference = keychain
    }

    package convenience init(_ reference: PersistentReference, in keychain: Keychain = .login) {
        self.init(reference, in: SecKeychain(keychain))
    }

    /// Refers to the item of a key, certificate or identity, which C programs pass for an item; nil for an object that
    /// no keychain has.
    package convenience init?(object: AnyObject) {
        guard let object = ItemObject(object) else { return nil }
        if case .key(let key) = object {
            guard let stored = key.stored else { return nil }
            self.init(stored.item.reference, in: stored.keychain)
            return
        }
        for keychain in SearchList.standard.keychains {
            if let reference = try? object.references(in: keychain).first {
                self.init(reference, in: keychain)
                return
            }
        }
        return nil
    }

    public override func isEqual(_ object: Any?) -> Bool {
        (object as? SecKeychainItem)?.reference == reference
    }

    public override var hash: Int { reference.hashValue }

    /// The class of the item, and none of its attributes.
    public override var description: String { "<SecKeychainItem: \(reference.itemClass.rawValue)>" }
}

/// Returns the Core Foundation type of ``SecKeychainItem``.
public func SecKeychainItemGetTypeID() -> CFTypeID {
    CoreFoundationRuntime.type(of: SecKeychainItem.self)
}
