// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain
import SwiftKeychainModel
import SwiftKeychainSystem

/// The name by which a user refers to an item.
///
///     keychain://service/account   a password: exactly this service or server, and this account
///     keychain://service           the oldest password of this service or server
///     text                         the item whose label, service, server or account is the text, or
///                                  whose "service/account" is; if there is none, contains it
///
/// A `%` and two hexadecimal digits stand for a byte in the first two forms.
enum ItemName {
    case password(service: AttributeValue, account: AttributeValue?)
    case text(String)

    static let scheme = Array("keychain://".utf8)

    /// Reads a URL of the scheme, or any other text as a name to search for.
    init(_ word: [UInt8]) throws(CommandFailure) {
        guard word.starts(with: Self.scheme) else {
            guard !word.isEmpty, let text = String(validating: word, as: UTF8.self) else {
                throw .usage("the name of the item must be text")
            }
            self = .text(text)
            return
        }
        try self.init(reference: word)
    }

    /// Reads a name that begins with `keychain://`.
    init(reference word: [UInt8]) throws(CommandFailure) {
        let shown = BufferFormat.escaped(word)
        let parts = word.dropFirst(Self.scheme.count).split(
            separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), !parts[0].isEmpty, parts.last?.isEmpty == false else {
            throw .message("\(shown): must have the form keychain://service/account")
        }
        var values: [AttributeValue] = []
        for part in parts {
            guard let bytes = Self.decoded(part) else {
                throw .message("\(shown): % must be followed by two hexadecimal digits")
            }
            values.append(AttributeValue(bytes: bytes))
        }
        self = .password(service: values[0], account: values.count == 2 ? values[1] : nil)
    }

    /// Decodes percent signs and two digits (RFC 3986, section 2.1); nil for a malformed one.
    private static func decoded(_ part: ArraySlice<UInt8>) -> [UInt8]? {
        var bytes: [UInt8] = []
        var rest = part
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard rest.count >= 2, let value = Hexadecimal.bytes(rest.prefix(2)) else { return nil }
            bytes += value
            rest = rest.dropFirst(2)
        }
        return bytes
    }
}

/// The search for the item that an ``ItemName`` means.
struct NamedItemSearch {
    let session: Session
    var keychains: [Keychain] = Keychain.searched
    var classes = ItemClass.stored

    /// Returns the item with its attributes.
    ///
    /// - Parameter parts: what else of the item is read; the user may be asked for it.
    /// - Throws: a failure if no item or more than one is meant; these are listed.
    func item(
        _ name: ItemName, returning parts: Item.Parts = .attributes
    ) throws(CommandFailure) -> FoundItem {
        switch name {
        case .password(let service, let account):
            return try password(service, account, returning: parts)
        case .text(let text):
            let found = try only(text)
            // What a certificate says about itself is its "secret".
            let isCertificate = found.item.itemClass == .certificate
            if parts == .attributes, !isCertificate { return found }
            return try read(found, returning: parts.union(isCertificate ? .secret : []))
        }
    }

    private func password(
        _ service: AttributeValue, _ account: AttributeValue?, returning parts: Item.Parts
    ) throws(CommandFailure) -> FoundItem {
        let search = KeychainSearch(keychains, session)
        func query(_ itemClass: ItemClass) throws(KeychainError) -> Query {
            var conditions = Query.Conditions([itemClass.placeAttribute: service])
            if let account { conditions.attributes[.account] = account }
            conditions.synchronizable = .any
            return try Query(itemClass, conditions)
        }
        func find(
            _ keychain: Keychain, _ parts: Item.Parts
        ) throws(KeychainError) -> [Item] {
            var missing = KeychainError(.itemNotFound, "no password of this service and account")
            for itemClass in classes where itemClass.isPassword {
                do throws(KeychainError) {
                    return try keychain.find(query(itemClass), returning: parts)
                } catch {
                    if error.code != .itemNotFound { throw error }
                    missing = error
                }
            }
            throw missing
        }
        return try search.first(
            exists: { (keychain) throws(KeychainError) in try find(keychain, []) },
            { (keychain) throws(KeychainError) in try find(keychain, parts) })
    }

    /// Finds the one item with a name. An item whose name equals the text is preferred to those that contain it;
    /// several are an error, which lists them.
    private func only(_ text: String) throws(CommandFailure) -> FoundItem {
        let part = TextPart(text)
        var equal: [FoundItem] = []
        var containing: [FoundItem] = []
        let pages = ItemPages(session: session, classes: classes)
        let result = try pages.forEach(in: keychains, output: session.output) {
            (keychain, items) throws(CommandFailure) in
            for item in items {
                let names = item.names
                let found = FoundItem(item: item, keychain: keychain)
                if names.contains(where: part.equals) {
                    equal.append(found)
                } else if equal.isEmpty, names.contains(where: part.isIn) {
                    containing.append(found)
                }
            }
        }
        let candidates = equal.isEmpty ? containing : equal
        if candidates.count == 1 { return candidates[0] }
        guard !candidates.isEmpty else {
            if result != 0 { throw .reported(status: result) }
            throw .call(
                KeychainSearch.function, KeychainError(.itemNotFound, "no item has this name"))
        }
        let errors = Output(descriptor: StandardError.descriptor)
        for found in candidates.prefix(20) { ItemLine.write(found.item, to: errors) }
        try errors.flush()
        throw .message(
            "\(Session.items(candidates.count)) have this name; use -c, a keychain, or service/account"
        )
    }

    /// Reads more parts of an item that was found, by its reference.
    private func read(
        _ found: FoundItem, returning parts: Item.Parts
    ) throws(CommandFailure) -> FoundItem {
        var conditions = Query.Conditions()
        conditions.references = [found.item.reference]
        let items = try calling(KeychainSearch.function) {
            try found.keychain.find(Query(nil, conditions), returning: parts)
        }
        return FoundItem(item: items[0], keychain: found.keychain)
    }
}

extension Item {
    /// What a user calls the item.
    fileprivate var names: [String] {
        let place = stored[itemClass.placeAttribute]?.text
        let account = stored[itemClass.accountAttribute]?.text
        var names = [stored[.label]?.text, place, account].compactMap(\.self)
        if let place, let account { names.append("\(place)/\(account)") }
        return names
    }
}
