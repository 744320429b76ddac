// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychainMemory
import SwiftKeychainModel

@_silgen_name("malloc_usable_size")
private func usableSize(_ memory: UnsafeMutableRawPointer) -> Int

/// The memory that the functions for keychain files return, wiped when the caller frees it.
enum ReturnedMemory {
    /// Copies bytes into memory for the caller; zero bytes have a pointer, too.
    static func copy(_ bytes: UnsafeRawBufferPointer) throws(KeychainError)
        -> UnsafeMutableRawPointer
    {
        guard let memory = malloc(max(1, bytes.count)) else {
            throw KeychainError(.allocation, "out of memory")
        }
        UnsafeMutableRawBufferPointer(start: memory, count: bytes.count).copyMemory(from: bytes)
        return memory
    }

    /// Copies a secret; a missing one counts as empty.
    static func copy(_ secret: SecretBytes?) throws(KeychainError)
        -> UnsafeMutableRawPointer
    {
        guard let secret else { return try copy(UnsafeRawBufferPointer(start: nil, count: 0)) }
        return try secret.withBytes(copy)
    }

    /// Wipes and frees memory that ``copy(_:)`` returned.
    static func free(_ memory: UnsafeMutableRawPointer?) {
        guard let memory else { return }
        explicit_bzero(memory, usableSize(memory))
        Glibc.free(memory)
    }

    /// Stores copies of values in a list of attributes: all or none.
    static func fill(
        _ entries: UnsafeMutableBufferPointer<SecKeychainAttribute>, _ values: [[UInt8]?]
    ) throws(KeychainError) {
        var copies: [UnsafeMutableRawPointer?] = []
        do throws(KeychainError) {
            for value in values {
                copies.append(try value?.span.bytes.withUnsafeBytes(copy))
            }
        } catch {
            copies.forEach(free)
            throw error
        }
        for (place, memory) in copies.enumerated() {
            entries[place].data = memory
            entries[place].length = UInt32(values[place]?.count ?? 0)
        }
    }

    /// Wipes and frees the values of a list of attributes.
    static func empty(_ entries: UnsafeMutableBufferPointer<SecKeychainAttribute>) {
        for place in entries.indices {
            free(entries[place].data)
            entries[place].data = nil
            entries[place].length = 0
        }
    }
}
