// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain
import SwiftKeychainModel

extension Command {
    static let add = Command(
        name: "add",
        summary: "Add a password under a name.",
        options: [.account, .label, .comment, .password, .generated] + PasswordGeneration.options
            + [.oneTimeSeed, .clip, .update],
        operands: "name [keychain]",
        notes: [
            "The name is a service, service/account, account@service, an address such as",
            "https://account@server/path for an internet password, or keychain://service/account.",
            "Without -w, -g and -o the password is asked for.",
        ]
    ) { arguments, session in
        guard let word = arguments.operands.first else {
            throw CommandFailure.usage("no name was given")
        }
        let name = try NewItemName(word)
        var attributes = name.attributes.merging(try arguments.attributes()) { $1 }
        guard arguments.word(.account) == nil || name.attributes[.account] == nil else {
            throw CommandFailure.usage("-a: the name contains the account")
        }
        // It belongs to the primary key, so -U must not meet another account's item.
        attributes[.account] = attributes[.account] ?? .string("")
        var rest = arguments
        rest.operands.removeFirst()
        let kind: PasswordKind = name.itemClass == .internetPassword ? .internet : .generic
        let seed = try arguments.oneTimeSeed(session)
        try PasswordAddition(
            kind: kind, arguments: rest, session: session, oneTimeSeed: seed
        ).run(attributes, otherwise: seed == nil ? .asked : nil)
        return 0
    }
}
