import SwiftKeychainModel

/// Says what a person is asked, in plain text; whatever would move a cursor is shown as a space.
package struct Prompt: Sendable {
    package var title: String
    /// Says who wants what; several lines.
    package var description: String
    /// Stands before the field.
    package var label: String
    /// Says what was wrong with the answer before; nil at first.
    package var error: String?
    /// Asks for a new secret, which is typed twice.
    package var isNew = false
    /// The prompt is withdrawn when this is invalidated; nil: it stays until its deadline.
    package var context: AuthenticationContext?

    package init(
        title: String, description: String, label: String, error: String? = nil,
        isNew: Bool = false
    ) {
        self.title = title
        self.description = description
        self.label = label
        self.error = error
        self.isNew = isNew
    }
}
