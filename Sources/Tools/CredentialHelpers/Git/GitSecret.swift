// SPDX-License-Identifier: Apache-2.0
import CKeychainSodium
import SwiftKeychain
import SwiftKeychainSystem

/// The secret of an item: the password, and behind it lines of `name=value` with what else git wants
/// to be kept, as git-credential-osxkeychain writes it.
///
///     correct horse
///     password_expiry_utc=1893456000
///     oauth_refresh_token=…
enum GitSecret {
    /// The names of the lines.
    ///
    /// Only these are kept: any other name would let a stored password add lines to git's input.
    static let names = ["password_expiry_utc", "oauth_refresh_token"]

    /// Returns whether git can't take a byte: it ends lines with a line break, and drops a carriage return there.
    static func isUnfit(_ byte: UInt8) -> Bool { [0, 10, 13].contains(byte) }

    /// Returns the secret with the lines that `value` has values for.
    static func joined(_ password: SecretBytes, _ value: (String) -> SecretBytes?) -> SecretBytes {
        let lines = names.flatMap { name in
            value(name).map { [SecretBytes(copying: "\n\(name)=".utf8), $0] } ?? []
        }
        return SecretBytes(joining: [password] + lines)
    }

    /// Returns the lines of a secret; the first is the password.
    ///
    /// - Throws: for a password that git can't take: its lines end with a line break, and a second line
    ///   would be read as another value.
    static func lines(of secret: SecretBytes) throws(HelperFailure) -> [SecretBytes] {
        try secret.withBytes { (bytes) throws(HelperFailure) in
            let lines = bytes.split(separator: 10, omittingEmptySubsequences: false)
            let isFit = lines.dropFirst().allSatisfy { line in
                names.contains { line.starts(with: "\($0)=".utf8) }
            }
            // 10 is between the lines.
            guard isFit, !bytes.contains(where: { $0 != 10 && isUnfit($0) }) else {
                throw HelperFailure("the stored password contains a line break or NUL")
            }
            return lines.map { SecretBytes(copying: $0) }
        }
    }

    /// Returns the state that git passes back when it stores or erases a password from this helper. It distinguishes the
    /// password from a later one of another helper, such as a renewed token.
    static func state(of password: SecretBytes) -> String {
        var digest = [UInt8](repeating: 0, count: 16)
        password.withBytes { bytes in
            let start = bytes.bindMemory(to: UInt8.self).baseAddress
            crypto_generichash(&digest, digest.count, start, UInt64(bytes.count), nil, 0)
        }
        return "keychain:seen=\(Hexadecimal.text(digest))"
    }
}
