// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychainMemory
import SwiftKeychainSystem

/// Which unit gets which item, one line for each credential:
///
///     # unit              credential  item
///     nginx.service       tls-key     keychain://www.example.org/tls-key
///     worker@.service     password    keychain://db.example.org/worker
///
/// `worker@.service` stands for every instance of the template. Root owns the file, or the user for units of a user,
/// and no other user may write to it.
package struct CredentialList {
    package static let path = "/etc/keychain/credentials"
    private var items: [(request: CredentialRequest, reference: String)] = []

    /// Reads a list.
    ///
    /// - Throws: the rule that it breaks, with the line.
    package init(fileAt path: String) throws(HelperFailure) {
        let contents: SecretBytes?
        do throws(SystemError) {
            let descriptor = try System.open(path, O_RDONLY, followsLink: true)
            defer { System.close(descriptor) }
            let status = try System.status(descriptor, path)
            guard status.st_uid == 0 || status.st_uid == geteuid(), status.st_mode & 0o022 == 0
            else { throw SystemError(call: .open, path: path, number: EPERM) }
            contents = try StandardStreams.read(descriptor, named: path, upTo: 1 << 20)
        } catch {
            let rule =
                error.number == EPERM ? "another user may change it" : error.sentence
            throw HelperFailure("\(path): \(rule)")
        }
        guard let text = contents?.withBytes({ String(validating: $0, as: UTF8.self) }) else {
            throw HelperFailure("\(path): no text, or longer than 1 MiB")
        }
        try self.init(text, path)
    }

    init(_ text: String, _ path: String) throws(HelperFailure) {
        // CRLF is one character, which isn't equal to LF.
        for (index, line) in text.split(
            omittingEmptySubsequences: false, whereSeparator: \.isNewline
        ).enumerated() {
            let words = line.split { $0 == " " || $0 == "\t" }.map(String.init)
            if words.isEmpty || words[0].hasPrefix("#") { continue }
            guard words.count == 3, words[2].hasPrefix("keychain://") else {
                throw HelperFailure(
                    "\(path):\(index + 1): not a unit, a credential and keychain://service/account")
            }
            items.append((CredentialRequest(unit: words[0], credential: words[1]), words[2]))
        }
    }

    /// Returns the reference to the item of a request; nil if the list has none.
    package subscript(request: CredentialRequest) -> String? {
        let units = [request.unit, Self.template(of: request.unit)]
        return items.first {
            units.contains($0.request.unit) && $0.request.credential == request.credential
        }?.reference
    }

    /// Returns `worker@.service` for `worker@1.service`, and the name of any other unit.
    private static func template(of unit: String) -> String {
        guard let at = unit.firstIndex(of: "@"), let dot = unit.lastIndex(of: "."), at < dot else {
            return unit
        }
        return String(unit[...at] + unit[dot...])
    }
}
