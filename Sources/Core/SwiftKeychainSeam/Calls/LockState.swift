// SPDX-License-Identifier: Apache-2.0
/// Which protection classes can be read and written now.
public enum LockState: UInt8, Sendable, Hashable {
    /// All classes; also while no passcode is set.
    case unlocked
    /// All but ak, aku and akpu.
    case locked
    /// Only dk and dku, because the passcode hasn't been entered since the machine started.
    case beforeFirstUnlock
}
