// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainSystem

/// Where a circle's devices leave what they say, as one device tells another.
package struct RelayAddress: Equatable, Sendable {
    package enum Kind: String, Sendable {
        /// A folder, which each device has at a place of its own.
        case folder
        case etcd
    }

    package let kind: Kind
    /// What the names of the circle begin with.
    package let prefix: String
    /// The addresses of a cluster's members.
    package let endpoints: [String]
    package let user: String
    package let password: SecretBytes?
    /// The SHA-256 of the server's public key; empty if the server is known by its certificate.
    package let serverKey: [UInt8]

    package static func folder(prefix: String) -> RelayAddress {
        RelayAddress(
            kind: .folder, prefix: prefix, endpoints: [], user: "", password: nil, serverKey: [])
    }

    package static func etcd(
        _ endpoints: [String], prefix: String, user: String, password: SecretBytes,
        serverKey: [UInt8] = []
    ) -> RelayAddress {
        RelayAddress(
            kind: .etcd, prefix: prefix, endpoints: endpoints, user: user, password: password,
            serverKey: serverKey)
    }

    private init(
        kind: Kind, prefix: String, endpoints: [String], user: String, password: SecretBytes?,
        serverKey: [UInt8]
    ) {
        (self.kind, self.prefix, self.endpoints) = (kind, prefix, endpoints)
        (self.user, self.password, self.serverKey) = (user, password, serverKey)
    }

    /// Writes all but the password, of which only the length.
    func encode(to encoder: inout CanonicalCBOR.Encoder) {
        encoder.value(
            .array([
                .text(kind.rawValue), .text(prefix), .array(endpoints.map { .text($0) }),
                .text(user), .unsigned(UInt64(password?.count ?? 0)), .data(serverKey),
            ]))
    }

    /// Reads what ``encode(to:)`` wrote, and the password from the secrets that follow.
    init(
        _ decoder: inout CanonicalCBOR.Decoder, secrets: inout SecretTail
    ) throws(CanonicalCBOR.Malformed) {
        guard try decoder.array() == 6, let kind = Kind(rawValue: try decoder.text()) else {
            throw CanonicalCBOR.Malformed()
        }
        let prefix = try decoder.text()
        var endpoints: [String] = []
        for _ in 0..<(try decoder.array()) { endpoints.append(try decoder.text()) }
        let user = try decoder.text()
        guard let password = secrets.take(try decoder.unsigned()) else {
            throw CanonicalCBOR.Malformed()
        }
        self.init(
            kind: kind, prefix: prefix, endpoints: endpoints, user: user,
            password: kind == .folder ? nil : password, serverKey: try decoder.data())
    }
}
