// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainSystem

/// The conditions for opening an item: its protection class and its constraints.
///
/// Made from the flags of `SecAccessControlCreateWithFlags`. Two are equal when their classes and
/// flags are; one without flags equals that of a plain item.
public struct AccessControl: Sendable, Hashable {
    public let protection: ProtectionClass
    public let flags: Flags

    /// The constraints, with the bits of `SecAccessControlCreateFlags`.
    public struct Flags: OptionSet, Sendable, Hashable {
        public let rawValue: UInt64
        public init(rawValue: UInt64) { self.rawValue = rawValue }

        public static let userPresence = Flags(rawValue: 1 << 0)
        public static let biometryAny = Flags(rawValue: 1 << 1)
        public static let biometryCurrentSet = Flags(rawValue: 1 << 3)
        public static let devicePasscode = Flags(rawValue: 1 << 4)
        public static let companion = Flags(rawValue: 1 << 5)
        public static let or = Flags(rawValue: 1 << 14)
        public static let and = Flags(rawValue: 1 << 15)
        public static let privateKeyUsage = Flags(rawValue: 1 << 30)
        public static let applicationPassword = Flags(rawValue: 1 << 31)

        static let known = presence.union([.or, .and, .privateKeyUsage, .applicationPassword])
        static let presence: Flags = [
            .userPresence, .biometryAny, .biometryCurrentSet, .devicePasscode, .companion,
        ]
    }

    /// Checks that the flags can be combined.
    ///
    /// - Throws: `parameter` for unknown bits, for `or` with `and`, for both kinds of biometry, and
    ///   for user presence with anything but an application password or private key usage.
    public init(protection: ProtectionClass, flags: Flags = []) throws(KeychainError) {
        func refuse(_ rule: String) -> KeychainError { KeychainError(.parameter, "flags: \(rule)") }
        if !flags.isSubset(of: .known) { throw refuse("unknown bits") }
        if flags.isSuperset(of: [.or, .and]) { throw refuse("or can't be combined with and") }
        if flags.isSuperset(of: [.biometryAny, .biometryCurrentSet]) {
            throw refuse("biometryAny can't be combined with biometryCurrentSet")
        }
        if flags.contains(.userPresence),
            !flags.isSubset(of: [.userPresence, .applicationPassword, .privateKeyUsage])
        {
            throw refuse(
                "userPresence can only be combined with applicationPassword and privateKeyUsage")
        }
        self.protection = protection
        self.flags = flags
    }

    /// Makes the access control of a plain item.
    public init(plain protection: ProtectionClass) {
        self.protection = protection
        flags = []
    }

    /// Makes the same constraints with another protection class.
    init(_ other: AccessControl, protection: ProtectionClass) {
        self.protection = protection
        flags = other.flags
    }

    /// Whether opening the item demands more than its class key.
    public var isConstrained: Bool {
        !flags.isDisjoint(with: Flags.presence.union(.applicationPassword))
    }
}

extension AccessControl {
    /// Encodes the access control as the CBOR array [1, class, flags].
    public func encoded() -> [UInt8] {
        CanonicalCBOR.array([.unsigned(1), .text(protection.rawValue), .unsigned(flags.rawValue)])
    }

    /// Reads what ``encoded()`` wrote.
    ///
    /// - Throws: `decode` for anything else, trailing bytes included.
    public init(encoded: [UInt8]) throws(KeychainError) {
        var decoder = CanonicalCBOR.Decoder(encoded)
        guard (try? decoder.array()) == 3, (try? decoder.unsigned()) == 1,
            let name = try? decoder.text(), let protection = ProtectionClass(rawValue: name),
            let bits = try? decoder.unsigned(), decoder.isAtEnd,
            let control = try? AccessControl(protection: protection, flags: Flags(rawValue: bits))
        else { throw KeychainError(.decode, "access control: not in its encoded form") }
        self = control
    }
}
