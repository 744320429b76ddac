// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain
import SwiftKeychainExchange
import SwiftKeychainModel
import SwiftKeychainSystem

/// The search for the item that an ``ItemName`` means.
struct NamedItemSearch {
    let session: Session
    let keychains: [Keychain]
    var classes = ItemClass.stored
    /// Whether the item is changed or deleted, and not only read.
    var isForChange = false
    /// Whether a part of a name is enough if no item has the whole one.
    var takesPartsOfNames = true

    /// The errors of a keychain that can't be read until it is repaired. A locked one may be unlocked.
    private static let lasting: Set<KeychainError.Code> = [
        .notAvailable, .noSuchKeychain, .decode,
    ]

    /// Returns the item with its attributes.
    ///
    /// - Parameter parts: what else of the item is read; the user may be asked for it.
    /// - Throws: a failure if no item is meant, or more than one and the user chooses none.
    func item(
        _ name: ItemName, returning parts: Item.Parts = .attributes
    ) throws(CommandFailure) -> FoundItem {
        switch name {
        case .password(let service, let account):
            let search = KeychainSearch(keychains, session)
            guard isForChange else {
                return try search.first(returning: parts) { keychain, parts in
                    try keychain.passwords(
                        of: service, account: account, in: classes, returning: parts)
                }
            }
            return try chosen(
                search.all(stopsAtLocked: true) { keychain in
                    try keychain.passwords(
                        of: service, account: account, in: classes, limit: .all, returning: parts)
                })
        case .text(let text):
            let found = try only(text)
            // What a certificate says about itself is its "secret".
            let isCertificate = found.item.itemClass == .certificate
            if parts == .attributes, !isCertificate { return found }
            let item = try calling(KeychainSearch.function) {
                try found.read(parts.union(isCertificate ? .secret : []))
            }
            return FoundItem(item: item, keychain: found.keychain)
        }
    }

    /// Finds the one item with a name. An item whose name equals the text is preferred to those that contain it.
    private func only(_ text: String) throws(CommandFailure) -> FoundItem {
        var named = NamedItems(named: text)
        let walk = ItemWalk(session: session, classes: classes)
        let failures = try walk.forEach(in: keychains, output: session.output) { keychain, items in
            for item in items { named.take(item, of: keychain) }
        }
        // What couldn't be read may be the item with the name itself. A damaged keychain must not keep the user from
        // reading those of the others.
        if let failure = failures.last, !named.isExact {
            let status = failure.code.rawValue
            if named.best.isEmpty { throw .reported(status: status) }
            if isForChange || !failures.allSatisfy({ Self.lasting.contains($0.code) }) {
                throw .message(
                    "the name must match completely while a keychain can't be read", status: status)
            }
        }
        guard takesPartsOfNames || named.isExact || named.best.isEmpty else {
            throw .message(
                "no item has this whole name", status: KeychainError.Code.itemNotFound.rawValue)
        }
        var folding = PartFolding()
        return try chosen(named.best.filter { folding.lists($0) } + folding.loose())
    }

    /// Returns the only candidate, or the one that the user chooses; elsewhere several are an error, which lists them.
    private func chosen(_ candidates: [FoundItem]) throws(CommandFailure) -> FoundItem {
        if candidates.count == 1 { return candidates[0] }
        if candidates.count > 1, let chosen = try session.choice(of: candidates) { return chosen }
        guard !candidates.isEmpty else {
            throw .call(
                KeychainSearch.function, KeychainError(.itemNotFound, "no item has this name"))
        }
        try session.list(Array(candidates.prefix(Session.longestList)))
        let shown =
            candidates.count > Session.longestList
            ? ", of which \(Session.longestList) are shown" : ""
        throw .message(
            "\(ItemReport.items(candidates.count)) have this name\(shown);"
                + " use -c, a keychain, or service/account")
    }
}
