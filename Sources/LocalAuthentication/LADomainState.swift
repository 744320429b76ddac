import Foundation

/// Tells by which means a person may authenticate, and identifies who is enrolled for them.
///
/// A program keeps `stateHash` and compares it later: another one says that the enrolment changed.
/// nil, as here, says that nobody is enrolled.
public final class LADomainState: NSObject, Sendable {
    /// Tells about biometry.
    public let biometry = LADomainStateBiometry()

    /// Tells about paired devices.
    public let companion = LADomainStateCompanion()

    /// Identifies both together; nil, since there is neither.
    public var stateHash: Data? { nil }

    override init() { super.init() }
}

/// Tells about the biometry of a device: there is none.
public final class LADomainStateBiometry: NSObject, Sendable {
    /// Tells which biometry there is.
    public var biometryType: LABiometryType { .none }

    /// Identifies the set of enrolled biometry; nil, since there is none.
    public var stateHash: Data? { nil }

    override init() { super.init() }
}

/// Tells about the paired devices: there are none.
public final class LADomainStateCompanion: NSObject, Sendable {
    /// Identifies the set of paired devices; nil, since there are none.
    public var stateHash: Data? { nil }

    override init() { super.init() }
}
