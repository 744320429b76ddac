import SwiftKeychainMemory
import Synchronization

/// Holds what a person authenticated, for every call that is made with it.
///
/// It may be used from any thread. Equal is only what is the same.
public final class AuthenticationContext: Sendable {
    private struct State {
        var isInvalidated = false
        /// The stores whose passcode was given, and what they were then.
        var verified: [String: (mark: [UInt8], proof: [UInt8])] = [:]
        var applicationPassword: SecretBytes?
        /// Where the application password was typed; nil: the caller gave it.
        var typed: (path: String, mark: [UInt8])?
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
        set {
            state.withLock {
                if $0.isInvalidated { return }
                $0.applicationPassword = newValue
                $0.typed = nil
            }
        }
    }

    /// Ends the context, and forgets everything.
    public func invalidate() {
        state.withLock {
            $0.isInvalidated = true
            $0.verified = [:]
            $0.applicationPassword = nil
            $0.typed = nil
        }
    }

    /// Tells whether a person gave the passcode of the store at `path`.
    package func hasVerified(_ path: String) -> Bool {
        state.withLock { $0.verified[path] != nil }
    }

    /// The proof that the user gave the passcode of the store at `path`; nil: the user did not.
    package func verification(of path: String) -> [UInt8]? {
        state.withLock { $0.verified[path]?.proof }
    }

    /// Keeps the proof that the user gave the passcode of the store at `path`.
    ///
    /// - Parameter mark: what the store was when it was asked for; it ends when that changes.
    package func noteVerified(_ path: String, mark: [UInt8], proof: [UInt8]) {
        state.withLock { if !$0.isInvalidated { $0.verified[path] = (mark, proof) } }
    }

    /// Keeps the application password that a person typed for an item of the store at `path`.
    package func keepTyped(_ password: SecretBytes, in path: String, mark: [UInt8]) {
        state.withLock {
            if $0.isInvalidated { return }
            $0.applicationPassword = password
            $0.typed = (path, mark)
        }
    }

    /// Forgets what a person gave for the store at `path` unless the store is still what it was then:
    /// locking it, and another passcode, end that. What the caller gave stays.
    ///
    /// - Parameter mark: gives what the store is now; nil: nobody can tell.
    package func endVerification(of path: String, unless mark: () -> [UInt8]?) {
        let isConcerned = state.withLock { $0.verified[path] != nil || $0.typed?.path == path }
        guard isConcerned else { return }
        let now = mark()
        state.withLock {
            if $0.verified[path]?.mark != now { $0.verified[path] = nil }
            if let typed = $0.typed, typed.path == path, typed.mark != now {
                $0.applicationPassword = nil
                $0.typed = nil
            }
        }
    }
}

/// How a call goes about items that demand the user.
public struct Authentication: Sendable {
    /// What to do about an item that demands the user.
    public enum Policy: Sendable, Hashable {
        case allow
        /// Fails with `interactionNotAllowed`.
        case fail
        /// Leaves such items out; for searches only.
        case skip
    }

    public var policy: Policy
    /// What was authenticated before, and keeps what is authenticated now; nil: only for this call.
    public var context: AuthenticationContext?
    /// The words that prompts show; empty for the usual ones.
    public var reason: String

    public init(
        policy: Policy = .allow, context: AuthenticationContext? = nil,
        reason: String = ""
    ) {
        self.policy = policy
        self.context = context
        self.reason = reason
    }

    /// The same with a context for all steps of one call: the user is not asked twice for one call.
    package var forOneCall: Authentication {
        Authentication(
            policy: policy, context: context ?? AuthenticationContext(), reason: reason)
    }
}
