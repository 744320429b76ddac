// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory

/// The address of a circle's relay, as invitations and heads carry it.
package struct RelayAddress: Equatable, Sendable {
    package enum Kind: String, Sendable {
        /// A folder. Its path may differ on each device.
        case folder
        case etcd
    }

    package let kind: Kind
    /// What the names of the circle begin with.
    package let prefix: String
    /// The addresses of a cluster's members.
    package let endpoints: [String]
    package let user: String
    /// nil if it isn't included, and for folders.
    package var password: SecretBytes?
    /// The certificates of the authorities that the servers are known by, DER; empty for those of the system.
    package let authorities: [[UInt8]]

    package static func folder(prefix: String = "") -> RelayAddress {
        RelayAddress(.folder, prefix: prefix)
    }

    package init(
        _ kind: Kind, prefix: String, endpoints: [String] = [], user: String = "",
        password: SecretBytes? = nil, authorities: [[UInt8]] = []
    ) {
        (self.kind, self.prefix, self.endpoints) = (kind, prefix, endpoints)
        (self.user, self.password, self.authorities) = (user, password, authorities)
    }
}

/// Where a relay is on one device, beyond its address.
package struct RelayPaths: Equatable, Sendable {
    /// The path of the folder; empty for a cluster.
    package let folder: String
    /// The paths of the certificate of this device for a cluster, and of its key; empty for none.
    package let certificate, key: String

    package init(folder: String = "", certificate: String = "", key: String = "") {
        (self.folder, self.certificate, self.key) = (folder, certificate, key)
    }
}

/// Where a device finds the relay of its circle.
package struct RelayPlace: Equatable, Sendable {
    package var address: RelayAddress
    package let paths: RelayPaths

    package init(_ address: RelayAddress, _ paths: RelayPaths) {
        (self.address, self.paths) = (address, paths)
    }

    package static func folder(_ path: String) -> RelayPlace {
        RelayPlace(.folder(), RelayPaths(folder: path))
    }

    /// The path of the folder, or the addresses of the cluster.
    package var text: String {
        address.kind == .folder ? paths.folder : address.endpoints.joined(separator: " ")
    }
}
