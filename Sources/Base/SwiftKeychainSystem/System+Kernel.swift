// SPDX-License-Identifier: Apache-2.0
import CKeychainLinux
import Glibc
import SwiftKeychainMemory

// Locks, links and the kernel's keyrings.
extension System {
    /// Locks a file exclusively if no other process has locked it, and returns whether it did.
    package static func tryLock(
        _ descriptor: Int32, _ path: String
    ) throws(SystemError) -> Bool {
        do throws(SystemError) {
            _ = try check(.lock, path) { keychain_flock(descriptor, LOCK_EX | LOCK_NB) }
            return true
        } catch  where error.number == EWOULDBLOCK {
            return false
        }
    }

    /// Returns the status of what `path` leads to, with symbolic links followed.
    package static func status(following path: String) throws(SystemError) -> stat {
        var status = stat()
        _ = try check(.stat, path) { path.withPath { stat($0, &status) } }
        return status
    }

    /// Returns what a symbolic link names; nil when there is no link.
    package static func linkTarget(_ path: String) -> String? {
        var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let count = buffer.withUnsafeMutableBytes { buffer in
            path.withPath { readlink($0, buffer.baseAddress!, buffer.count) }
        }
        return count > 0 ? String(path: buffer[..<count]) : nil
    }

    /// Makes a symbolic link; fails with EEXIST if something has the name.
    package static func symbolicLink(to target: String, at path: String) throws(SystemError) {
        _ = try check(.link, path) {
            path.withPath { path in target.withPath { symlink($0, path) } }
        }
    }

    /// Calls keyctl(2), the kernel's key retention service.
    ///
    /// - Returns: What the operation returns.
    @discardableResult
    package static func keyctl(
        _ operation: Int32, _ first: Int, _ second: Int, _ third: Int = 0, _ fourth: Int = 0
    ) throws(SystemError) -> Int {
        try check(.keyctl, "keyring") {
            keychain_keyctl(operation, first, second, third, fourth)
        }
    }

    /// Makes a key of type `user` in a keyring and returns its number.
    package static func addKey(
        _ description: String, _ payload: UnsafeRawBufferPointer, keyring: Int
    ) throws(SystemError) -> Int {
        try check(.keyctl, "keyring") {
            keychain_add_key(
                "user", description, payload.baseAddress, payload.count, Int32(keyring))
        }
    }
}

/// Environment variables. A process with raised privileges has none.
package enum Environment {
    /// Returns the value of a variable; nil when it is unset or empty.
    package static func value(_ name: String) -> String? {
        guard let value = keychain_secure_getenv(name), value[0] != 0 else { return nil }
        return String(path: value)
    }

    /// Sets a variable, whose value may be a secret.
    package static func set(_ name: [UInt8], _ value: SecretBytes) {
        let terminated = SecretBytes(count: value.count + 1) { buffer in
            value.withBytes { buffer.copyMemory(from: $0) }
        }
        (name + [0]).withUnsafeBytes { name in
            terminated.withBytes { value in
                _ = setenv(
                    name.baseAddress!.assumingMemoryBound(to: CChar.self),
                    value.baseAddress!.assumingMemoryBound(to: CChar.self), 1)
            }
        }
    }

    /// Returns the value of a variable that is an absolute path, in its one spelling; the XDG base directories ignore
    /// relative ones.
    package static func absolutePath(_ name: String) -> String? {
        value(name).flatMap { $0.utf8.first == UInt8(ascii: "/") ? $0.plainPath : nil }
    }
}
