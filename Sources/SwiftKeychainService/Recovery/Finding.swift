/// Tells one thing that an examination of a store saw.
public struct Finding: Sendable, Equatable {
    /// What it is about: store, rows, keybag, manifest, permissions, quarantine, incident, passcode,
    /// memory.
    public let subject: String
    /// Something is wrong, or was set aside and nobody has acknowledged it yet.
    public let isProblem: Bool
    /// One line without a secret or an attribute's value.
    public let text: String

    package init(_ subject: String, _ text: String, isProblem: Bool = false) {
        self.subject = subject
        self.isProblem = isProblem
        self.text = text
    }
}
