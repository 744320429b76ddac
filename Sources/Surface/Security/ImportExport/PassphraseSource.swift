// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftKeychain
import SwiftKeychainModel
import SwiftKeychainPKI

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
                try translating { try read(Passphrase(typed)) }
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
        try translating {
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
