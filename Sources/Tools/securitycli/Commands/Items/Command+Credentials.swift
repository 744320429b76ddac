// SPDX-License-Identifier: Apache-2.0
import CredentialHelpers
import Glibc
import SwiftKeychain

extension CommandOption {
    fileprivate static let list = word(
        "f", "list", "file", "Which unit gets which item, instead of \(CredentialList.path)")
}

extension Command {
    static let answerCredentials = Command(
        name: "credentials",
        summary: "Give units of systemd their credentials; keychain-credentials.socket runs it.",
        options: [.list, .referredKeychain],
        notes: [
            "Standard input is the socket on which systemd asks, from LoadCredential=.",
            "A unit fails if the list doesn't name the credential, or its item can't be read.",
            "The command ends when nothing was asked for half a minute.",
        ]
    ) { arguments, session in
        while let connection = try CredentialRequest.nextConnection(STDIN_FILENO) {
            defer { close(connection) }
            do throws(CommandFailure) {
                try answer(connection, arguments, session)
            } catch {
                try? session.reportPart(error)
                CredentialRequest.refuse(on: connection)
            }
        }
        return 0
    }

    /// Reads a request from a connection and sends the secret of its item. A line on standard error records it.
    ///
    /// - Throws: a message for a credential that the list doesn't name, or an item that can't be read. The caller must
    ///   refuse the request then.
    private static func answer(
        _ connection: Int32, _ arguments: Arguments, _ session: Session
    ) throws(CommandFailure) {
        let (request, place, reference) = try CommandFailure.only {
            let request = try CredentialRequest(connection)
            let place = "\(request.unit): credential \(request.credential)"
            let path = arguments.word(.list).map { String(path: $0) } ?? CredentialList.path
            guard let found = try CredentialList(fileAt: path)[request] else {
                throw HelperFailure("\(place): not in \(path)")
            }
            return (request, place, found)
        }
        var references = try SecretReferences(arguments, session)
        let secret = try references.secret(Array(reference.utf8), at: place)
        try CommandFailure.only(at: place) { try request.answer(secret, on: connection) }
        StandardError.line("security: \(place): \(reference)")
    }
}
