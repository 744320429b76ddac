import SwiftKeychainModel
import SwiftKeychainSystem

/// Says when a keychain locks by itself.
public struct LockSettings: Sendable, Equatable {
    /// Seconds after unlocking; nil: only when it is told to, or the machine restarts.
    public var lockAfter: Int?
    /// Locks when the machine sleeps: it is found locked by the first call after two seconds of
    /// sleep, all since it was unlocked together.
    public var lockOnSleep: Bool

    public init(lockAfter: Int? = nil, lockOnSleep: Bool = false) {
        self.lockAfter = lockAfter
        self.lockOnSleep = lockOnSleep
    }
}

extension LockSettings: StoreSetting {
    static let name = "lock"

    init() { self.init(lockAfter: nil, lockOnSleep: false) }

    init(decoding decoder: inout CanonicalCBOR.Decoder) throws(CanonicalCBOR.Malformed) {
        guard try decoder.array() == 2 else { throw CanonicalCBOR.Malformed() }
        var seconds: Int?
        if try decoder.next() == .null {
            try decoder.null()
        } else {
            seconds = Int(try decoder.integer())
        }
        self.init(lockAfter: seconds, lockOnSleep: try decoder.boolean())
    }

    func encode(to encoder: inout CanonicalCBOR.Encoder) {
        encoder.array(2)
        if let lockAfter { encoder.integer(Int64(lockAfter)) } else { encoder.null() }
        encoder.boolean(lockOnSleep)
    }
}
