// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain
import SwiftKeychainMemory
import SwiftKeychainModel

/// A secret of an entry other than its password, stored as a separate generic password:
///
///     service  https://example.org/login#totp     the password's address or service, and the part
///     account  jane                               as the password's
///     generic  keychain:part https://example.org/login
///
/// The generic attribute names the password, so that an export finds its parts without guessing from their services.
enum EntryPart {
    case oneTimePassword(SecretBytes)
    case field(String, SecretBytes)
    /// Notes that are too long for a comment.
    case notes(SecretBytes)

    /// The password that a part belongs to, as parts name it.
    struct Owner: Hashable {
        let name: String

        init(_ address: WebAddress, domain: String) {
            name = address.text + (domain.isEmpty ? "" : " (\(domain))")
        }

        init(service: String) { name = service }

        /// Reads the owner from an item; nil for an item that is no part.
        init?(generic value: AttributeValue?) {
            guard let text = value?.text, text.hasPrefix(Self.prefix) else { return nil }
            name = String(text.dropFirst(Self.prefix.count))
        }

        private static let prefix = "keychain:part "
        var generic: AttributeValue { .data(Array((Self.prefix + name).utf8)) }
    }

    /// The name of the part with the seed of one-time passwords.
    static let seedName = "totp"

    /// Returns whether an item is the seed of an entry.
    static func isSeed(_ item: Item) -> Bool {
        guard let owner = Owner(generic: item[.generic]) else { return false }
        return item[.service]?.text == "\(owner.name)#\(seedName)"
    }

    /// Names each part. A second field with the same name gets a number.
    ///
    ///     totp   notes   field:PIN   field.2:PIN
    static func named(_ parts: [EntryPart]) -> [(part: EntryPart, name: String)] {
        var counts: [String: Int] = [:]
        return parts.map { part in
            switch part {
            case .oneTimePassword: return (part, seedName)
            case .notes: return (part, "notes")
            case .field(let name, _):
                let count = counts[name, default: 0] + 1
                counts[name] = count
                return (part, count == 1 ? "field:\(name)" : "field.\(count):\(name)")
            }
        }
    }

    /// Makes the item of the part.
    ///
    /// - Parameter place: the access group of the password, and whether it is synchronizable, if they are known.
    func item(
        _ name: String, of owner: Owner, account: String, label: String,
        in place: [Attribute: AttributeValue] = [:]
    ) throws(KeychainError) -> NewItem {
        var attributes = place
        attributes[.service] = .string("\(owner.name)#\(name)")
        attributes[.account] = .string(account)
        attributes[.generic] = owner.generic
        attributes[.label] = .string("\(label): \(title)")
        return try NewItem(.genericPassword, attributes: attributes, secret: secret)
    }

    /// What the user calls the part; for a field its name.
    var title: String {
        switch self {
        case .oneTimePassword: "one-time password"
        case .field(let name, _): name
        case .notes: "notes"
        }
    }

    private var secret: SecretBytes {
        switch self {
        case .oneTimePassword(let secret), .field(_, let secret), .notes(let secret): secret
        }
    }

    /// Reads the part that an item is.
    ///
    /// - Parameter service: the service of the item.
    /// - Returns: nil for a service of another form, which an export then shows as a field with the service as its
    ///   name.
    init?(_ service: String, of owner: Owner, _ secret: SecretBytes) {
        guard service.hasPrefix(owner.name + "#") else { return nil }
        let name = service.dropFirst(owner.name.count + 1)
        if name == Self.seedName {
            self = .oneTimePassword(secret)
        } else if name == "notes" {
            self = .notes(secret)
        } else if name.hasPrefix("field"), let colon = name.firstIndex(of: ":") {
            self = .field(String(name[name.index(after: colon)...]), secret)
        } else {
            return nil
        }
    }
}
