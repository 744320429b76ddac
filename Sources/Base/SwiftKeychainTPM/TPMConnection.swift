// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychainModel
import SwiftKeychainSystem
import Synchronization

/// A connection that carries commands to a TPM and its answers back, each within a deadline.
///
/// libtss2 gets it as a transmission interface (TCTI). Its own interfaces for sockets wait without end, and it
/// would load any library that an environment variable names.
package final class TPMConnection {
    /// The time for one command, in seconds. A chip answers within it; the tests allow a software TPM more
    /// on a busy machine.
    package static let limit = Atomic<Int>(5)
    private static var deadline: ContinuousClock.Instant {
        .now + .seconds(limit.load(ordering: .relaxed))
    }
    /// The largest command and answer.
    fileprivate static let mostBytes = 4096

    let address: TPMAddress
    /// The reason why the connection can't be used any more.
    private(set) var failure: KeychainError?
    private let descriptor: Int32
    /// The process that connected.
    private let epoch = ProcessEpoch.current
    private var deadline = TPMConnection.deadline

    /// - Throws: `unimplemented` where there is no TPM; `notAvailable` for a TPM that can't be opened.
    init(_ address: TPMAddress) throws(KeychainError) {
        self.address = address
        descriptor = try Self.open(address)
        DescriptorRegistry.register(descriptor)
    }

    deinit {
        // After fork() the descriptor was closed, and its number may be in use again.
        if epoch == ProcessEpoch.current { DescriptorRegistry.close(descriptor) }
    }

    /// Opens the device or the socket. The kernel gives `/dev/tpm0` to one program at a time, and few connections wait
    /// at swtpm's socket: wait for the turn.
    private static func open(_ address: TPMAddress) throws(KeychainError) -> Int32 {
        let deadline = deadline
        while true {
            let descriptor = descriptor(of: address)
            if descriptor >= 0 { return descriptor }
            let number = errno
            guard [EINTR, EBUSY, EAGAIN].contains(number), ContinuousClock.now < deadline else {
                throw unreachable(address, number)
            }
            if number != EINTR { usleep(20_000) }
        }
    }

    /// Returns a new descriptor of the device or the socket; -1, with `errno`, if it can't be opened now.
    private static func descriptor(of address: TPMAddress) -> Int32 {
        switch address {
        case .device(let path):
            return path.withPath {
                System.aboveStandardStreams(
                    Glibc.open($0, O_RDWR | O_CLOEXEC | O_NONBLOCK | O_NOCTTY))
            }
        case .socket(let path):
            let kind = Int32(SOCK_STREAM.rawValue) | O_NONBLOCK | O_CLOEXEC
            let descriptor = System.aboveStandardStreams(socket(AF_UNIX, kind, 0))
            guard descriptor >= 0 else { return -1 }
            // Stays so if there is no such address.
            errno = ENAMETOOLONG
            let isConnected =
                System.withSocketAddress(path.pathBytes) { connect(descriptor, $0, $1) } == 0
            if isConnected { return descriptor }
            let number = errno
            close(descriptor)
            errno = number
            return -1
        }
    }

    /// Returns the error of an address that can't be opened. A missing device means that there is no TPM (`unimplemented`).
    private static func unreachable(_ address: TPMAddress, _ number: Int32) -> KeychainError {
        switch number {
        case ENOENT, ENODEV, ENXIO:
            KeychainError(.unimplemented, "\(address): this machine has no TPM 2.0 there")
        case EACCES, EPERM:
            KeychainError(
                .notAvailable,
                "\(address): no permission; the group of the device (tss on Debian) may use it")
        default:
            KeychainError(
                .notAvailable, "\(address): can't be opened: \(String(cString: strerror(number)))")
        }
    }

    /// Sends a command and returns the answer.
    func exchange(_ command: [UInt8]) throws(KeychainError) -> [UInt8] {
        command.withUnsafeBytes(send)
        let answer = receive()
        if let failure { throw failure }
        return answer
    }

    /// Sends a command without sessions, whose parameters are numbers of four bytes, and returns the code of the result
    /// and the rest of the answer.
    ///
    ///     8001 │ length of all, 4 bytes │ command, 4 bytes │ numbers
    ///     tag │ length of all, 4 bytes │ result, 4 bytes │ rest
    func ask(
        _ command: UInt32, _ numbers: UInt32...
    ) throws(KeychainError) -> (code: UInt32, rest: TPMReader) {
        let bytes = TPMWriter.unsized { writer in
            writer.short(0x8001)
            for number in [UInt32(10 + 4 * numbers.count), command] + numbers {
                writer.long(number)
            }
        }
        var answer = TPMReader(try exchange(bytes))
        guard answer.bytes(6) != nil, let code = answer.long() else {
            throw KeychainError(.internalError, "\(address): the answer isn't one of a TPM")
        }
        return (code, answer)
    }

    /// Asks for values of a capability (TPM2_GetCapability), and returns them.
    ///
    ///     whether more follow, 1 byte │ capability, 4 bytes │ count, 4 bytes │ values
    func capability(
        _ number: UInt32, from first: UInt32, count: UInt32
    ) throws(KeychainError) -> TPMReader {
        var (code, answer) = try ask(0x17a, number, first, count)
        guard code == 0 else { throw TPMResult(code).error(address) }
        guard answer.bytes(9) != nil else { throw malformed }
        return answer
    }

    /// The error for an answer that doesn't have the form of its command.
    var malformed: KeychainError {
        KeychainError(.internalError, "\(address): its answer isn't what was asked for")
    }

    /// Sends all of a command. ``failure`` has the reason if that isn't possible before the deadline.
    fileprivate func send(_ command: UnsafeRawBufferPointer) {
        deadline = Self.deadline
        var sent = 0
        while failure == nil, sent < command.count {
            let start = command.baseAddress! + sent
            var count = Glibc.send(
                descriptor, start, command.count - sent, Int32(MSG_NOSIGNAL))
            // A device isn't a socket.
            if count < 0, errno == ENOTSOCK {
                count = write(descriptor, start, command.count - sent)
            }
            if count > 0 {
                sent += count
            } else if count < 0, errno == EAGAIN {
                wait(for: POLLOUT)
            } else if count == 0 || errno != EINTR {
                fail("the connection ended")
            }
        }
    }

    /// Returns a whole answer, whose header gives its length; empty after a failure.
    fileprivate func receive() -> [UInt8] {
        var answer = [UInt8](repeating: 0, count: Self.mostBytes)
        var count = 0
        // The header: a tag of two bytes, the length of all, and the result.
        var whole = 10
        while failure == nil, count < whole {
            wait(for: POLLIN)
            if failure != nil { break }
            let got = answer.withUnsafeMutableBytes {
                read(descriptor, $0.baseAddress! + count, $0.count - count)
            }
            if got > 0 {
                count += got
                if count >= 10 {
                    whole = answer[2..<6].reduce(0) { $0 << 8 | Int($1) }
                    if whole < 10 || whole < count || whole > Self.mostBytes {
                        fail("the answer isn't one of a TPM")
                    }
                }
            } else if got == 0 || errno != EAGAIN && errno != EINTR {
                fail("the connection ended")
            }
        }
        if failure != nil { return [] }
        answer.removeLast(answer.count - count)
        return answer
    }

    /// Waits until the descriptor is ready, or sets ``failure`` at the deadline.
    private func wait(for event: Int32) {
        let milliseconds = max(0, Int32((deadline - ContinuousClock.now) / .milliseconds(1)))
        var entry = pollfd(fd: descriptor, events: Int16(event), revents: 0)
        if milliseconds == 0 || poll(&entry, 1, milliseconds) == 0 {
            fail("no answer within \(Self.limit.load(ordering: .relaxed)) seconds")
        }
    }

    private func fail(_ reason: String) {
        failure = KeychainError(.internalError, "\(address): \(reason)")
    }

    // The interface of libtss2 (`TSS2_TCTI_CONTEXT_COMMON_V1`).

    /// Makes the transmission interface of libtss2 with this connection behind it. The caller frees it, before the
    /// connection goes.
    ///
    ///     0 magic │ 8 version │ 16 transmit │ 24 receive │ 32 four other functions, null │ 64 this connection
    func makeInterface() -> UnsafeMutableRawPointer {
        let interface = UnsafeMutableRawPointer.allocate(byteCount: 72, alignment: 8)
        memset(interface, 0, 72)
        // "SWKCTPM2", which only identifies the interface.
        interface.storeBytes(of: 0x5357_4b43_5450_4d32, as: UInt64.self)
        interface.storeBytes(of: 1, toByteOffset: 8, as: UInt32.self)
        let transmit:
            @convention(c) (UnsafeMutableRawPointer?, Int, UnsafePointer<UInt8>?) -> UInt32 =
                transmitCommand
        let receive:
            @convention(c) (
                UnsafeMutableRawPointer?, UnsafeMutablePointer<Int>?, UnsafeMutablePointer<UInt8>?,
                Int32
            ) -> UInt32 = receiveAnswer
        interface.storeBytes(
            of: unsafeBitCast(transmit, to: Int.self), toByteOffset: 16, as: Int.self)
        interface.storeBytes(
            of: unsafeBitCast(receive, to: Int.self), toByteOffset: 24, as: Int.self)
        interface.storeBytes(
            of: Int(bitPattern: Unmanaged.passUnretained(self).toOpaque()), toByteOffset: 64,
            as: Int.self)
        return interface
    }

    /// Returns the connection whose address is behind the fields of the transmission interface, which take 64 bytes.
    fileprivate static func behind(_ interface: UnsafeMutableRawPointer) -> TPMConnection {
        Unmanaged<TPMConnection>.fromOpaque(
            interface.load(fromByteOffset: 64, as: UnsafeRawPointer.self)
        ).takeUnretainedValue()
    }
}

/// TSS2_TCTI_RC_IO_ERROR.
private let inputOutputError: UInt32 = 0xa000a

/// The function `transmit` of the transmission interface (TCG TSS 2.0 TCTI).
private func transmitCommand(
    _ interface: UnsafeMutableRawPointer?, _ count: Int, _ command: UnsafePointer<UInt8>?
) -> UInt32 {
    guard let interface, let command else { return inputOutputError }
    let connection = TPMConnection.behind(interface)
    connection.send(UnsafeRawBufferPointer(start: command, count: count))
    return connection.failure == nil ? 0 : inputOutputError
}

/// The function `receive` of the transmission interface (TCG TSS 2.0 TCTI). A call without room asks for the size, and
/// gets the largest. libtss2's time limit is ignored, because the connection has its own.
private func receiveAnswer(
    _ interface: UnsafeMutableRawPointer?, _ count: UnsafeMutablePointer<Int>?,
    _ room: UnsafeMutablePointer<UInt8>?, _ timeout: Int32
) -> UInt32 {
    guard let interface, let count else { return inputOutputError }
    guard let room else {
        count.pointee = TPMConnection.mostBytes
        return 0
    }
    let connection = TPMConnection.behind(interface)
    let answer = connection.receive()
    guard connection.failure == nil, answer.count <= count.pointee else { return inputOutputError }
    room.update(from: answer, count: answer.count)
    count.pointee = answer.count
    return 0
}
