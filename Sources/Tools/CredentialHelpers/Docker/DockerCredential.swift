// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain
import SwiftKeychainSystem

/// The credential that Docker sends to be stored.
///
///     {"ServerURL": "https://registry.example.org", "Username": "jane", "Secret": "…"}
struct DockerCredential {
    let serverURL: String
    let username: String
    let secret: SecretBytes

    /// Reads a JSON object with `ServerURL`, `Username` and `Secret`, all strings or null. As in Docker's own helpers, which
    /// are written in Go, the names may be in any letter case. A missing secret is empty.
    ///
    /// - Throws: a failure for anything but a JSON object, a member of another type or that is there twice, and a missing
    ///   server or user.
    init(json: SecretBytes) throws(HelperFailure) {
        let object: [String: JSONValue]?
        do throws(JSONValue.Malformed) {
            object = try JSONValue(json).object
        } catch {
            throw HelperFailure("credentials: not JSON: \(error.detail)")
        }
        guard let object else { throw HelperFailure("credentials: not a JSON object") }
        var members: [String: JSONValue] = [:]
        for (written, value) in object where value != .null {
            let names = ["ServerURL", "Username", "Secret"]
            guard let name = names.first(where: { $0.lowercased() == written.lowercased() }) else {
                continue
            }
            if value.secret == nil { throw HelperFailure("credentials: \(name) must be a string") }
            guard members.updateValue(value, forKey: name) == nil else {
                throw HelperFailure("credentials: \(name) occurs twice")
            }
        }
        serverURL = members["ServerURL"]?.string ?? ""
        username = members["Username"]?.string ?? ""
        secret = members["Secret"]?.secret ?? SecretBytes(copying: EmptyCollection())
        if serverURL.isEmpty { throw HelperFailure("no credentials server URL") }
        if username.isEmpty { throw HelperFailure("no credentials username") }
    }
}

/// The server of a credential, from a URL or from a host alone.
///
///     registry.example.org/v1      https, registry.example.org, /v1
///     http://localhost:5000        http, localhost port 5000, no path
struct DockerServer {
    let address: ServerAddress
    let path: String

    /// Without a protocol it is https. A user, a query and a fragment are left out.
    ///
    /// - Throws: a failure if it has a space or control character, no host, or a protocol that is neither http nor https.
    init(_ url: String) throws(HelperFailure) {
        guard !url.utf8.contains(where: { $0 <= 0x20 || $0 == 0x7f }) else {
            throw HelperFailure("server URL: contains a space or a control character")
        }
        var rest = url[...]
        var name = "https"
        if let colon = rest.firstRange(ofPart: "://") {
            name = rest[..<colon.lowerBound].lowercased()
            rest = rest[colon.upperBound...]
        } else if rest.hasPrefix("//") {
            rest = rest.dropFirst(2)
        }
        guard name == "https" || name == "http" else {
            throw HelperFailure("unsupported scheme: \(name)")
        }
        rest = rest.prefix { $0 != "?" && $0 != "#" }
        var host = rest.prefix { $0 != "/" }
        path = String(rest[host.endIndex...])
        if let user = host.lastIndex(of: "@") { host = host[host.index(after: user)...] }
        if host.isEmpty { throw HelperFailure("no hostname in URL") }
        guard let address = ServerAddress(protocol: name, host: Array(host.utf8)) else {
            throw HelperFailure("server URL: not a host and a port")
        }
        self.address = address
    }

    /// The attributes of a new item, which belong to its primary key.
    var attributes: [Attribute: AttributeValue] {
        address.attributes.merging([.path: .string(path)]) { $1 }
    }
}
