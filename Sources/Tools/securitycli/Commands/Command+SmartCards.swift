// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain
import SwiftKeychainMemory
import SwiftKeychainModel

extension CommandOption {
    fileprivate static let card = word(
        "i", "id", "id", "The card, as list-smartcards shows it; all cards if it is left out")
    fileprivate static let cardItems = word(
        "t", "type", "type", "certs, privKeys, identities or all (the default)")
    fileprivate static let cardFile = word(
        "e", "export", "file", "Write the certificates and their public keys as PEM")
}

extension Command {
    static let listSmartcards = Command(
        name: "list-smartcards",
        summary: "Show the smart cards that hold identities.",
        notes: ["Cards are read through the PKCS#11 modules of p11-kit's configuration."]
    ) { arguments, session in
        var tokens: [String] = []
        for item in try cardItems(.identity) {
            if let token = item.token, !tokens.contains(token) { tokens.append(token) }
        }
        if tokens.isEmpty { throw noCards() }
        for token in tokens { session.output.write("\(token.printable)\n") }
        return 0
    }

    static let exportSmartcard = Command(
        name: "export-smartcard",
        summary: "Show the certificates and keys on smart cards, or export the certificates.",
        options: [.card, .cardItems, .cardFile],
        notes: ["-e can't be combined with -t. Private keys never leave a card."],
        isLong: true
    ) { arguments, session in
        let token = try arguments.text(.card)
        let all: [ItemClass] = [.certificate, .key, .identity]
        let kinds: KeyValuePairs = [
            "certs": [.certificate], "privKeys": [.key], "identities": [.identity], "all": all,
        ]
        let classes = try arguments.choice(.cardItems, kinds) ?? all
        if arguments.word(.cardFile) != nil, arguments.word(.cardItems) != nil {
            throw CommandFailure.usage("-e and -t can't be combined")
        }
        let listed = try classes.map { itemClass in
            let items = try cardItems(itemClass).filter {
                (token == nil || $0.token == token)
                    && (itemClass != .key || $0[.keyClass]?.integer == 1)
            }
            return (itemClass, items)
        }
        if listed.allSatisfy(\.1.isEmpty) { throw noCards() }
        if let file = arguments.word(.cardFile) {
            let items = listed.first { $0.0 == .certificate }?.1 ?? []
            try session.writing(to: file) { output in
                for item in items {
                    let certificate = try calling("SecItemCopyMatching") { try Certificate(item) }
                    output.write(PEMBlock.text("CERTIFICATE", certificate.der))
                    output.write(PEMBlock.text("PUBLIC KEY", certificate.publicKey.encoding))
                }
            }
            return 0
        }
        for (itemClass, items) in listed {
            let title = [.certificate: "certificate", .key: "private key"][itemClass] ?? "identity"
            for (index, item) in items.enumerated() {
                session.output.write("==== \(title) #\(index + 1)\n")
                ItemListing().write(item, of: item.token ?? "", to: session.output)
            }
        }
        return 0
    }

    /// Prints the line of macOS, which scripts look for.
    private static func noCards() -> CommandFailure {
        StandardError.line("No smartcards found.")
        return .reported(status: KeychainError.Code.itemNotFound.rawValue)
    }

    /// Finds the items of a class on all cards; none where there are no cards.
    private static func cardItems(_ itemClass: ItemClass) throws(CommandFailure) -> [Item] {
        try calling("SecItemCopyMatching") {
            try Keychain.cards.findAny(
                Query(itemClass, Query.Conditions(limit: .all)), returning: .attributes)
        }
    }
}

extension Item {
    /// The identifier of the card.
    fileprivate var token: String? { self[.tokenID]?.text }
}
