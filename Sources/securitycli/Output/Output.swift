import Glibc
import SwiftKeychainMemory
import SwiftKeychainSystem

/// A buffered file descriptor, whose buffer is wiped after each write.
///
/// Nothing more is written after the first error, which ``flush()`` throws.
final class Output {
    private let descriptor: Int32
    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 32 << 10, alignment: 16)
    private var used = 0
    /// The errno of the first failed write; 0 for none.
    private var failure: Int32 = 0

    init(descriptor: Int32) { self.descriptor = descriptor }

    deinit {
        explicit_bzero(buffer.baseAddress!, used)
        buffer.deallocate()
    }

    func write(_ text: String) {
        var text = text
        text.withUTF8 { write(UnsafeRawBufferPointer($0)) }
    }

    func write(_ bytes: UnsafeRawBufferPointer) {
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

    func write(byte: UInt8) {
        if used == buffer.count { drain() }
        buffer[used] = byte
        used += 1
    }

    func writeBase64(_ bytes: UnsafeRawBufferPointer) {
        Base64.encode(bytes) { write(byte: $0) }
    }

    /// Writes the rest of the buffer.
    func flush() throws(CommandFailure) {
        drain()
        let number = failure
        failure = 0
        if number != 0 { throw .output(number) }
    }

    private func drain() {
        var written = 0
        while written < used, failure == 0 {
            let count = Glibc.write(descriptor, buffer.baseAddress! + written, used - written)
            if count >= 0 {
                written += count
            } else if errno == EAGAIN {
                var waited = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                poll(&waited, 1, -1)
            } else if errno != EINTR {
                failure = errno
            }
        }
        explicit_bzero(buffer.baseAddress!, used)
        used = 0
    }
}
