// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainSystem

/// Secrets as CI services and vaults hand them over: an object of names and texts, such as `toJSON(secrets)` of GitHub.
///
///     {"DEPLOY_TOKEN": "…", "db.example.org": {"app": "…", "backup": "…"}}
///
/// A name becomes the service of a generic password; the names of an object inside become accounts. Nothing is recognised by
/// its contents: any object of texts has this form.
enum SecretsDocument {
    /// Reads the secrets in the order of their names.
    ///
    /// - Throws: a fault for a text that isn't JSON, or for anything but texts: a job should stop at its start, not where a
    ///   secret is missing.
    static func read(_ bytes: UnsafeRawBufferPointer) throws(ExchangeFault) -> ExchangeReading {
        var reading = ExchangeReading()
        for (service, value) in try JSONMembers(file: bytes).sorted {
            guard let accounts = value.object else {
                reading.entries.append(try entry(service, "", value))
                continue
            }
            for (account, value) in accounts.sorted(by: { $0.key < $1.key }) {
                reading.entries.append(try entry(service, account, value))
            }
        }
        if reading.entries.isEmpty { throw ExchangeFault("not an object with secrets") }
        return reading
    }

    private static func entry(
        _ service: String, _ account: String, _ value: JSONValue
    ) throws(ExchangeFault) -> ExchangeEntry {
        let name = account.isEmpty ? service : "\(service): \(account)"
        guard let secret = value.secret else { throw ExchangeFault("\(name): not a text") }
        if service.isEmpty { throw ExchangeFault("a name is empty") }
        var entry = ExchangeEntry(place: ": \(name)")
        (entry.title, entry.user, entry.secret) = (service, account, secret)
        return entry
    }
}
