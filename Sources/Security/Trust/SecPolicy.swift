import SwiftKeychainPKI

/// Says what a certificate chain must satisfy.
///
/// It never changes. Two are equal when identifier, names, side and revocation flags are.
public final class SecPolicy: CoreFoundationObject, @unchecked Sendable {
    package let policy: TrustPolicy

    package init(_ policy: TrustPolicy) {
        self.policy = policy
        super.init()
    }

    public override func isEqual(_ object: Any?) -> Bool {
        (object as? SecPolicy)?.policy == policy
    }

    public override var hash: Int { policy.hashValue }

    /// Shows the identifier, and no name.
    public override var description: String { "<SecPolicy: \(policy.kind.rawValue)>" }
}

/// Gives the Core Foundation type of ``SecPolicy``.
public func SecPolicyGetTypeID() -> CFTypeID {
    CoreFoundationRuntime.type(of: SecPolicy.self)
}
