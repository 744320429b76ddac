// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychain
import SwiftKeychainSystem

/// `docker-credential-keychain`, a credential helper of Docker. Errors are part of its protocol: one
/// line on standard output, and status 1.
///
///     store     {"ServerURL": …, "Username": …, "Secret": …} ─▶ nothing
///     get       the URL of a server ─▶ {"ServerURL": …, "Username": …, "Secret": …}
///     erase     the URL of a server ─▶ nothing
///     list      nothing ─▶ {"https://registry.example.org": "jane"}
///     version   nothing ─▶ a line with the name and version; also -v and --version
///     -h        nothing ─▶ the actions; also --help
package enum DockerHelper {
    private static let name = "docker-credential-keychain"
    private static let usage = "Usage: \(name) <store|get|erase|list|version>"
    /// The label of Docker's items, which marks them, and their security domain. That belongs to the primary key, so git's
    /// password for the same server and account is a separate item.
    static let label = AttributeValue.string("Docker Credentials")

    /// Carries out the action that the arguments name, and returns the exit status.
    package static func run(_ arguments: [String]) -> Int32 {
        let output = DescriptorOutput(descriptor: STDOUT_FILENO)
        do throws(HelperFailure) {
            guard arguments.count == 1, let action = arguments.first else {
                throw HelperFailure(usage)
            }
            try run(action, output)
            try HelperStreams.finish(output)
            return 0
        } catch {
            // A new buffer: the other one may hold half an answer, which Docker would read as part of the error.
            let errors = DescriptorOutput(descriptor: STDOUT_FILENO)
            errors.write(error.text.printable + "\n")
            _ = errors.finish()
            return 1
        }
    }

    private static func run(_ action: String, _ output: DescriptorOutput) throws(HelperFailure) {
        switch action {
        case "store": try store(DockerCredential(json: try HelperStreams.input()))
        case "get": try get(url(try HelperStreams.input()), output)
        case "erase":
            for found in try matches(DockerServer(url(try HelperStreams.input()))) {
                try calling { try StoredCredential.delete(found) }
            }
        case "list": try list(output)
        case "--help", "-h": output.write(usage + "\n")
        case "version", "--version", "-v":
            output.write("\(name) (swift-keychain) \(ProgramVersion.text)\n")
        default: throw HelperFailure("\(name): unknown action: \(action)")
        }
    }

    /// Stores a credential. Docker has one for each server, so that of another account is changed, and further ones are
    /// deleted. Of processes that store at once the last one counts: each changes the item that is there.
    private static func store(_ credential: DockerCredential) throws(HelperFailure) {
        let server = try DockerServer(credential.serverURL)
        let account = AttributeValue.string(credential.username)
        var key = server.attributes
        key[.securityDomain] = label
        var former = try matches(server, isToStore: true)
        let index = former.firstIndex { $0.item[.account] == account } ?? former.indices.first
        let present = index.map { former.remove(at: $0) }
        try calling {
            try StoredCredential.store(
                credential.secret, in: present, else: key, [.account: account], label: label)
        }
        for found in former { try calling { try StoredCredential.delete(found) } }
    }

    /// Prints the account and the secret of a server as a JSON object.
    private static func get(
        _ serverURL: String, _ output: DescriptorOutput
    ) throws(HelperFailure) {
        let matches = try matches(DockerServer(serverURL))
        guard let found = try calling({ try StoredCredential.read(matches) }) else {
            // Docker recognizes a missing credential by this text.
            throw HelperFailure("credentials not found in native keychain")
        }
        let isText = found.secret.withBytes { bytes in
            output.write("{\"ServerURL\":")
            output.writeJSONString(serverURL)
            output.write(",\"Username\":")
            output.writeJSONString(found.item[.account]?.text ?? "")
            output.write(",\"Secret\":")
            defer { output.write("}\n") }
            return output.writeJSONString(bytes)
        }
        guard isText else { throw HelperFailure("the stored password isn't UTF-8") }
    }

    /// Prints the URLs of all servers with their accounts.
    ///
    /// Of several accounts of a server the oldest counts, as `get` returns it.
    private static func list(_ output: DescriptorOutput) throws(HelperFailure) {
        let found = try calling { try StoredCredential.find([.label: label]) }
        let accounts = Dictionary(
            found.compactMap { match in
                ServerAddress.url(of: match.item).map { ($0, match.item[.account]?.text ?? "") }
            }, uniquingKeysWith: { first, _ in first })
        output.write("{")
        for (index, entry) in accounts.sorted(by: { $0.key < $1.key }).enumerated() {
            if index > 0 { output.write(",") }
            output.writeJSONString(entry.key)
            output.write(":")
            output.writeJSONString(entry.value)
        }
        output.write("}\n")
    }

    /// Returns Docker's credentials of a server, the oldest first.
    private static func matches(
        _ server: DockerServer, isToStore: Bool = false
    ) throws(HelperFailure) -> [FoundItem] {
        var conditions = server.address.conditions
        conditions[.path] = .string(server.path)
        conditions[.label] = label
        return try calling {
            try StoredCredential.find(
                conditions, isToStore: isToStore, where: server.address.matches)
        }
    }

    /// Returns the URL of a server, without the white space around it.
    private static func url(_ input: SecretBytes) throws(HelperFailure) -> String {
        let text = input.withBytes { String(validating: $0, as: UTF8.self) }
        guard var url = text?[...] else { throw HelperFailure("server URL: not UTF-8") }
        while url.first?.isWhitespace == true { url.removeFirst() }
        while url.last?.isWhitespace == true { url.removeLast() }
        if url.isEmpty { throw HelperFailure("no credentials server URL") }
        return String(url)
    }
}
