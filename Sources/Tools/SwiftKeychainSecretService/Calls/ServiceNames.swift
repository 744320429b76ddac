// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainBus
import SwiftKeychainModel

/// The names of the Secret Service (freedesktop Secret Service API, draft 0.2).
enum ServiceNames {
    static let bus = "org.freedesktop.secrets"
    static let service = "org.freedesktop.Secret.Service"
    static let collection = "org.freedesktop.Secret.Collection"
    static let item = "org.freedesktop.Secret.Item"
    static let session = "org.freedesktop.Secret.Session"
    static let prompt = "org.freedesktop.Secret.Prompt"
    static let properties = "org.freedesktop.DBus.Properties"
    static let introspectable = "org.freedesktop.DBus.Introspectable"
    static let peer = "org.freedesktop.DBus.Peer"

    /// The schema of an item that has none of its own.
    static let genericSchema = "org.freedesktop.Secret.Generic"
    /// The schema of passwords for servers.
    static let networkSchema = "org.gnome.keyring.NetworkPassword"
}

typealias BusFailure = BusConnection.Failure

extension BusFailure {
    private static let standard = "org.freedesktop.DBus.Error."
    private static let secret = "org.freedesktop.Secret.Error."

    static let isLocked = BusFailure(secret + "IsLocked", "the keychain is locked")
    static let noSession = BusFailure(secret + "NoSession", "no such session")
    static let noSuchObject = BusFailure(secret + "NoSuchObject", "no such object")
    static func notSupported(_ text: String) -> BusFailure {
        BusFailure(standard + "NotSupported", text)
    }
    static func invalid(_ text: String) -> BusFailure { BusFailure(standard + "InvalidArgs", text) }
    static func unknownMethod(_ name: String) -> BusFailure {
        BusFailure(standard + "UnknownMethod", "no such method: \(name)")
    }
    static func unknownProperty(_ name: String) -> BusFailure {
        BusFailure(standard + "UnknownProperty", "no such property: \(name)")
    }
    static func readOnly(_ name: String) -> BusFailure {
        BusFailure(standard + "PropertyReadOnly", "can't be set: \(name)")
    }
    static func denied(_ text: String) -> BusFailure {
        BusFailure(standard + "AccessDenied", text)
    }
    static func limit(_ text: String) -> BusFailure {
        BusFailure(standard + "LimitsExceeded", text)
    }
    static func failed(_ text: String) -> BusFailure { BusFailure(standard + "Failed", text) }

    /// Makes the error for a failure of the keychain. Details have no secret and no attribute's value.
    init(_ error: KeychainError) {
        switch error.code {
        case .itemNotFound, .noSuchKeychain: self = .noSuchObject
        case .interactionNotAllowed: self = .isLocked
        case .missingEntitlement, .noAccessForItem, .authenticationFailed:
            self = .denied(error.detail)
        case .parameter: self = .invalid(error.detail)
        case .decode: self = .failed("damaged: see security doctor")
        default: self = .failed(error.detail)
        }
    }

    /// Runs a call of the keychain.
    static func of<Result>(
        _ body: () throws(KeychainError) -> Result
    ) throws(BusFailure) -> Result {
        do throws(KeychainError) { return try body() } catch { throw BusFailure(error) }
    }
}
