// SPDX-License-Identifier: Apache-2.0
import Foundation

/// The means by which the user may authenticate, and identifiers of what is enrolled.
///
/// A program keeps `stateHash` and compares it later: a different one means that the enrolment
/// changed. nil, as here, means that nothing is enrolled.
public final class LADomainState: NSObject, Sendable {
    /// The state of biometry.
    public let biometry = LADomainStateBiometry()

    /// The state of paired devices.
    public let companion = LADomainStateCompanion()

    /// An identifier of both together; nil, since there is neither.
    public var stateHash: Data? { nil }

    override init() { super.init() }
}

/// The biometry of a device: none.
public final class LADomainStateBiometry: NSObject, Sendable {
    /// The kind of biometry.
    public var biometryType: LABiometryType { .none }

    /// An identifier of the enrolled biometry; nil, since there is none.
    public var stateHash: Data? { nil }

    override init() { super.init() }
}

/// The paired devices: none.
public final class LADomainStateCompanion: NSObject, Sendable {
    /// An identifier of the paired devices; nil, since there are none.
    public var stateHash: Data? { nil }

    override init() { super.init() }
}
