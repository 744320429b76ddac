// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftKeychain
import SwiftKeychainModel
import Synchronization

/// A function that is called after a keychain changed. Its result is ignored.
public typealias SecKeychainCallback =
    @Sendable (
        SecKeychainEvent, UnsafeMutablePointer<SecKeychainCallbackInfo>, UnsafeMutableRawPointer?
    ) -> OSStatus

/// The details of an event that a callback receives. The references are valid during the callback.
public struct SecKeychainCallbackInfo {
    /// The version of the structure, 0.
    public var version: UInt32
    /// The item of the event; nil for an event that concerns no item.
    public var item: Unmanaged<SecKeychainItem>!
    /// The keychain of the event.
    public var keychain: Unmanaged<SecKeychain>!
    /// The process that made the change.
    public var pid: pid_t

    public init(
        version: UInt32, item: Unmanaged<SecKeychainItem>!, keychain: Unmanaged<SecKeychain>!,
        pid: pid_t
    ) {
        (self.version, self.item, self.keychain, self.pid) = (version, item, keychain, pid)
    }
}

/// Calls a function after each change of a keychain that this process makes. Changes that other
/// programs make, and keychains that lock by themselves, are not reported.
///
/// The function is called on the main queue, after the call that made the change has returned: the
/// program must run `RunLoop.main` or `dispatchMain()`.
///
/// - Parameters:
///   - callbackFunction: the function; the same one can be added once.
///   - eventMask: the events for which it is called.
///   - userContext: a pointer that is passed to it, or nil.
/// - Returns: `errSecSuccess`; `errSecDuplicateCallback` for a function that was added already.
@discardableResult
public func SecKeychainAddCallback(
    _ callbackFunction: @escaping SecKeychainCallback, _ eventMask: SecKeychainEventMask,
    _ userContext: UnsafeMutableRawPointer?
) -> OSStatus {
    KeychainCallback(
        identity: FunctionIdentity(callbackFunction), function: callbackFunction, mask: eventMask,
        context: userContext
    ).add()
}

/// Stops calling a function that ``SecKeychainAddCallback(_:_:_:)`` added, also for changes made
/// before that it hasn't been called for.
///
/// - Returns: `errSecSuccess`; `errSecInvalidCallback` for a function that wasn't added.
@discardableResult
public func SecKeychainRemoveCallback(
    _ callbackFunction: @escaping SecKeychainCallback
) -> OSStatus {
    KeychainCallback.remove(FunctionIdentity(callbackFunction))
}

/// Adds a function of C, which its address identifies; see ``SecKeychainAddCallback(_:_:_:)``.
package func addKeychainCallback(
    of address: UInt, eventMask: SecKeychainEventMask, _ userContext: UnsafeMutableRawPointer?,
    _ function: @escaping SecKeychainCallback
) -> OSStatus {
    KeychainCallback(
        identity: FunctionIdentity(code: address, captured: 0), function: function,
        mask: eventMask, context: userContext
    ).add(for: "SecKeychainAddCallback")
}

/// Removes a function of C; see ``SecKeychainRemoveCallback(_:)``.
package func removeKeychainCallback(of address: UInt) -> OSStatus {
    KeychainCallback.remove(
        FunctionIdentity(code: address, captured: 0), for: "SecKeychainRemoveCallback")
}

/// A function to be called, with its pointer. Only the main queue calls it.
private struct KeychainCallback: @unchecked Sendable {
    let identity: FunctionIdentity
    let function: SecKeychainCallback
    let mask: SecKeychainEventMask
    let context: UnsafeMutableRawPointer?

    private static let added = Mutex<[KeychainCallback]>([])

    /// Adds the callback, and begins to observe changes with the first one.
    ///
    /// - Returns: `errSecDuplicateCallback` for a function that was added already.
    func add(for function: StaticString = #function) -> OSStatus {
        LastError.status(of: function) {
            let isNew = Self.added.withLock { added in
                if added.contains(where: { $0.identity == identity }) { return false }
                added.append(self)
                return true
            }
            guard isNew else { throw KeychainError(.duplicateCallback, "callback: added already") }
            KeychainChange.observe(Self.post)
        }
    }

    /// Removes a callback, and ends observing with the last one.
    ///
    /// - Returns: `errSecInvalidCallback` for a function that wasn't added.
    static func remove(
        _ identity: FunctionIdentity, for function: StaticString = #function
    ) -> OSStatus {
        LastError.status(of: function) {
            let wasThere = added.withLock { added in
                let count = added.count
                added.removeAll { $0.identity == identity }
                if added.isEmpty { KeychainChange.observe(nil) }
                return added.count < count
            }
            guard wasThere else { throw KeychainError(.invalidCallback, "callback: wasn't added") }
        }
    }

    private static func post(_ change: KeychainChange) {
        let event = SecKeychainEvent(change.kind)
        let isWanted = added.withLock { $0.contains { $0.mask.contains(event.bit) } }
        if isWanted { DispatchQueue.main.async { call(event, change) } }
    }

    /// Calls each callback whose mask has the event. The references in its argument live until it returns.
    private static func call(_ event: SecKeychainEvent, _ change: KeychainChange) {
        let keychain = SecKeychain(change.keychain)
        let item = change.reference.map { SecKeychainItem($0, in: keychain) }
        for callback in added.withLock({ $0 }) where callback.mask.contains(event.bit) {
            // One that was called before may have removed it.
            guard added.withLock({ $0.contains { $0.identity == callback.identity } }) else {
                continue
            }
            withExtendedLifetime((keychain, item)) {
                var info = SecKeychainCallbackInfo(
                    version: 0, item: item.map(Unmanaged.passUnretained),
                    keychain: .passUnretained(keychain), pid: getpid())
                _ = callback.function(event, &info, callback.context)
            }
        }
    }
}

/// The two words of a function value, code and captured values: Swift doesn't compare functions.
private struct FunctionIdentity: Equatable {
    let code: UInt
    let captured: UInt
}

extension FunctionIdentity {
    fileprivate init(_ function: @escaping SecKeychainCallback) {
        // A generic function would receive the function itself wrapped in another.
        struct Wrapped { let function: SecKeychainCallback }
        (code, captured) = unsafeBitCast(Wrapped(function: function), to: (UInt, UInt).self)
    }
}

extension SecKeychainEvent {
    fileprivate var bit: SecKeychainEventMask { SecKeychainEventMask(rawValue: 1 << rawValue) }

    fileprivate init(_ kind: KeychainChange.Kind) {
        switch kind {
        case .locked: self = .lockEvent
        case .unlocked: self = .unlockEvent
        case .added: self = .addEvent
        case .deleted: self = .deleteEvent
        case .updated: self = .updateEvent
        case .passcodeChanged: self = .passwordChangedEvent
        case .defaultChanged: self = .defaultChangedEvent
        case .secretRead: self = .dataAccessEvent
        case .listChanged: self = .keychainListChangedEvent
        case .trustSettingsChanged: self = .trustSettingsChangedEvent
        }
    }
}

extension KeychainError.Code {
    fileprivate static let duplicateCallback = Self(rawValue: errSecDuplicateCallback)
    fileprivate static let invalidCallback = Self(rawValue: errSecInvalidCallback)
}
