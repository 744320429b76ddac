// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel
import SwiftKeychainRelay

/// Why a keychain was not synchronized.
package enum SyncFailure: Error {
    /// The keychain is in no circle.
    case noCircle
    case keychain(KeychainError)
    case relay(RelayFailure)

    /// What happened, with the path or the key.
    package var text: String {
        switch self {
        case .noCircle: "this device is in no circle any more"
        case .keychain(let error): error.detail
        case .relay(let failure): failure.text
        }
    }

    /// Runs a request to the keychain.
    static func asking<Answer>(
        _ request: @autoclosure () throws(KeychainError) -> Answer
    ) throws(SyncFailure) -> Answer {
        do throws(KeychainError) { return try request() } catch { throw .keychain(error) }
    }

    /// Runs an access to the relay.
    static func accessing<Answer>(
        _ access: @autoclosure () throws(RelayFailure) -> Answer
    ) throws(SyncFailure) -> Answer {
        do throws(RelayFailure) { return try access() } catch { throw .relay(error) }
    }
}
