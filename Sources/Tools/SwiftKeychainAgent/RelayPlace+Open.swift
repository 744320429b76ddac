// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainPKI
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
                authorities: address.authorities.flatMap {
                    PEMBlock.text("CERTIFICATE", $0).utf8
                }, certificate: paths.certificate, key: paths.key))
    }
}
