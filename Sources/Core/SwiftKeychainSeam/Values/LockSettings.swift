// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel
import SwiftKeychainSystem

/// When a keychain locks by itself.
public struct LockSettings: Sendable, Equatable {
    /// Seconds after unlocking; nil to lock only on request and when the machine restarts.
    public var lockAfter: Int?
    /// Whether the keychain locks when the machine sleeps: once it has slept for more than two seconds
    /// in total since the keychain was unlocked, the next call finds it locked.
    public var lockOnSleep: Bool

    public init(lockAfter: Int? = nil, lockOnSleep: Bool = false) {
        self.lockAfter = lockAfter
        self.lockOnSleep = lockOnSleep
    }
}

// The entry of the manifest (Docs/internals/format.md).
extension LockSettings {
    package init() { self.init(lockAfter: nil, lockOnSleep: false) }

    /// Reads an array of two: the seconds after which the keychain locks or null, and whether it locks on sleep.
    package init(decoding decoder: inout CanonicalCBOR.Decoder) throws(CanonicalCBOR.Malformed) {
        try decoder.array(of: 2)
        let seconds = try decoder.skipsNull() ? nil : Int(try decoder.integer())
        self.init(lockAfter: seconds, lockOnSleep: try decoder.boolean())
    }

    package func encode(to encoder: inout CanonicalCBOR.Encoder) {
        encoder.array(2)
        if let lockAfter { encoder.integer(Int64(lockAfter)) } else { encoder.null() }
        encoder.boolean(lockOnSleep)
    }
}
