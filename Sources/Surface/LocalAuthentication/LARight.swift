// SPDX-License-Identifier: Apache-2.0
import Foundation
import Synchronization

/// Something that the user must be authorized for, by the passcode of the keychain.
///
///     let right = LARight()
///     try await right.authorize(localizedReason: "to open the vault")
///     …
///     await right.deauthorize()
///
/// A right may be used from any thread. Its state is not observable by KVO, which doesn't exist on Linux.
open class LARight: NSObject, @unchecked Sendable {
    /// Whether the user is authorized.
    public enum State: Int, Sendable {
        /// Authorization wasn't attempted yet.
        case unknown = 0
        /// The user is being asked.
        case authorizing = 1
        /// The user is authorized.
        case authorized = 2
        /// Authorization failed or was withdrawn.
        case notAuthorized = 3
    }

    let requirement: LAAuthenticationRequirement
    let session: RightSession
    private let number = Mutex(0)

    /// Makes a right with the default requirement.
    public override convenience init() { self.init(requirement: .default) }

    /// Makes a right that requires `requirement`.
    public init(requirement: LAAuthenticationRequirement) {
        self.requirement = requirement
        session = RightSession()
    }

    init(requirement: LAAuthenticationRequirement, _ session: RightSession) {
        self.requirement = requirement
        self.session = session
    }

    deinit { session.end() }

    /// Whether the user is authorized.
    open var state: State { session.state }

    /// A number for the program's own use.
    open var tag: Int {
        get { number.withLock { $0 } }
        set { number.withLock { $0 = newValue } }
    }

    /// Asks the user to authenticate. The right is authorized until ``deauthorize()``, or until the object is
    /// released.
    ///
    /// - Throws: as ``LAContext/evaluatePolicy(_:localizedReason:)``; `appCancel` after
    ///   ``deauthorize()`` or another call of this function meanwhile. The right is not authorized then.
    open func authorize(localizedReason: String) async throws {
        let context = session.begin()
        do {
            try await context.evaluatePolicy(
                requirement.policy, localizedReason: localizedReason)
            guard session.finish(context, .authorized) else { throw LAError(.appCancel) }
        } catch {
            _ = session.finish(context, .notAuthorized)
            throw error
        }
    }

    /// Asks the user to authenticate: see ``authorize(localizedReason:)``.
    ///
    /// - Parameter completion: called once, on another thread, with nil when the user is authorized.
    open func authorize(
        localizedReason: String, completion: @escaping @Sendable ((any Error)?) -> Void
    ) {
        Completion.run(completion) { try await self.authorize(localizedReason: localizedReason) }
    }

    /// Checks that the requirement can be met, without asking the user.
    ///
    /// - Throws: `passcodeNotSet`, `biometryNotAvailable`.
    open func checkCanAuthorize() async throws {
        if let obstacle = LAContext().obstacle(to: requirement.policy) { throw obstacle }
    }

    /// Checks that the requirement can be met: see ``checkCanAuthorize()``.
    open func checkCanAuthorize(completion: @escaping @Sendable ((any Error)?) -> Void) {
        Completion.run(completion) { try await self.checkCanAuthorize() }
    }

    /// Ends the authorization; a prompt that is shown for it is closed.
    open func deauthorize() async { session.end() }

    /// Ends the authorization: see ``deauthorize()``.
    open func deauthorize(completion: @escaping @Sendable () -> Void) {
        Completion.run({ _ in completion() }) { await self.deauthorize() }
    }
}

/// The state of a right, and the context that authorizes the uses of its key and secret.
final class RightSession: Sendable {
    private struct Current {
        var state = LARight.State.unknown
        var context: LAContext?
    }

    private let current = Mutex(Current())

    var state: LARight.State { current.withLock { $0.state } }

    /// The context of an authorized right, which never asks the user.
    ///
    /// - Throws: `notInteractive` for a right that isn't authorized.
    var context: LAContext {
        get throws(LAError) {
            let context = current.withLock { $0.state == .authorized ? $0.context : nil }
            guard let context else { throw LAError(.notInteractive) }
            return context
        }
    }

    /// Returns the context of a new authorization, and ends an earlier one.
    func begin() -> LAContext {
        let context = LAContext()
        replace(.authorizing, context)
        return context
    }

    /// Ends an authorization in progress; false if it is no longer the last one.
    func finish(_ context: LAContext, _ state: LARight.State) -> Bool {
        context.interactionNotAllowed = true
        return current.withLock {
            guard $0.context === context else { return false }
            $0 = Current(state: state, context: state == .authorized ? context : nil)
            return true
        }
    }

    func end() { replace(.notAuthorized, nil) }

    private func replace(_ state: LARight.State, _ context: LAContext?) {
        let old = current.withLock {
            let old = $0.context
            $0 = Current(state: state, context: context)
            return old
        }
        old?.invalidate()
    }
}

/// The completion handlers of functions that are asynchronous in Swift.
enum Completion {
    static func run(
        _ completion: @escaping @Sendable ((any Error)?) -> Void,
        _ body: @escaping @Sendable () async throws -> Void
    ) {
        run({ completion($1) }, body)
    }

    static func run<Value: Sendable>(
        _ completion: @escaping @Sendable (Value?, (any Error)?) -> Void,
        _ body: @escaping @Sendable () async throws -> Value
    ) {
        Task {
            do {
                completion(try await body(), nil)
            } catch {
                completion(nil, error)
            }
        }
    }
}
