import SwiftKeychain
import SwiftKeychainModel

/// A reference to one stored item: a password, or anything else that has no class of its own.
///
/// Two references are equal when they point at the same item. A reference outlives its item; using
/// it then is errSecItemNotFound.
public final class SecKeychainItem: CoreFoundationObject, @unchecked Sendable {
    /// The persistent reference of the item.
    package let reference: PersistentReference

    /// The keychain in which the item lies.
    package let keychain: Keychain

    /// Refers to the item a persistent reference points at, whether or not it is still there.
    package init(_ reference: PersistentReference, in keychain: Keychain = .login) {
        self.reference = reference
        self.keychain = keychain
        super.init()
    }

    public override func isEqual(_ object: Any?) -> Bool {
        (object as? SecKeychainItem)?.reference == reference
    }

    public override var hash: Int { reference.hashValue }

    /// Names the class of the item, and none of its attributes.
    public override var description: String { "<SecKeychainItem: \(reference.itemClass.rawValue)>" }
}

/// Gives the Core Foundation type of ``SecKeychainItem``.
public func SecKeychainItemGetTypeID() -> CFTypeID {
    CoreFoundationRuntime.type(of: SecKeychainItem.self)
}
