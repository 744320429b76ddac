// SPDX-License-Identifier: Apache-2.0
import CKeychainSodium
import SwiftKeychainMemory
import SwiftKeychainModel

/// The sizes in the sealed stream after the header (Docs/reference/backup.md §3).
enum ArchiveChunk {
    /// The size of the plaintext of every chunk but the last, which may be shorter but not empty.
    static let plaintextBytes = 64 << 10
    /// The bytes that sealing adds: one of tag, sixteen of authentication.
    static let overhead = 17
    static let sealedBytes = plaintextBytes + overhead
    /// The tag of libsodium's secretstream for a chunk that isn't the last (TAG_MESSAGE).
    static let middle = UInt8(0)
    /// The tag of the last chunk (TAG_FINAL).
    static let last = UInt8(3)
}

/// The state of a stream, which holds a key, in locked memory.
private final class ArchiveStream {
    private let buffer = LockedBuffer(
        count: crypto_secretstream_xchacha20poly1305_statebytes())

    /// Begins a stream for sealing or opening: both use the header that was made with the salt.
    init(_ key: ArchiveKey) {
        let result = key.withKey { bytes in
            withState {
                crypto_secretstream_xchacha20poly1305_init_pull(
                    $0, key.header.streamHeader, bytes)
            }
        }
        precondition(result == 0, "a stream begins with any header")
    }

    func withState<Result>(_ body: (OpaquePointer) -> Result) -> Result {
        buffer.withBytes { body(OpaquePointer($0.baseAddress!)) }
    }
}

/// The sealing of a stream of bytes into chunks of one size, each bound to those before it, the last
/// one marked (libsodium's secretstream, XChaCha20-Poly1305).
///
/// A full chunk is kept until more bytes arrive, because the tag of the last one differs.
package final class ArchiveSealer {
    private let state: ArchiveStream
    private let plaintext = LockedBuffer(count: ArchiveChunk.plaintextBytes)
    private var used = 0

    package init(_ key: ArchiveKey) { state = ArchiveStream(key) }

    /// Seals bytes, and returns every chunk that is known not to be the last.
    package func append(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
        var chunks: [UInt8] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            if used == ArchiveChunk.plaintextBytes { chunks += seal(ArchiveChunk.middle) }
            let part = rest.prefix(ArchiveChunk.plaintextBytes - used)
            plaintext.withBytes {
                UnsafeMutableRawBufferPointer(rebasing: $0[used...])
                    .copyMemory(from: UnsafeRawBufferPointer(rebasing: part))
            }
            used += part.count
            rest = rest.dropFirst(part.count)
        }
        return chunks
    }

    /// Returns the last chunk.
    package func finish() -> [UInt8] {
        precondition(used > 0, "an archive holds a record at least")
        return seal(ArchiveChunk.last)
    }

    /// Seals the chunk that was collected. The tag says whether it is the last one, so that a truncated archive is
    /// noticed.
    private func seal(_ tag: UInt8) -> [UInt8] {
        defer { used = 0 }
        return [UInt8](unsafeUninitializedCapacity: used + ArchiveChunk.overhead) {
            output, filled in
            let result = plaintext.withBytes { plaintext in
                state.withState {
                    crypto_secretstream_xchacha20poly1305_push(
                        $0, output.baseAddress!, nil,
                        plaintext.bindMemory(to: UInt8.self).baseAddress!, UInt64(used), nil, 0,
                        tag)
                }
            }
            keychain_clear_vector_registers()
            precondition(result == 0, "sealing fails for no input")
            filled = used + ArchiveChunk.overhead
        }
    }
}

/// The opening of what ``ArchiveSealer`` sealed: every chunk in its place, up to the last one.
final class ArchiveOpener {
    private let state: ArchiveStream
    private let source: ArchiveReader.Source
    private let plaintext = LockedBuffer(count: ArchiveChunk.plaintextBytes)
    private var (position, end) = (0, 0)
    /// A sealed chunk and one more byte, which shows whether another one follows.
    private var sealed = [UInt8](repeating: 0, count: ArchiveChunk.sealedBytes + 1)
    private var carried = 0
    private var isLast = false

    init(_ key: ArchiveKey, _ source: @escaping ArchiveReader.Source) {
        state = ArchiveStream(key)
        self.source = source
    }

    /// Fills `output`.
    ///
    /// - Throws: `decode` when the stream was altered, or ends before.
    func read(into output: UnsafeMutableRawBufferPointer) throws(KeychainError) {
        var filled = 0
        while filled < output.count {
            if position == end { try openNext() }
            let count = min(output.count - filled, end - position)
            plaintext.withBytes {
                UnsafeMutableRawBufferPointer(rebasing: output[filled..<filled + count])
                    .copyMemory(
                        from: UnsafeRawBufferPointer(
                            rebasing: $0[position..<position + count]))
            }
            position += count
            filled += count
        }
    }

    /// Checks that every byte of the stream was read.
    ///
    /// - Throws: `decode` when there are more.
    func finish() throws(KeychainError) {
        guard isLast, position == end else {
            throw KeychainError(.decode, "archive: has bytes after its end")
        }
    }

    /// Reads and opens the next chunk (crypto_secretstream_xchacha20poly1305_pull).
    ///
    /// - Throws: `decode` for a chunk that was changed or moved, and at the end of the file without a last chunk.
    private func openNext() throws(KeychainError) {
        if isLast { throw KeychainError(.decode, "archive: ends inside an item") }
        let first = carried
        let got = try translating {
            try sealed.withUnsafeMutableBytes {
                first + (try source(UnsafeMutableRawBufferPointer(rebasing: $0[first...])))
            }
        }
        let count = min(got, ArchiveChunk.sealedBytes)
        isLast = got <= ArchiveChunk.sealedBytes
        guard count > ArchiveChunk.overhead else {
            throw KeychainError(.decode, "archive: cut off")
        }
        var tag: UInt8 = 0
        let isOpen = plaintext.withBytes { plaintext in
            state.withState {
                crypto_secretstream_xchacha20poly1305_pull(
                    $0, plaintext.bindMemory(to: UInt8.self).baseAddress!, nil, &tag, sealed,
                    UInt64(count), nil, 0) == 0
            }
        }
        keychain_clear_vector_registers()
        guard isOpen else { throw KeychainError(.decode, "archive: cut off or altered") }
        guard tag == (isLast ? ArchiveChunk.last : ArchiveChunk.middle) else {
            throw KeychainError(
                .decode, isLast ? "archive: cut off" : "archive: has bytes after its end")
        }
        (position, end) = (0, count - ArchiveChunk.overhead)
        if !isLast {
            sealed[0] = sealed[ArchiveChunk.sealedBytes]
            carried = 1
        }
    }
}
