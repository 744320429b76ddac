// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainBus
import SwiftKeychainModel

/// The error that a method of the service answers.
package typealias BusFailure = BusConnection.Failure

extension BusFailure {
    private static let standard = "org.freedesktop.DBus.Error."
    private static let secret = "org.freedesktop.Secret.Error."

    /// A client is expected to call `Unlock`, show the prompt and repeat the call, as libsecret does.
    package static let isLocked = BusFailure(secret + "IsLocked", "the keychain is locked")
    /// The session was closed, is another client's, or is from before the service was started again.
    package static let noSession = BusFailure(secret + "NoSession", "no such session")
    /// Also for an item that a confined program may not see, so that it can't tell whether there is one.
    package static let noSuchObject = BusFailure(secret + "NoSuchObject", "no such object")
    /// The service can't do this for any client: another algorithm, another alias.
    package static func notSupported(_ text: String) -> BusFailure {
        BusFailure(standard + "NotSupported", text)
    }
    /// An argument has a wrong type, length or encoding.
    package static func invalid(_ text: String) -> BusFailure {
        BusFailure(standard + "InvalidArgs", text)
    }
    package static func unknownMethod(_ name: String) -> BusFailure {
        BusFailure(standard + "UnknownMethod", "no such method: \(name)")
    }
    package static func unknownProperty(_ name: String) -> BusFailure {
        BusFailure(standard + "UnknownProperty", "no such property: \(name)")
    }
    package static func readOnly(_ name: String) -> BusFailure {
        BusFailure(standard + "PropertyReadOnly", "can't be set: \(name)")
    }
    package static func denied(_ text: String) -> BusFailure {
        BusFailure(standard + "AccessDenied", text)
    }
    /// The call exceeds a limit (Docs/reference/secret-service.md, "Limits").
    package static func limit(_ text: String) -> BusFailure {
        BusFailure(standard + "LimitsExceeded", text)
    }
    package static func failed(_ text: String) -> BusFailure {
        BusFailure(standard + "Failed", text)
    }

    /// Makes the error for a failure of the keychain. Details have no secret and no attribute's value.
    package init(_ error: KeychainError) {
        switch error.code {
        case .itemNotFound, .noSuchKeychain: self = .noSuchObject
        case .interactionNotAllowed: self = .isLocked
        case .missingEntitlement, .noAccessForItem, .authenticationFailed:
            self = .denied(error.detail)
        case .allocation: self = .limit(error.detail)
        case .parameter: self = .invalid(error.detail)
        case .decode: self = .failed("damaged: see security doctor")
        default: self = .failed(error.detail)
        }
    }

    /// Runs a call of the keychain.
    ///
    /// - Throws: the failure as ``init(_:)`` translates it.
    package static func of<Result>(
        _ body: @autoclosure () throws(KeychainError) -> Result
    ) throws(BusFailure) -> Result {
        do throws(KeychainError) { return try body() } catch { throw BusFailure(error) }
    }
}
