// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain

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

    /// Whether git can't take a byte: it ends lines with a line break, and drops a carriage return there.
    static func isUnfit(_ byte: UInt8) -> Bool { [0, 10, 13].contains(byte) }

    /// Returns the secret with the given lines.
    static func joined(
        _ password: SecretBytes, _ lines: [(name: String, value: SecretBytes)]
    ) -> SecretBytes {
        // The full size, so that the buffer needn't grow; 2 is for "\n" and "=".
        let buffer = SecretBuffer(
            capacity: lines.reduce(password.count) { $0 + $1.name.utf8.count + $1.value.count + 2 })
        func append(_ bytes: UnsafeRawBufferPointer) {
            _ = buffer.appendBytes { room in
                room.copyMemory(from: bytes)
                return bytes.count
            }
        }
        password.withBytes { append($0) }
        for (name, value) in lines {
            for byte in "\n\(name)=".utf8 { _ = buffer.append(byte) }
            value.withBytes { append($0) }
        }
        return buffer.secret
    }

    /// Returns the lines of a secret; the first is the password.
    ///
    /// - Throws: for a password that git can't take: its lines end with a line break, and a second line
    ///   would be read as another value.
    static func lines(of secret: SecretBytes) throws(HelperFailure) -> [SecretBytes] {
        try secret.withBytes(lines(in:))
    }

    private static func lines(
        in bytes: UnsafeRawBufferPointer
    ) throws(HelperFailure) -> [SecretBytes] {
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
