// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainSystem

extension RelayAddress {
    /// All but the password, of which only the length.
    var value: CanonicalCBOR.Value {
        .array([
            .text(kind.rawValue), .text(prefix), .array(endpoints.map { .text($0) }),
            .text(user), .unsigned(UInt64(password?.count ?? 0)),
            .array(authorities.map { .data($0) }),
        ])
    }

    /// Reads ``value``, and the password from the secrets that follow.
    ///
    /// - Throws: also for a kind of relay that this build doesn't know.
    init(
        _ decoder: inout CanonicalCBOR.Decoder, secrets: inout SecretTail
    ) throws(CanonicalCBOR.Malformed) {
        try self.init(&decoder) { secrets.take($0) }
    }

    /// - Parameter take: returns a password of a length; nil if there is none.
    init(
        _ decoder: inout CanonicalCBOR.Decoder, password take: (UInt64) -> SecretBytes?
    ) throws(CanonicalCBOR.Malformed) {
        try decoder.array(of: 6)
        guard let kind = Kind(rawValue: try decoder.text()) else {
            throw CanonicalCBOR.Malformed()
        }
        let prefix = try decoder.text()
        let endpoints = try decoder.list { try $0.text() }
        let user = try decoder.text()
        guard let password = take(try decoder.unsigned()) else {
            throw CanonicalCBOR.Malformed()
        }
        let authorities = try decoder.list { try $0.data() }
        self.init(
            kind, prefix: prefix, endpoints: endpoints, user: user,
            // For a cluster a length of 0 is an empty password.
            password: kind == .folder ? nil : password, authorities: authorities)
    }
}

extension RelayPaths {
    /// `[folder, certificate, key]`, with an empty text for a path that isn't there.
    var value: CanonicalCBOR.Value { .array([.text(folder), .text(certificate), .text(key)]) }

    init(_ decoder: inout CanonicalCBOR.Decoder) throws(CanonicalCBOR.Malformed) {
        try decoder.array(of: 3)
        self.init(
            folder: try decoder.text(), certificate: try decoder.text(), key: try decoder.text())
    }
}
