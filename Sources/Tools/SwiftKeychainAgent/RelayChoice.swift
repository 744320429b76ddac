// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychain
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainSystem

/// What a user says about the relay of a circle: a folder, or a cluster.
package struct RelayChoice {
    package var folder: String?
    /// The addresses of the cluster's members.
    package var endpoints: [String] = []
    /// The user of the cluster.
    package var user: String?
    /// Whether the certificates of the cluster's authority were given.
    package var hasAuthority = false
    /// The certificate of this device for the cluster, and its key: files.
    package var certificate, key: String?

    package init() {}

    /// The hosts to which a password may be sent without TLS.
    private static let loopback = ["localhost", "127.0.0.1", "[::1]"]

    /// Returns the relay. A folder is made if only it is missing, except to recover what is in it.
    ///
    /// - Parameters:
    ///   - command: what needs the relay, for messages.
    ///   - known: a cluster that is taken if none is named.
    ///   - authorities: reads the certificates of the cluster's authority.
    ///   - password: asks for the password of a user of the cluster.
    /// - Throws: ``WordFault``, and what the closures throw.
    package func place(
        for command: String, following known: RelayAddress?, with keychain: Keychain,
        authorities: () throws -> [Certificate], password: (String) throws -> SecretBytes
    ) throws -> RelayPlace {
        let endpoints = try endpoints.map(Self.endpoint)
        if var address = known, address.kind == .etcd, endpoints.isEmpty, folder == nil {
            address.password = try password(address.user)
            return RelayPlace(address, try paths(apartFrom: keychain))
        }
        if endpoints.isEmpty {
            guard user == nil, !hasAuthority else {
                throw WordFault.usage("a cluster needs the address of a member: --etcd address")
            }
            guard folder != nil else {
                throw WordFault.usage(
                    "\(command) needs a folder: -f path; or a cluster: --etcd address")
            }
            let paths = try paths(apartFrom: keychain, makesFolder: command != "recover")
            return RelayPlace(.folder(), paths)
        }
        guard folder == nil else {
            throw WordFault.usage("the devices share a folder or a cluster, not both")
        }
        guard let user, Self.isName(user) else {
            throw WordFault.usage(
                "a cluster needs the name of a user, of letters, digits, '.', '_' and '-'")
        }
        let authorities = try authorities().map(\.der)
        let paths = try paths(apartFrom: keychain)
        return RelayPlace(
            RelayAddress(
                .etcd, prefix: "/keychain/\(user)/", endpoints: endpoints, user: user,
                password: try password(user), authorities: authorities), paths)
    }

    /// Returns what leads to the relay on this device, without symbolic links.
    package func paths(
        apartFrom keychain: Keychain, makesFolder: Bool = true
    ) throws(WordFault) -> RelayPaths {
        guard (certificate ?? "").isEmpty == (key ?? "").isEmpty else {
            throw .usage("a certificate needs its key: --cert file --key file")
        }
        return RelayPaths(
            folder: try folder.map { path throws(WordFault) in
                try Self.prepare(path, keychain, makesFolder)
            } ?? "",
            certificate: try certificate.map(Self.resolve) ?? "",
            key: try key.map(Self.resolve) ?? "")
    }

    /// Returns the address of a member. A password isn't sent in clear, but to this machine.
    private static func endpoint(_ text: String) throws(WordFault) -> String {
        let address = text.hasSuffix("/") ? String(text.dropLast()) : text
        let isLocal = loopback.contains { host in
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

    /// Returns whether a name can be a part of the keys on the cluster (`/keychain/NAME/`): 64 bytes at most, no slash.
    private static func isName(_ user: String) -> Bool {
        1...64 ~= user.utf8.count
            && user.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) || "._-".contains($0) }
    }

    private static func resolve(_ path: String) throws(WordFault) -> String {
        do throws(SystemError) {
            return try System.resolve(path)
        } catch {
            throw .message("\(path): \(error.sentence)")
        }
    }

    /// Returns the path of a folder that can be the relay.
    ///
    /// - Parameter makesFolder: whether to make it if only it is missing.
    private static func prepare(
        _ folder: String, _ keychain: Keychain, _ makesFolder: Bool
    ) throws(WordFault) -> String {
        if folder.isEmpty { throw .usage("-f: the folder's name is empty") }
        if makesFolder, !System.exists(folder), folder.withPath({ mkdir($0, 0o700) }) != 0 {
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
            throw .message("\(path): the keychain itself is in this folder; choose another")
        }
        return path
    }
}
