// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychainMemory

/// A buffered file descriptor, whose buffer is wiped after each write.
///
/// Nothing more is written after the first error, which ``finish()`` returns.
package final class DescriptorOutput {
    private let descriptor: Int32
    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 32 << 10, alignment: 16)
    private var used = 0
    /// The errno of the first failed write; 0 for none.
    private var failure: Int32 = 0
    /// Called once, before anything is written to the descriptor; it may put another file in its place.
    package var begins: (() -> Void)?

    /// The descriptor stays the caller's to close. Without ``finish()`` the rest of the buffer is lost.
    package init(descriptor: Int32) { self.descriptor = descriptor }

    deinit {
        explicit_bzero(buffer.baseAddress!, used)
        buffer.deallocate()
    }

    package func write(_ text: String) {
        var text = text
        text.withUTF8 { write(UnsafeRawBufferPointer($0)) }
    }

    /// Copies bytes to the buffer, and writes it whenever it is full.
    package func write(_ bytes: UnsafeRawBufferPointer) {
        var rest = bytes[...]
        while !rest.isEmpty {
            if used == buffer.count { drain() }
            let count = min(rest.count, buffer.count - used)
            UnsafeMutableRawBufferPointer(rebasing: buffer[used..<used + count])
                .copyMemory(from: UnsafeRawBufferPointer(rebasing: rest.prefix(count)))
            used += count
            rest = rest.dropFirst(count)
        }
    }

    package func write(byte: UInt8) {
        if used == buffer.count { drain() }
        buffer[used] = byte
        used += 1
    }

    /// Writes bytes as base64 without line ends.
    package func writeBase64(_ bytes: UnsafeRawBufferPointer) {
        Base64.encode(bytes) { write(byte: $0) }
    }

    /// Writes the rest of the buffer.
    ///
    /// - Returns: the errno of the first write that failed since the last call; 0 for none.
    package func finish() -> Int32 {
        drain()
        defer { failure = 0 }
        return failure
    }

    /// Writes all of some bytes; a descriptor that doesn't block is waited for, until the deadline if there is one.
    ///
    /// - Returns: the errno of the write that failed; 0 for none, `ETIMEDOUT` after the deadline.
    package static func write(
        _ bytes: UnsafeRawBufferPointer, to descriptor: Int32,
        until deadline: ContinuousClock.Instant? = nil
    ) -> Int32 {
        var rest = bytes[...]
        while !rest.isEmpty {
            let part = UnsafeRawBufferPointer(rebasing: rest)
            let count = Glibc.write(descriptor, part.baseAddress, part.count)
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno == EAGAIN {
                let remaining = deadline.map { $0 - .now }
                if let remaining, remaining <= .zero { return ETIMEDOUT }
                var waited = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                poll(&waited, 1, remaining.map { Int32($0 / .milliseconds(1)) } ?? -1)
            } else if errno != EINTR {
                return errno
            }
        }
        return 0
    }

    /// Writes the buffer and wipes it, also when writing fails.
    private func drain() {
        if used > 0, let begins {
            self.begins = nil
            begins()
        }
        if failure == 0 {
            failure = Self.write(UnsafeRawBufferPointer(rebasing: buffer[..<used]), to: descriptor)
        }
        explicit_bzero(buffer.baseAddress!, used)
        used = 0
    }

    /// Writes a string of RFC 8259. Unprintable characters are escaped too, for the sake of
    /// terminals.
    ///
    /// - Returns: false if the bytes aren't UTF-8; part of them is written.
    @discardableResult
    package func writeJSONString(_ utf8: UnsafeRawBufferPointer) -> Bool {
        write(byte: UInt8(ascii: "\""))
        var decoder = UTF8()
        var bytes = utf8.makeIterator()
        while true {
            switch decoder.decode(&bytes) {
            case .scalarValue(let scalar): writeInJSON(scalar)
            case .emptyInput:
                write(byte: UInt8(ascii: "\""))
                return true
            case .error: return false
            }
        }
    }

    package func writeJSONString(_ text: String) {
        var text = text
        text.withUTF8 { _ = writeJSONString(UnsafeRawBufferPointer($0)) }
    }

    /// Writes a character of a JSON string, escaped if necessary, as two units of UTF-16 beyond U+FFFF.
    private func writeInJSON(_ scalar: Unicode.Scalar) {
        switch scalar {
        case "\"": write("\\\"")
        case "\\": write("\\\\")
        case "\n": write("\\n")
        case "\r": write("\\r")
        case "\t": write("\\t")
        case _ where scalar.isUnprintable:
            for unit in UTF16.encode(scalar)! {
                write("\\u" + String(unit, radix: 16, width: 4))
            }
        default: for byte in UTF8.encode(scalar)! { write(byte: byte) }
        }
    }
}
