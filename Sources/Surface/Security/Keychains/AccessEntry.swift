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
    var promptSelector: UInt16 = 0

    /// Reads a list of `SecTrustedApplication` objects; nil for nil.
    ///
    /// - Throws: `parameter` for another object.
    static func paths(_ list: CFArray?) throws(KeychainError) -> [Data]? {
        guard let list else { return nil }
        var paths: [Data] = []
        for element in CFValue(list).elements {
            guard let application = element as? SecTrustedApplication else {
                throw KeychainError(.parameter, "application list: not a SecTrustedApplication")
            }
            paths.append(Data(application.path))
        }
        return paths
    }
}

/// An access object as it is stored: a JSON object, the value of ``Attribute/accessList``.
struct AccessContent: Codable, Sendable, Equatable {
    var entries: [AccessEntry]
    var user: UInt32?
    var group: UInt32?
    var ownerType: UInt32?

    init(_ entries: [AccessEntry]) { self.entries = entries }

    /// Reads the stored form.
    ///
    /// - Throws: `decode`.
    init(encoded bytes: [UInt8]) throws(KeychainError) {
        do {
            self = try JSONDecoder().decode(Self.self, from: Data(bytes))
        } catch {
            throw KeychainError(.decode, "kSecAttrAccess: the stored access object can't be read")
        }
    }

    func encoded() throws(KeychainError) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        do {
            return Array(try encoder.encode(self))
        } catch {
            throw KeychainError(.parameter, "kSecAttrAccess: can't be encoded")
        }
    }
}
