// SPDX-License-Identifier: Apache-2.0
import CredentialHelpers
import Glibc
import SwiftKeychain

extension CommandOption {
    fileprivate static let list = CommandOption(
        "f", "list", .word("file"), "Which unit gets which item, instead of \(CredentialList.path)")
}

extension Command {
    static let answerCredential = Command(
        name: "credential",
        summary: "Give a unit of systemd its credential; keychain-credentials.socket runs it.",
        options: [.list, .referredKeychain],
        notes: [
            "Standard input is the connection of systemd, from LoadCredential= with a socket.",
            "The unit fails if the list doesn't name the credential, or its item can't be read.",
        ]
    ) { arguments, session in
        try arguments.requireNoOperand()
        do throws(CommandFailure) {
            try answer(arguments, session)
            return 0
        } catch {
            CredentialRequest.refuse(on: STDIN_FILENO)
            throw error
        }
    }

    private static func answer(
        _ arguments: Arguments, _ session: Session
    ) throws(CommandFailure) {
        let request: CredentialRequest
        let place: String
        let reference: String
        do throws(HelperFailure) {
            request = try CredentialRequest(STDIN_FILENO)
            place = "\(request.unit): credential \(request.credential)"
            let path = arguments.word(.list).map { String(path: $0) } ?? CredentialList.path
            guard let found = try CredentialList(fileAt: path)[request] else {
                throw HelperFailure("\(place): not in \(path)")
            }
            reference = found
        } catch {
            throw .message(error.text.printable)
        }
        var references = try SecretReferences(arguments, session)
        let secret = try references.secret(Array(reference.utf8), at: place)
        do throws(HelperFailure) {
            try request.answer(secret, on: STDIN_FILENO)
        } catch {
            throw .message("\(place): \(error.text)".printable)
        }
        StandardError.line("security: \(place): \(reference)".printable)
    }
}
