// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import Synchronization

/// What the user authenticated, for all calls made with the context.
///
/// It may be used from any thread.
public final class AuthenticationContext: Sendable {
    private struct State {
        var isInvalidated = false
        /// The stores whose passcode was given, by path, with the mark of the store at that time.
        var verified: [String: (mark: [UInt8], proof: [UInt8])] = [:]
        var applicationPassword: SecretBytes?
        /// The store for which the user typed the application password; nil when the caller set it.
        var typed: (path: String, mark: [UInt8])?
        var smartCardPIN: SecretBytes?
        /// The PINs that the user typed, by the identifiers of the cards that accepted them.
        var typedPINs: [String: SecretBytes] = [:]
        var parentWindow: UInt32?
    }

    private let state = Mutex(State())

    /// How many wrong answers end a prompt; nil for the usual number.
    package let tries: Int?

    /// Makes a context in which nothing is authenticated.
    public init() { tries = nil }

    package init(tries: Int) { self.tries = tries }

    /// Whether the context was ended by ``invalidate()``.
    public var isInvalidated: Bool { state.withLock { $0.isInvalidated } }

    /// The X11 window in front of which prompts are shown; nil for none.
    package var parentWindow: UInt32? {
        get { state.withLock { $0.parentWindow } }
        set { state.withLock { if !$0.isInvalidated { $0.parentWindow = newValue } } }
    }

    /// The application password; nil when none was given. After ``invalidate()`` it can't be set.
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

    /// The PIN for smart cards that the caller gave; nil when there is none, or a card refused it. After
    /// ``invalidate()`` it can't be set.
    public var smartCardPIN: SecretBytes? {
        get { state.withLock { $0.smartCardPIN } }
        set { state.withLock { if !$0.isInvalidated { $0.smartCardPIN = newValue } } }
    }

    /// Returns the PIN to send to a card, the caller's, or what the user typed for it.
    package func pin(of token: String) -> (bytes: SecretBytes, isTyped: Bool)? {
        state.withLock {
            if let pin = $0.smartCardPIN { return (pin, false) }
            return $0.typedPINs[token].map { ($0, true) }
        }
    }

    /// Keeps a PIN that the user typed and the card accepted.
    package func keepTypedPIN(_ pin: SecretBytes, of token: String) {
        state.withLock { if !$0.isInvalidated { $0.typedPINs[token] = pin } }
    }

    /// Forgets the PIN that a card refused.
    package func forgetPIN(_ pin: SecretBytes, of token: String) {
        state.withLock {
            if $0.typedPINs[token] == pin { $0.typedPINs[token] = nil }
            if $0.smartCardPIN == pin { $0.smartCardPIN = nil }
        }
    }

    /// Ends the context and forgets everything in it.
    public func invalidate() {
        state.withLock { $0 = State(isInvalidated: true) }
    }

    /// Returns the proof that the user gave the passcode of the store at `path`; nil without one.
    package func verification(of path: String) -> [UInt8]? {
        state.withLock { $0.verified[path]?.proof }
    }

    /// Keeps the proof that the user gave the passcode of the store at `path`.
    ///
    /// - Parameter mark: the mark of the store when the user was asked; the proof ends when the mark
    ///   changes.
    package func noteVerified(_ path: String, mark: [UInt8], proof: [UInt8]) {
        state.withLock { if !$0.isInvalidated { $0.verified[path] = (mark, proof) } }
    }

    /// Keeps the application password that the user typed for an item of the store at `path`.
    package func keepTyped(_ password: SecretBytes, in path: String, mark: [UInt8]) {
        state.withLock {
            if $0.isInvalidated { return }
            $0.applicationPassword = password
            $0.typed = (path, mark)
        }
    }

    /// Forgets what the user gave for the store at `path` if the store's mark has changed since:
    /// locking the store and changing its passcode change it. What the caller set stays.
    ///
    /// - Parameter mark: returns the store's mark; nil when it is unknown.
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

/// The treatment of items that demand the user, for one call.
public struct Authentication: Sendable {
    /// What to do about an item that demands the user.
    public enum Policy: Sendable, Hashable {
        case allow
        /// The call fails with `interactionNotAllowed`.
        case fail
        /// The search leaves such items out; not for other calls.
        case skip
    }

    public var policy: Policy
    /// What the user authenticated before and authenticates in this call; nil to forget it after the
    /// call.
    public var context: AuthenticationContext?
    /// The text that prompts show; empty for the default one.
    public var reason: String

    public init(
        policy: Policy = .allow, context: AuthenticationContext? = nil,
        reason: String = ""
    ) {
        self.policy = policy
        self.context = context
        self.reason = reason
    }

    /// The same with a context that all steps of the call share, so that the user is asked once.
    package var forOneCall: Authentication {
        Authentication(
            policy: policy, context: context ?? AuthenticationContext(), reason: reason)
    }
}
