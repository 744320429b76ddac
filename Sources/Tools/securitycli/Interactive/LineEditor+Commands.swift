// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain
import SwiftKeychainSystem

extension LineEditor {
    /// Makes an editor that completes commands, and then options of the command on the line.
    convenience init?() {
        self.init { isOption, words in
            guard let name = words.first else {
                return (CommandTable.commands.map(\.name) + ["quit"], orFiles: false)
            }
            guard case .implemented(_, let command) = CommandTable.entry(name) else {
                return ([], orFiles: false)
            }
            let made = command()
            let orFiles =
                !isOption && [.files, .keychains, .items].contains(made.completedOperands)
            if made.name == Command.help.name {
                return (CommandTable.commands.map(\.name), orFiles)
            }
            return (isOption ? made.allOptions.map { "--\($0.name)" } : [], orFiles)
        }
    }

    /// Adds the last line to the history, unless it may contain a secret.
    func remember(_ words: [[UInt8]]) {
        if !Self.mayContainSecret(words) { remember() }
    }

    /// Returns whether a word may be a secret: those of an unknown command, and of options that take
    /// secrets, also where the option is shortened or joined with others; an address with a password, and an invitation.
    ///
    /// A mistyped command counts as well: `add-generic-pasword -w secret` must not be in the history. A letter in a
    /// value that is joined to its option may be taken for an option; then a harmless line is missing there.
    static func mayContainSecret(_ words: [[UInt8]]) -> Bool {
        guard let name = words.first, case .implemented(_, let command) = CommandTable.entry(name)
        else { return true }
        let secrets = command().options.filter(\.isSecret)
        return words.dropFirst().contains { word in
            let text = String(decoding: word, as: UTF8.self)
            // The attribute with the secret in the words of `item`.
            if text.contains(part: "v_Data") { return true }
            if WebAddress.hasPassword(text) { return true }
            // An invitation, of whatever version.
            if text.uppercased().hasPrefix("KEYCHAIN-INVITE-") { return true }
            guard text.hasPrefix("-") else { return false }
            guard text.hasPrefix("--") else {
                return secrets.contains { text.unicodeScalars.contains($0.letter) }
            }
            let name = text.dropFirst(2).prefix { $0 != "=" }
            return secrets.contains { $0.name.hasPrefix(name) }
        }
    }
}
