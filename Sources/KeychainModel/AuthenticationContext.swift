import KeychainMemory
import Synchronization

/// Holds what a person authenticated, for every call that is made with it.
///
/// It may be used from any thread. Equal is only what is the same.
public final class AuthenticationContext: Sendable {
    private struct State {
        var isInvalidated = false
        /// The stores whose passcode was given.
        var verified: Set<String> = []
        var applicationPassword: SecretBytes?
    }

    private let state = Mutex(State())

    /// Makes a context in which nobody was asked yet.
    public init() {}

    /// Tells that it authenticates nothing any more.
    public var isInvalidated: Bool { state.withLock { $0.isInvalidated } }

    /// Tells whether a person gave the passcode of any store.
    public var isEvaluated: Bool { state.withLock { !$0.verified.isEmpty } }

    /// Holds the application password; nil when none was given. After ``invalidate()`` it takes none.
    public var applicationPassword: SecretBytes? {
        get { state.withLock { $0.applicationPassword } }
        set { state.withLock { if !$0.isInvalidated { $0.applicationPassword = newValue } } }
    }

    /// Ends the context, and forgets everything.
    public func invalidate() {
        state.withLock {
            $0.isInvalidated = true
            $0.verified = []
            $0.applicationPassword = nil
        }
    }

    /// Tells whether a person gave the passcode of the store at `path`.
    package func hasVerified(_ path: String) -> Bool {
        state.withLock { $0.verified.contains(path) }
    }

    /// Keeps that a person gave the passcode of the store at `path`; whoever calls has verified it.
    package func noteVerified(_ path: String) {
        state.withLock { if !$0.isInvalidated { $0.verified.insert(path) } }
    }
}

/// Says how a call goes about items that demand a person.
public struct Authentication: Sendable {
    public var policy: Query.AuthenticationPolicy
    /// What was authenticated before, and keeps what is authenticated now; nil: only for this call.
    public var context: AuthenticationContext?
    /// The words a person is asked with; empty for the usual ones.
    public var reason: String

    public init(
        policy: Query.AuthenticationPolicy = .allow, context: AuthenticationContext? = nil,
        reason: String = ""
    ) {
        self.policy = policy
        self.context = context
        self.reason = reason
    }
}
