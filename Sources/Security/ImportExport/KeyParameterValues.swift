import Foundation
import SwiftKeychainPKI
import SwiftKeychain
import SwiftKeychainModel

/// Holds the fields of `SecItemImportExportKeyParameters` that mean something here.
package struct KeyParameterValues {
    package var flags: UInt32 = 0
    package var passphrase: AnyObject?
    package var alertTitle: AnyObject?
    package var alertPrompt: AnyObject?
    package var access: AnyObject?
    package var keyUsage: AnyObject?
    package var keyAttributes: AnyObject?

    package init() {}

    /// Reads where the passphrase comes from: one that is given goes before a person.
    ///
    /// - Throws: `parameter` for another object, and for words that are no text.
    func passphraseSource() throws(KeychainError) -> PassphraseSource {
        if let passphrase { return .given(try Passphrase(passphrase, key: "passphrase")) }
        guard flags & Flag.securePassphrase != 0 else { return .given(nil) }
        return .person(
            FilePassphrase(
                title: try Self.text(alertTitle, "alertTitle"),
                reason: try Self.text(alertPrompt, "alertPrompt") ?? ""))
    }

    /// Tells whether a file with several private keys is refused.
    var isOnlyOne: Bool { flags & Flag.importOnlyOne != 0 }

    /// Reads what the parameters say of imported keys: `keyUsage` lists what they can do,
    /// `keyAttributes` whether they are sensitive and extractable. Without a list the usual is true.
    ///
    /// - Throws: `parameter` for what is no list of such names; `unimplemented` for an access
    ///   object.
    func attributes() throws(KeychainError) -> [Attribute: AttributeValue] {
        if access != nil {
            throw KeychainError(.unimplemented, "accessRef: there are no access objects")
        }
        var attributes: [Attribute: AttributeValue] = [:]
        if let keyUsage {
            let names = try Self.names(keyUsage, among: Self.usages, "keyUsage")
            for usage in Self.usages { attributes[usage] = .boolean(names.contains(usage)) }
        }
        if let keyAttributes {
            let names = try Self.names(keyAttributes, among: Self.properties, "keyAttributes")
            attributes[.isSensitive] = .boolean(names.contains(.isSensitive))
            attributes[.isExtractable] = .boolean(names.contains(.isExtractable))
        }
        return attributes
    }

    private static let usages: [Attribute] = [
        .canEncrypt, .canDecrypt, .canDerive, .canSign, .canVerify, .canSignRecover,
        .canVerifyRecover, .canWrap, .canUnwrap,
    ]
    private static let properties: [Attribute] = [.isPermanent, .isSensitive, .isExtractable]

    private enum Flag {
        static let importOnlyOne: UInt32 = 1 << 0
        static let securePassphrase: UInt32 = 1 << 1
    }

    private static func text(
        _ object: AnyObject?, _ field: String
    ) throws(KeychainError) -> String? {
        guard let object else { return nil }
        guard let text = CallerValue(object).text else {
            throw KeychainError(.parameter, "\(field): not text that is Unicode")
        }
        return text
    }

    private static func names(
        _ object: AnyObject, among known: [Attribute], _ field: String
    ) throws(KeychainError) -> Set<Attribute> {
        var names: Set<Attribute> = []
        for element in CallerValue(object).elements {
            let text = element.flatMap { CallerValue($0).text }
            guard let name = text.flatMap(Attribute.init(rawValue:)), known.contains(name) else {
                throw KeychainError(.parameter, "\(field): not a name that may stand there")
            }
            names.insert(name)
        }
        return names
    }
}
