// SPDX-License-Identifier: Apache-2.0
/// One result of an examination of a store.
public struct Finding: Sendable, Equatable {
    /// The subject: store, rows, keybag, manifest, permissions, quarantine, incident, passcode, memory.
    public let subject: String
    /// Whether something is wrong, or was set aside and not acknowledged yet.
    public let isProblem: Bool
    /// One line without secrets and attribute values.
    public let text: String

    package init(_ subject: String, _ text: String, isProblem: Bool = false) {
        self.subject = subject
        self.isProblem = isProblem
        self.text = text
    }
}
