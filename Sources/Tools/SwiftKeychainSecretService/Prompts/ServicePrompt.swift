// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychain
import SwiftKeychainBus
import SwiftKeychainModel
import SwiftKeychainSeam

/// What the user is asked in a prompt of the service.
struct ServicePrompt: Sendable {
    enum Action: Sendable {
        /// Unlocks keychains, for the objects that a client named.
        /// The objects are the result for the client, if the user unlocks all keychains.
        case unlock([Keychain], objects: [String])
        /// Makes a keychain with a label.
        case createCollection(String)
        /// Deletes a keychain.
        case deleteCollection(KeychainCollection)
    }

    let path: String
    /// Greater for a prompt that was made later.
    let number: Int
    /// The unique name of the connection that may show it.
    let owner: String
    let action: Action
    /// Invalidating it withdraws the question.
    let context = AuthenticationContext(tries: 3)
    var isShown = false

    /// The result of a prompt that was dismissed.
    var dismissedResult: BusValue {
        if case .unlock = action { return .paths([]) }
        return .path(ObjectPath.none)
    }
}

extension ServicePrompt.Action {
    /// Asks the user, and does what was asked.
    ///
    /// - Returns: the result for the client.
    /// - Throws: the reason why it wasn't done.
    func run(_ context: AuthenticationContext) throws(KeychainError) -> BusValue {
        switch self {
        case .unlock(let keychains, let objects):
            for keychain in keychains {
                try keychain.unlock(
                    asking: Authentication(
                        context: context, reason: "A program of the desktop needs it."))
            }
            return .paths(objects)
        case .createCollection(let label):
            return .path(try Self.makeKeychain(label, context))
        case .deleteCollection(let collection):
            try Self.confirm(
                "Delete the keychain “\(collection.label)” and everything in it?", context)
            try collection.keychain.remove()
            return .path(ObjectPath.none)
        }
    }

    /// Asks the user for consent, for two minutes at most.
    ///
    /// - Throws: `userCanceled` if the user declines; `interactionNotAllowed` without a display and a
    ///   terminal; `authenticationFailed` if the prompt is withdrawn.
    private static func confirm(
        _ question: String, _ context: AuthenticationContext
    ) throws(KeychainError) {
        do throws(PromptFailure) {
            if let obstacle = Pinentry().obstacle { throw obstacle }
            var prompt = Prompt(title: "Keychain", description: question, label: "")
            prompt.context = context
            try Pinentry().confirm(prompt, by: .after(.seconds(120)))
        } catch {
            throw KeychainError(error)
        }
    }

    /// Makes a keychain file that is named after the label.
    ///
    /// If a keychain has the name already, `NAME 2`, `NAME 3` and so on are tried.
    ///
    /// - Returns: the path of the collection.
    private static func makeKeychain(
        _ label: String, _ context: AuthenticationContext
    ) throws(KeychainError) -> String {
        let base = fileName(label)
        for number in 1...100 {
            let name = base + (number == 1 ? "" : " \(number)")
            do throws(KeychainError) {
                let keychain = try Keychain.create(
                    path: name + ".keychain-db", asking: Authentication(context: context))
                let collection = KeychainCollection(keychain)
                // The file has another name if a character can't be in it, or another keychain has it.
                if collection.label != label { try? collection.set(label: label) }
                return collection.path
            } catch {
                guard error.code == .duplicateKeychain else { throw error }
            }
        }
        throw KeychainError(.duplicateKeychain, "\(base): such keychains are there already")
    }

    /// The most bytes of a label in the name of a file. A name has at most 255, with the suffixes of SQLite's files.
    private static let longestName = 160

    /// Returns the name of a file for a label, without its suffix.
    static func fileName(_ label: String) -> String {
        // The name of a file has no slash, and control characters would garble a list of files.
        let allowed = label.unicodeScalars.filter {
            $0 != "/" && $0.value >= 0x20 && $0.value != 0x7f
        }
        var name = ""
        // A file whose name begins with a dot would be hidden.
        for character in String(String.UnicodeScalarView(allowed)).drop(while: {
            $0 == "." || $0 == " "
        }) {
            if name.utf8.count + character.utf8.count > longestName { break }
            name.append(character)
        }
        return name.isEmpty ? "keychain" : name
    }
}
