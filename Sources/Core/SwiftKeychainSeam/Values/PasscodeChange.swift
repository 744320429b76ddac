// SPDX-License-Identifier: Apache-2.0

/// The effects of a change of the passcode on the items of a store, of all programs together.
public struct PasscodeChange: Sendable, Equatable {
    /// Items that were sealed again because the first passcode made new keys.
    public package(set) var resealed = 0
    /// Rows of the quarantine that were sealed again with them; rows that don't open aren't counted.
    public package(set) var resealedAside = 0
    /// Items of class akpu, which were deleted with the passcode.
    public package(set) var deleted = 0
    /// Items that did not open before and do not open now; `security doctor` lists them.
    public package(set) var damaged = 0

    package init(resealed: Int = 0, resealedAside: Int = 0, deleted: Int = 0, damaged: Int = 0) {
        self.resealed = resealed
        self.resealedAside = resealedAside
        self.deleted = deleted
        self.damaged = damaged
    }
}
