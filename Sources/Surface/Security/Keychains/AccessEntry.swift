// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftKeychainModel

/// An entry of an access object, as it is stored.
struct AccessEntry: Codable, Sendable, Equatable {
    /// `kSecACLAuthorization…` values.
    var authorizations: [String]
    /// The paths of the programs; nil for every program.
    var applications: [Data]?
    var description: String
    var promptSelector: UInt16

    /// Makes an entry of a caller's objects.
    ///
    /// - Parameter programs: `SecTrustedApplication` objects; nil for every program.
    /// - Throws: `parameter` for another object.
    init(
        _ authorizations: [CFString], _ programs: CFArray?, _ description: CFString,
        _ prompt: SecKeychainPromptSelector = []
    ) throws(KeychainError) {
        self.authorizations = authorizations.map { $0 as String }
        let paths = try CFValue.list(
            programs,
            or: KeychainError(.parameter, "application list: not a SecTrustedApplication")
        ) { ($0 as? SecTrustedApplication)?.path }
        applications = programs == nil ? nil : paths
        self.description = description as String
        promptSelector = prompt.rawValue
    }
}

/// An access object, as it is stored.
struct AccessContent: Codable, Sendable, Equatable {
    var entries: [AccessEntry]
    var user: UInt32?
    var group: UInt32?
    var ownerType: UInt32?
}
