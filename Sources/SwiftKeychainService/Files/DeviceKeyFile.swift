import Glibc
import SwiftKeychainSealing
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainSystem

/// The file of the device key: one line of text that only its user can read.
struct DeviceKeyFile: Sendable {
    let path: String

    /// The beginning of the line; 64 hexadecimal digits and a newline follow.
    private static let prefix = "keychain-device-key-1 "
    private static let lineBytes = prefix.utf8.count + 64 + 1

    /// Reads the key; nil when there is no file.
    ///
    /// - Throws: `notAvailable` when the file isn't a device key, is readable by other users, or belongs
    ///   to another user.
    func load() throws(KeychainError) -> DeviceKey? {
        guard let line = try SmallFile.read(path, limit: 4096, check: checkMode) else { return nil }
        let key = try line.withBytes {
            (bytes: UnsafeRawBufferPointer) throws(KeychainError) -> SecretBytes in
            guard bytes.count == Self.lineBytes, bytes.starts(with: Self.prefix.utf8),
                bytes.last == UInt8(ascii: "\n")
            else { throw KeychainError(.notAvailable, "\(path): not a device key") }
            let digits = bytes.dropFirst(Self.prefix.utf8.count).dropLast()
            guard !digits.contains(where: { (UInt8(ascii: "A")...UInt8(ascii: "F")).contains($0) }),
                let key = Hexadecimal.secret(digits)
            else { throw KeychainError(.notAvailable, "\(path): not a device key") }
            return key
        }
        return try DeviceKey(bytes: key)
    }

    /// Reads the key, or creates one. Must be called only when no store exists.
    func loadOrCreate() throws(KeychainError) -> DeviceKey {
        if let key = try load() { return key }
        let key = try DeviceKey.generate()
        let line = key.withBytes { bytes in
            SecretBytes(count: Self.lineBytes) { buffer in
                buffer.copyBytes(from: Self.prefix.utf8)
                var position = Self.prefix.utf8.count
                Hexadecimal.encode(bytes) { digit in
                    buffer[position] = digit
                    position += 1
                }
                buffer[position] = UInt8(ascii: "\n")
            }
        }
        if try SmallFile.create(path, line) { return key }
        guard let other = try load() else {
            throw KeychainError(.notAvailable, "\(path): another process created and deleted it")
        }
        return other
    }

    private func checkMode(_ status: stat) throws(KeychainError) {
        if status.st_mode & 0o077 != 0 {
            let mode = String(status.st_mode & 0o7777, radix: 8)
            throw KeychainError(
                .notAvailable, "\(path): mode 0\(mode) lets other users read the key; run chmod 600"
            )
        }
        if status.st_uid != geteuid(), status.st_uid != 0 {
            throw KeychainError(.notAvailable, "\(path): belongs to user \(status.st_uid)")
        }
    }
}
