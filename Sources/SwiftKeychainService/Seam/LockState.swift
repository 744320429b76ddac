/// The protection classes that can be read and written now.
public enum LockState: UInt8, Sendable, Hashable {
    /// All of them; also while there is no passcode.
    case unlocked
    /// All but ak, aku and akpu.
    case locked
    /// dk and dku only: the passcode was not entered since the machine started.
    case beforeFirstUnlock
}
