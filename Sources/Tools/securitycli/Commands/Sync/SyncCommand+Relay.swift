// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain
import SwiftKeychainAgent
import SwiftKeychainModel
import SwiftKeychainSystem

extension CommandOption {
    static let folder = word("f", "folder", "path", "The folder that the devices share")
    static let endpoint = word(
        "e", "etcd", "address",
        "A member of the etcd cluster that the devices share; may be repeated")
    static let etcdUser = word(
        "U", "user", "name", "The user of the cluster, whose password is asked for")
    static let clusterAuthority = word(
        "C", "cacert", "file", "The authority of the cluster's certificates")
    static let clientCertificate = word(
        "c", "cert", "file", "The certificate of this device for the cluster: PEM")
    static let clientKey = word("k", "key", "file", "Its key: PEM")
}

// The relay that the options name.
extension SyncCommand {
    static let relayOptions: [CommandOption] = [
        .folder, .endpoint, .etcdUser, .clusterAuthority, .clientCertificate, .clientKey,
    ]

    /// What the options say about the relay.
    private func choice() throws(CommandFailure) -> RelayChoice {
        var choice = RelayChoice()
        choice.folder = arguments.word(.folder).map { String(path: $0) }
        choice.endpoints = arguments.words(.endpoint).map { String(path: $0) }
        choice.user = try arguments.text(.etcdUser)
        choice.certificate = arguments.word(.clientCertificate).map { String(path: $0) }
        choice.key = arguments.word(.clientKey).map { String(path: $0) }
        choice.hasAuthority = arguments.word(.clusterAuthority) != nil
        return choice
    }

    /// Returns the relay: a folder, which is made if only it is missing, or a cluster, whose password is asked for.
    ///
    /// - Parameter known: a cluster that is taken if none is named.
    func place(
        for command: String, following known: RelayAddress? = nil
    ) throws(CommandFailure) -> RelayPlace {
        let choice = try choice()
        return try CommandFailure.only {
            try choice.place(for: command, following: known, with: keychain) {
                try arguments.word(.clusterAuthority).map(CertificateFile.certificates) ?? []
            } password: {
                try session.password(asking: "password of \($0.printable) on the cluster: ")
            }
        }
    }

    /// Returns what leads to the relay on this device, as far as it is said.
    func paths() throws(CommandFailure) -> RelayPaths {
        let choice = try choice()
        return try CommandFailure.only { try choice.paths(apartFrom: keychain) }
    }
}
