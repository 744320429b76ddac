// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainSystem

/// The file in which a distribution keeps the certificates that the system trusts.
package enum SystemBundle {
    /// The files of Debian, Ubuntu, Arch and Alpine; Fedora and its kin; openSUSE; Alpine without
    /// ca-certificates.
    package static let paths = [
        "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem",
        "/etc/pki/tls/certs/ca-bundle.crt", "/var/lib/ca-certificates/ca-bundle.pem",
        "/etc/ssl/ca-bundle.pem", "/etc/ssl/cert.pem",
    ]

    /// Returns the first of ``paths`` that can be read below a folder; nil if there is none.
    package static func find(below root: String = "") -> String? {
        paths.map { root + $0 }.first { System.exists($0, for: 4) }
    }

    /// What to say when there is none.
    package static let missing =
        "No bundle of CA certificates was found, so no root of the system is trusted: install the "
        + "package ca-certificates (looked for \(paths.joined(separator: ", ")))"
}
