// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel
import SwiftKeychainSystem

/// The path of an object of the service.
///
/// A path that can be read may still name nothing that exists.
enum ObjectPath: Equatable {
    case service
    case collection(CollectionName)
    case item(CollectionName, ItemIdentifier)
    case session(String)
    case prompt(String)

    /// The path of the service itself.
    static let root = "/org/freedesktop/secrets"
    /// The path that means no object.
    static let none = "/"

    /// Reads a path; nil for one that can name none of the objects.
    init?(_ path: String) {
        if path == Self.root {
            self = .service
            return
        }
        guard path.hasPrefix(Self.root + "/") else { return nil }
        let parts = path.dropFirst(Self.root.count + 1)
            .split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        switch (parts[0], parts.count) {
        case ("collection", 2): self = .collection(.named(parts[1]))
        case ("aliases", 2): self = .collection(.alias(parts[1]))
        case ("collection", 3), ("aliases", 3):
            guard let item = ItemIdentifier(parts[2]) else { return nil }
            self = .item(
                parts[0] == "collection" ? .named(parts[1]) : .alias(parts[1]), item)
        case ("session", 2): self = .session(parts[1])
        case ("prompt", 2): self = .prompt(parts[1])
        default: return nil
        }
    }

    var text: String {
        switch self {
        case .service: Self.root
        case .collection(let name): "\(Self.root)/\(name.text)"
        case .item(let name, let item): "\(Self.root)/\(name.text)/\(item.text)"
        case .session(let name): "\(Self.root)/session/\(name)"
        case .prompt(let name): "\(Self.root)/prompt/\(name)"
        }
    }
}

/// The name of a collection in a path. An alias is valid wherever a name is.
enum CollectionName: Hashable {
    case named(String)
    case alias(String)

    /// The path `collection/login` never changes, because programs have it as a constant (go-keyring, kubelogin).
    static let login = CollectionName.named("login")
    static let session = CollectionName.named("session")

    var text: String {
        switch self {
        case .named(let name): "collection/\(name)"
        case .alias(let name): "aliases/\(name)"
        }
    }

    /// Returns the name of a keychain in paths. The names above are never given to another one.
    ///
    /// - Parameter file: the name of a file next to the login keychain, which programs look for without `.keychain-db`,
    ///   as gnome-keyring names it; else a path.
    static func ofKeychain(_ file: String) -> CollectionName {
        if file.contains("/") { return .named(encoded(file)) }
        let end = ".keychain-db"
        // No encoded name ends with `_`: two digits follow every one.
        guard file.hasSuffix(end), file != end else { return .named(encoded(file) + "_") }
        let text = encoded(String(file.dropLast(end.count)))
        let name = CollectionName.named(text)
        return name == .login || name == .session ? .named(text + "__") : name
    }

    /// Returns a text as a part of a path: bytes other than ASCII letters and digits as `_` and two hexadecimal digits.
    ///
    /// gnome-keyring names its collections in the same way.
    static func encoded(_ name: String) -> String {
        var text = ""
        for byte in name.utf8 {
            let scalar = Unicode.Scalar(byte)
            if scalar.isASCII,
                scalar.properties.isAlphabetic || scalar.properties.numericType != nil
            {
                text.unicodeScalars.append(scalar)
            } else {
                text += "_" + Hexadecimal.text([byte])
            }
        }
        return text
    }
}

/// The name of an item in a path: 32 hexadecimal digits, those of its persistent reference, and `i` before those of an
/// internet password. It is never used again.
typealias ItemIdentifier = PersistentReference

extension ItemIdentifier {
    /// Reads a name; nil for any other text. Capital letters aren't taken, so that an item has one path.
    init?(_ text: String) {
        let isInternet = text.hasPrefix("i")
        let digits = isInternet ? String(text.dropFirst()) : text
        guard let bytes = Hexadecimal.bytes(digits.utf8), bytes.count == 16,
            Hexadecimal.text(bytes) == digits
        else { return nil }
        self.init(itemClass: isInternet ? .internetPassword : .genericPassword, uuid: bytes)
    }

    var text: String { (itemClass == .internetPassword ? "i" : "") + Hexadecimal.text(uuid) }
}
