// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainRelay
import SwiftKeychainSystem

extension RelayPlace {
    /// Opens the relay.
    ///
    /// - Throws: ``SyncFailure`` if a folder isn't there, or libcurl isn't for a cluster, which isn't asked yet.
    package func open() throws(SyncFailure) -> any Relay {
        switch address.kind {
        case .folder: try SyncFailure.accessing(FolderRelay(paths.folder))
        case .etcd: try SyncFailure.accessing(EtcdRelay(cluster))
        }
    }

    private var cluster: EtcdCluster {
        EtcdCluster(
            endpoints: address.endpoints, prefix: address.prefix, user: address.user,
            password: address.password ?? SecretBytes(count: 0) { _ in },
            security: HTTPClient.Security(
                authorities: address.authorities.flatMap(Self.pem), certificate: paths.certificate,
                key: paths.key))
    }

    /// Returns a certificate as libcurl reads it (RFC 7468).
    private static func pem(_ der: [UInt8]) -> [UInt8] {
        var text = Array("-----BEGIN CERTIFICATE-----\n".utf8)
        var column = 0
        der.withUnsafeBytes { der in
            Base64.encode(der) { digit in
                text.append(digit)
                column += 1
                if column % 64 == 0 { text.append(UInt8(ascii: "\n")) }
            }
        }
        return text + "\n-----END CERTIFICATE-----\n".utf8
    }
}
