// SPDX-License-Identifier: Apache-2.0
/// A change that is reported to callbacks added with ``SecKeychainAddCallback(_:_:_:)``.
public enum SecKeychainEvent: UInt32, Sendable {
    /// A keychain was locked.
    case lockEvent = 1
    /// A keychain was unlocked.
    case unlockEvent = 2
    /// An item was added.
    case addEvent = 3
    /// An item was deleted.
    case deleteEvent = 4
    /// An item was changed.
    case updateEvent = 5
    /// The password of a keychain was set, changed or removed.
    case passwordChangedEvent = 6
    /// Another keychain became the default one.
    case defaultChangedEvent = 9
    /// The secret of an item was read.
    case dataAccessEvent = 10
    /// The list of the searched keychains changed.
    case keychainListChangedEvent = 11
    /// The trust settings of a certificate changed.
    case trustSettingsChangedEvent = 12
}

/// The events that a callback receives: for each the bit of its number.
public struct SecKeychainEventMask: OptionSet, Sendable {
    public let rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    init(_ event: SecKeychainEvent) { self.init(rawValue: 1 << event.rawValue) }

    public static let lockEventMask = Self(.lockEvent)
    public static let unlockEventMask = Self(.unlockEvent)
    public static let addEventMask = Self(.addEvent)
    public static let deleteEventMask = Self(.deleteEvent)
    public static let updateEventMask = Self(.updateEvent)
    public static let passwordChangedEventMask = Self(.passwordChangedEvent)
    public static let defaultChangedEventMask = Self(.defaultChangedEvent)
    public static let dataAccessEventMask = Self(.dataAccessEvent)
    public static let keychainListChangedMask = Self(.keychainListChangedEvent)
    public static let trustSettingsChangedEventMask = Self(.trustSettingsChangedEvent)
    public static let everyEventMask = Self(rawValue: .max)
}
