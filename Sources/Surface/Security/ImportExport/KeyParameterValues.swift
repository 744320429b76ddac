// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftKeychain
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainPKI

/// The fields of `SecItemImportExportKeyParameters` that are used here.
struct KeyParameterValues {
    var flags: SecKeyImportExportFlags = []
    var passphrase: AnyObject?
    var alertTitle: AnyObject?
    var alertPrompt: AnyObject?
    var access: AnyObject?
    var keyUsage: AnyObject?
    var keyAttributes: AnyObject?

    /// Reads where the passphrase comes from; the user is asked only when none is given.
    ///
    /// - Throws: `parameter` for another object, and for a title or prompt that is not text.
    func passphraseSource() throws(KeychainError) -> PassphraseSource {
        if let passphrase { return .given(try Passphrase(passphrase, key: "passphrase")) }
        guard flags.contains(.securePassphrase) else { return .given(nil) }
        return .user(
            FilePassphrase(
                title: try alertTitle.map(CFValue.init)?.unicode("alertTitle"),
                reason: try alertPrompt.map(CFValue.init)?.unicode("alertPrompt") ?? ""))
    }

    /// Reads the attributes of imported keys: `keyUsage` lists the operations they can do,
    /// `keyAttributes` whether they are sensitive and extractable. Without a list the defaults
    /// apply. An access object is kept with each key.
    ///
    /// - Throws: `parameter` for an invalid list, and for an object that isn't a `SecAccess`.
    func attributes() throws(KeychainError) -> [Attribute: AttributeValue] {
        var attributes: [Attribute: AttributeValue] = [:]
        if let access { attributes[.accessList] = try SecAccess.kept(access, "accessRef") }
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

    /// Reads an array of names, of which all must be known.
    private static func names(
        _ object: AnyObject, among known: [Attribute], _ field: String
    ) throws(KeychainError) -> Set<Attribute> {
        let refusal = KeychainError(.parameter, "\(field): not a permitted name")
        let names = try CFValue.list(object, or: refusal) { element in
            known.first { $0.rawValue == CFValue(element).text }
        }
        return Set(names)
    }
}

/// The source of a file's passphrase.
enum PassphraseSource {
    case given(Passphrase?)
    /// The user is asked when the file needs a passphrase.
    case user(FilePassphrase)

    /// Reads a file, with each passphrase the user types until one is right.
    ///
    /// - Throws: what `read` throws, and as ``FilePassphrase/opening(_:)``.
    func reading<Result>(
        _ read: (Passphrase?) throws -> Result
    ) throws(KeychainError) -> Result {
        try using(read) { user in
            try user.opening { (typed) throws(KeychainError) in
                try KeychainError.only { try read(Passphrase(typed)) }
            }
        }
    }

    /// Writes a file, with a new passphrase that the user types twice.
    ///
    /// - Throws: what `write` throws, and as ``FilePassphrase/new()``.
    func writing<Result>(
        _ write: (Passphrase?) throws -> Result
    ) throws(KeychainError) -> Result {
        try using(write) { user in try write(Passphrase(try user.new())) }
    }

    /// Runs `body` with the given passphrase, or has the user asked for one.
    private func using<Result>(
        _ body: (Passphrase?) throws -> Result, asking ask: (FilePassphrase) throws -> Result
    ) throws(KeychainError) -> Result {
        try KeychainError.only {
            switch self {
            case .given(let passphrase): return try body(passphrase)
            case .user(let user):
                do {
                    return try body(nil)
                } catch KeychainError.Code.passphraseRequired {
                    return try ask(user)
                }
            }
        }
    }
}

extension Passphrase {
    /// Reads a passphrase, the value of `key`: text or data, 64 KiB at most.
    init(_ object: AnyObject, key: String) throws(KeychainError) {
        let value = CFValue(object)
        guard (object as? NSData)?.length ?? 0 <= Limits.attributeBytes,
            (object as? NSString)?.length ?? 0 <= Limits.attributeBytes,
            let secret = try? value.secret(takesText: true)
        else { throw KeychainError(.parameter, "\(key): neither text nor data, or too long") }
        self.init(secret)
    }
}
