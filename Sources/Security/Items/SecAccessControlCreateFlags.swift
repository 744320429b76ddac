/// Collects the conditions under which an item opens: see ``SecAccessControlCreateWithFlags(_:_:_:_:)``.
public struct SecAccessControlCreateFlags: OptionSet, Hashable, Sendable {
    public let rawValue: CFOptionFlags

    public init(rawValue: CFOptionFlags) { self.rawValue = rawValue }

    /// Demands that a person be present: biometry or the passcode.
    public static let userPresence = Self(rawValue: 1 << 0)

    /// Demands any enrolled biometry.
    public static let biometryAny = Self(rawValue: 1 << 1)

    /// Demands any enrolled biometry; the older name of ``biometryAny``.
    public static let touchIDAny = Self.biometryAny

    /// Demands biometry that has been enrolled since before the item was added.
    public static let biometryCurrentSet = Self(rawValue: 1 << 3)

    /// Demands biometry enrolled before the item; the older name of ``biometryCurrentSet``.
    public static let touchIDCurrentSet = Self.biometryCurrentSet

    /// Demands the passcode.
    public static let devicePasscode = Self(rawValue: 1 << 4)

    /// Demands a paired device nearby.
    public static let companion = Self(rawValue: 1 << 5)

    /// Demands a paired watch nearby; the older name of ``companion``.
    public static let watch = Self.companion

    /// Lets one of several constraints suffice.
    public static let or = Self(rawValue: 1 << 14)

    /// Demands all of several constraints.
    public static let and = Self(rawValue: 1 << 15)

    /// Applies the constraints to uses of a private key.
    public static let privateKeyUsage = Self(rawValue: 1 << 30)

    /// Demands a password of the application's own.
    public static let applicationPassword = Self(rawValue: 1 << 31)
}
