// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychain
import SwiftKeychainMemory
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
    /// The hosts to which a password may be sent without TLS.
    private static let loopback = ["localhost", "127.0.0.1", "[::1]"]

    /// Returns the relay: a folder, which is made if only it is missing, or a cluster, whose password is asked for.
    ///
    /// - Parameter known: a cluster that is taken if none is named.
    func place(
        for command: String, following known: RelayAddress? = nil
    ) throws(CommandFailure) -> RelayPlace {
        let endpoints = try endpoints()
        if let known, known.kind == .etcd, endpoints.isEmpty, arguments.word(.folder) == nil {
            var address = known
            address.password = try password(of: known.user)
            return RelayPlace(address, try paths())
        }
        if endpoints.isEmpty {
            guard arguments.word(.etcdUser) == nil, arguments.word(.clusterAuthority) == nil else {
                throw .usage("a cluster needs the address of a member: --etcd address")
            }
            guard arguments.word(.folder) != nil else {
                throw .usage("\(command) needs a folder: -f path; or a cluster: --etcd address")
            }
            return RelayPlace(.folder(), try paths())
        }
        guard arguments.word(.folder) == nil else {
            throw .usage("the devices share a folder or a cluster, not both")
        }
        guard let user = try arguments.text(.etcdUser), Self.isName(user) else {
            throw .usage("a cluster needs the name of a user, of letters, digits, '.', '_' and '-'")
        }
        let authorities = try arguments.word(.clusterAuthority).map {
            file throws(CommandFailure) in try CertificateFile.certificates(file).map(\.der)
        }
        let paths = try paths()
        return RelayPlace(
            RelayAddress(
                .etcd, prefix: "/keychain/\(user)/", endpoints: endpoints, user: user,
                password: try password(of: user), authorities: authorities ?? []), paths)
    }

    private func password(of user: String) throws(CommandFailure) -> SecretBytes {
        try session.password(asking: "password of \(user.printable) on the cluster: ")
    }

    /// Returns what leads to the relay on this device, as far as it is said.
    func paths() throws(CommandFailure) -> RelayPaths {
        let certificate = try resolved(.clientCertificate) ?? ""
        let key = try resolved(.clientKey) ?? ""
        guard certificate.isEmpty == key.isEmpty else {
            throw .usage("a certificate needs its key: --cert file --key file")
        }
        let folder = try arguments.word(.folder).map {
            path throws(CommandFailure) in try prepare(String(path: path))
        }
        return RelayPaths(folder: folder ?? "", certificate: certificate, key: key)
    }

    /// A password isn't sent in clear, but to this machine.
    private func endpoints() throws(CommandFailure) -> [String] {
        try arguments.words(.endpoint).map { word throws(CommandFailure) in
            let text = String(path: word)
            let address = text.hasSuffix("/") ? String(text.dropLast()) : text
            let isLocal = Self.loopback.contains { host in
                address == "http://\(host)" || address.hasPrefix("http://\(host):")
            }
            guard address.hasPrefix("https://") || isLocal, address.printable == address,
                !address.dropFirst(8).contains(where: "/?#@ ".contains)
            else {
                throw .message(
                    "\(address.printable): the address of a member is such as https://etcd.example.org:2379"
                )
            }
            return address
        }
    }

    /// Returns whether a name can be a part of the keys on the cluster (`/keychain/NAME/`): 64 bytes at most, no slash.
    private static func isName(_ user: String) -> Bool {
        !user.isEmpty && user.utf8.count <= 64
            && user.unicodeScalars.allSatisfy {
                ("a"..."z").contains($0) || ("A"..."Z").contains($0) || ("0"..."9").contains($0)
                    || "._-".unicodeScalars.contains($0)
            }
    }

    /// Returns the path that an option gives, without symbolic links; nil without the option.
    private func resolved(_ option: CommandOption) throws(CommandFailure) -> String? {
        guard let word = arguments.word(option) else { return nil }
        return try resolve(String(path: word))
    }

    private func resolve(_ path: String) throws(CommandFailure) -> String {
        do throws(SystemError) {
            return try System.resolve(path)
        } catch {
            throw .message("\(path): \(error.sentence)")
        }
    }

    /// Returns the path of a folder that can be the relay; makes the folder if only it is missing.
    private func prepare(_ folder: String) throws(CommandFailure) -> String {
        if folder.isEmpty { throw .usage("-f: the folder's name is empty") }
        if !System.exists(folder), folder.withPath({ mkdir($0, 0o700) }) != 0 {
            throw .message("\(folder): \(String(cString: strerror(errno)))")
        }
        let path = try resolve(folder)
        // Whoever copies the folder would copy the store, which can't be merged.
        var store = keychain.path
        var resolved: String?
        repeat {
            store = store.parentFolder
            resolved = try? System.resolve(store)
        } while resolved == nil && store != store.parentFolder
        let parent = (resolved ?? "") + "/"
        if parent.hasPrefix(path == "/" ? "/" : path + "/") {
            throw .message(
                "\(path): the keychain itself is in this folder; choose another")
        }
        return path
    }
}
