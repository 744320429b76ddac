// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain

/// The description of a credential that git sends: lines of `name=value`.
///
///     protocol=https
///     host=example.org:8443
///     path=team/project.git        only with credential.useHttpPath
///     username=jane
///     password=…                   for store, and for erase if git knows it
///     capability[]=state           from git 2.46 on: it gives back what `get` answers as state[]
struct GitCredential {
    private var values: [String: [SecretBytes]] = [:]

    /// Reads the lines until an empty one or the end, each split at its first `=`. Of a repeated name the last one counts.
    ///
    /// - Throws: a failure for a line without `=` and for a NUL byte, neither of which git sends.
    init(_ input: SecretBytes) throws(HelperFailure) {
        try input.withBytes { (bytes) throws(HelperFailure) in
            for line in bytes.split(separator: 10, omittingEmptySubsequences: false) {
                if line.isEmpty { break }
                if line.contains(0) { throw HelperFailure("standard input: a NUL byte") }
                guard let equals = line.firstIndex(of: UInt8(ascii: "=")) else {
                    throw HelperFailure("standard input: a line without '='")
                }
                let name = String(decoding: line[..<equals], as: UTF8.self)
                values[name, default: []].append(SecretBytes(copying: line[(equals + 1)...]))
            }
        }
    }

    func secret(_ name: String) -> SecretBytes? { values[name]?.last }

    /// Returns a value that is no secret.
    subscript(name: String) -> [UInt8]? { secret(name).map { $0.withBytes { Array($0) } } }

    /// Returns whether a value is among those of a name that ends with `[]`.
    func lists(_ value: String, as name: String) -> Bool {
        values[name]?.contains(SecretBytes(copying: value.utf8)) ?? false
    }

    /// The server; nil without one, and for a protocol that isn't one of servers.
    var address: ServerAddress? {
        guard let name = self["protocol"], let host = self["host"] else { return nil }
        return ServerAddress(protocol: String(decoding: name, as: UTF8.self), host: host)
    }

    /// Returns the stored credentials with this server, and with the path and account that git names.
    func matches(
        _ address: ServerAddress, isToStore: Bool = false
    ) throws(HelperFailure) -> [FoundItem] {
        var conditions = address.conditions
        if let path = self["path"] { conditions[.path] = AttributeValue(bytes: path) }
        if let account = self["username"] { conditions[.account] = AttributeValue(bytes: account) }
        return try calling {
            try StoredCredential.find(conditions, isToStore: isToStore) {
                address.matches($0) && $0[.securityDomain] != DockerHelper.label
            }
        }
    }
}
