import Synchronization

/// Says whether calls of this process may ask a person something.
public enum UserInteraction {
    private static let state = Atomic<Bool>(true)

    /// Is true until somebody says otherwise; what would ask then throws `interactionNotAllowed`.
    public static var isAllowed: Bool {
        get { state.load(ordering: .relaxed) }
        set { state.store(newValue, ordering: .relaxed) }
    }
}
