// SPDX-License-Identifier: Apache-2.0
extension Duration {
    /// The milliseconds for poll(2), rounded up, so that the last fraction is waited for too; 0 if the time has passed.
    package var pollTime: Int32 {
        let (seconds, attoseconds) = components
        let rounded = (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
        return Int32(clamping: max(0, seconds * 1000 + rounded))
    }
}
