import SwiftKeychainModel

/// The texts of a prompt. Characters that would move a cursor are shown as spaces.
package struct Prompt: Sendable {
    package var title: String
    /// The program and its request, in several lines.
    package var description: String
    /// The label of the field.
    package var label: String
    /// The error of the previous answer; nil at first.
    package var error: String?
    /// True for a new secret, which is typed twice.
    package var isNew = false
    /// Its invalidation withdraws the prompt; nil: the prompt stays until its deadline.
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
