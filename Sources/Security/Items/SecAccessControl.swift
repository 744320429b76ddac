import SwiftKeychainModel

/// Says under which conditions an item opens: a protection class and constraints.
///
/// It is made by ``SecAccessControlCreateWithFlags(_:_:_:_:)``, added with an item as the value of
/// `kSecAttrAccessControl`, and returned with the item's attributes. Two are equal when class and
/// constraints are.
public final class SecAccessControl: CoreFoundationObject, @unchecked Sendable {
    /// Holds class and constraints.
    package let value: AccessControl

    /// Wraps class and constraints.
    package init(_ value: AccessControl) {
        self.value = value
        super.init()
    }

    public override func isEqual(_ object: Any?) -> Bool {
        (object as? SecAccessControl)?.value == value
    }

    public override var hash: Int { value.hashValue }

    /// Names the protection class and the bits of the constraints.
    public override var description: String {
        let flags = String(value.flags.rawValue, radix: 16)
        return "<SecAccessControl: \(value.protection.rawValue), flags 0x\(flags)>"
    }
}

/// Gives the Core Foundation type of ``SecAccessControl``.
public func SecAccessControlGetTypeID() -> CFTypeID {
    CoreFoundationRuntime.type(of: SecAccessControl.self)
}
