// SPDX-License-Identifier: Apache-2.0
import CKeychainLinux
import Glibc
import SwiftKeychainModel
import SwiftKeychainSeam
import SwiftKeychainSystem

/// One connection to securityd, used by one thread at a time.
final class RemoteConnection: @unchecked Sendable {
    private let descriptor: Int32
    /// The process that connected; a child of fork() must not use its parent's connections.
    private let epoch = ProcessEpoch.current
    /// The effective user that connected. securityd carries out every request of the connection as this user.
    private let effectiveUser = geteuid()
    private let path: String
    private var reader = FrameReader()
    /// Whether a request may be sent: no reply is outstanding.
    private var isIdle = true
    /// Whether a reply has arrived. securityd may close such a connection between two calls, which isn't an error.
    private var hasReplied = false

    /// Connects, and verifies the server's user before sending anything. Connects again if securityd has no room for
    /// another connection of the user.
    ///
    /// - Throws: `notAvailable`, naming the socket, when nothing answers or something else does.
    static func make(
        to address: RemoteAddress, _ deadline: Deadline
    ) throws(KeychainError) -> RemoteConnection {
        while true {
            let connection = try RemoteConnection(to: address, deadline)
            if try connection.greet(address, deadline) { return connection }
            guard !deadline.hasPassed else {
                throw connection.failure("securityd has no room for another connection")
            }
            // The user has too many connections at the moment. Each one that ends makes room for another.
            usleep(5000)
        }
    }

    /// Returns the process that serves connections: that of the greeting, as the kernel says. The process that listens is
    /// systemd if that has started securityd.
    ///
    /// - Throws: `notAvailable`, naming the socket, when nothing answers or something else does.
    static func process(at address: RemoteAddress, _ deadline: Deadline) throws(KeychainError)
        -> pid_t
    {
        let connection = try RemoteConnection(to: address, deadline, reportsSenders: true)
        var (byte, passed, count, sender): (UInt8, Int32, Int32, pid_t) = (0, 0, 0, 0)
        while keychain_receive(connection.descriptor, &byte, 1, &sender, &passed, &count) < 0,
            errno == EAGAIN || errno == EINTR
        {
            guard UnixSocket.wait(connection.descriptor, toWrite: false, deadline) else { break }
        }
        guard sender > 0 else { throw connection.failure("securityd doesn't answer") }
        return sender
    }

    /// Connects, checks who serves the socket, and only then says hello.
    ///
    /// - Parameter reportsSenders: whether the kernel says from which process each message is.
    private init(
        to address: RemoteAddress, _ deadline: Deadline, reportsSenders: Bool = false
    ) throws(KeychainError) {
        path = address.socket
        try UnixSocket.requireSafeFolder(path, owner: address.owner)
        descriptor = try UnixSocket.make()
        DescriptorRegistry.register(descriptor)
        // deinit closes the descriptor from here on, also when this initializer throws.
        if reportsSenders, keychain_report_senders(descriptor) != 0 {
            throw failure(String(cString: strerror(errno)))
        }
        try connect(deadline)
        try checkServer(address.owner)
    }

    deinit {
        // After fork() the descriptor was closed, and its number may be in use again.
        if epoch == ProcessEpoch.current { DescriptorRegistry.close(descriptor) }
    }

    /// Connects the socket; waits until the deadline while securityd's queue is full.
    private func connect(_ deadline: Deadline) throws(KeychainError) {
        var waits = false
        defer { if waits { UnixSocket.setWaiting(descriptor, until: nil) } }
        while true {
            let result = try UnixSocket.withAddress(path) { Glibc.connect(descriptor, $0, $1) }
            if result == 0 { return }
            let number = errno
            switch number {
            case EINTR: continue
            case EAGAIN where !deadline.hasPassed:
                // The queue of the socket is full. Those that wait for room there have their turns.
                waits = true
                UnixSocket.setWaiting(descriptor, until: deadline)
            default: throw failure("securityd doesn't answer: \(String(cString: strerror(number)))")
            }
        }
    }

    /// Returns the user of the process that listens.
    func user() throws(KeychainError) -> UInt32 {
        var (uid, gid, pid): (UInt32, UInt32, Int32) = (0, 0, 0)
        guard keychain_peer(descriptor, &uid, &gid, &pid) == 0 else {
            throw failure(String(cString: strerror(errno)))
        }
        return uid
    }

    /// Checks that root, the program's own user or the expected owner serves the socket. Otherwise nothing is sent.
    private func checkServer(_ owner: UInt32?) throws(KeychainError) {
        let uid = try user()
        let isOwn = uid == geteuid() && keychain_has_raised_privileges() == 0
        guard uid == 0 || isOwn || uid == owner else {
            throw failure("refused, because user \(uid) answers there")
        }
    }

    /// Returns false if securityd closed the connection without a word.
    ///
    /// Refuses another version of the protocol before it sends the hello, because the versions could disagree about
    /// its fields.
    private func greet(
        _ address: RemoteAddress, _ deadline: Deadline
    ) throws(KeychainError) -> Bool {
        guard let frame = try nextFrame(deadline) else { return false }
        if case .refusal(let error) = frame { throw failure(error.detail, error.code) }
        guard case .greeting(let greeting) = frame else {
            throw failure("not a securityd")
        }
        guard greeting.version == Frame.protocolVersion else {
            throw failure(
                "securityd \(greeting.program) speaks version \(greeting.version) of the protocol,"
                    + " this program's library \(ProgramVersion.text) version"
                    + " \(Frame.protocolVersion): start both again")
        }
        let hello = Frame.Hello(
            program: ProgramVersion.text, nonce: greeting.nonce,
            directory: address.home.directory, deviceKeyPath: address.home.deviceKeyPath)
        _ = try send(Frame.hello(hello).encoded, deadline)
        return true
    }

    /// Waits until securityd has accepted the hello of this program.
    ///
    /// - Throws: `notAvailable`, or why it refuses the program.
    func confirm(_ address: RemoteAddress) throws(KeychainError) {
        let message = Frame.request(
            SentRequest(Request(.file, at: address.home)).encoded, groups: []
        ).encoded
        _ = try perform(message, patience: .seconds(5), progress: nil)
    }

    /// Whether the connection is this process's and its present user's, and no reply is outstanding.
    var isUsable: Bool {
        isIdle && epoch == ProcessEpoch.current && effectiveUser == geteuid()
    }

    /// Whether the next request can be sent: securityd has neither closed the connection nor said anything.
    var isSound: Bool {
        // Bytes between two calls belong to no request. A reply read from them would be that of another request.
        guard isUsable, !reader.hasBytesAhead else { return false }
        var byte: UInt8 = 0
        let count = recv(descriptor, &byte, 1, Int32(MSG_PEEK | MSG_DONTWAIT))
        return count < 0 && errno == EAGAIN
    }

    /// Sends a request and waits for its reply.
    ///
    /// - Parameter patience: how long securityd may stay silent.
    /// - Returns: nil when securityd has closed the connection since its last reply. Nothing was sent then.
    /// - Throws: `notAvailable`, naming the socket, when no reply arrives.
    func perform(
        _ request: Message, patience: Duration, progress: Progress?
    ) throws(KeychainError) -> Message? {
        isIdle = false
        var deadline = Deadline.after(patience)
        guard try send(request, deadline) else { return nil }
        while true {
            switch try receive(deadline, renewedBy: patience) {
            case .reply(let message):
                isIdle = true
                hasReplied = true
                return message
            case .progress(let done, let all):
                progress?(done, all)
                deadline = .after(patience)
            case .refusal(let error): throw failure(error.detail, error.code)
            default: throw failure("securityd sent something else than a reply")
            }
        }
    }

    /// Sends a frame; false when the connection was closed after an earlier reply.
    private func send(_ message: Message, _ deadline: Deadline) throws(KeychainError) -> Bool {
        var writer = FrameWriter(message)
        while true {
            switch writer.write(descriptor) {
            case .done: return true
            case .closed:
                if hasReplied, writer.hasSentNothing { return false }
                // A refusal may have come before the connection was closed.
                if case .refusal(let error)? = try? receive(.after(.zero)) {
                    throw failure(error.detail, error.code)
                }
                throw failure("securityd closed the connection")
            case .incomplete:
                guard UnixSocket.wait(descriptor, toWrite: true, deadline) else {
                    throw failure("securityd didn't read the request in time")
                }
            }
        }
    }

    /// Receives the next frame.
    ///
    /// - Parameter patience: the time that each progress frame adds to the deadline.
    private func receive(
        _ deadline: Deadline, renewedBy patience: Duration? = nil
    ) throws(KeychainError) -> Frame {
        if let frame = try nextFrame(deadline, renewedBy: patience) { return frame }
        throw failure("securityd closed the connection")
    }

    /// Receives a frame; nil if the connection was closed.
    ///
    /// - Parameter patience: how long the other side may be silent in a frame; nil: until the deadline.
    private func nextFrame(
        _ deadline: Deadline, renewedBy patience: Duration? = nil
    ) throws(KeychainError) -> Frame? {
        var deadline = deadline
        let spin = SpinWait()
        while true {
            let outcome: FrameReader.Outcome
            do throws(KeychainError) {
                outcome = try reader.read(descriptor)
                if case .frame(let message) = outcome { return try Frame(decoding: message) }
            } catch {
                throw failure(error.detail)
            }
            if case .closed = outcome { return nil }
            if spin.goesOn() { continue }
            guard UnixSocket.wait(descriptor, deadline) else {
                throw failure("securityd didn't answer in time")
            }
            if let patience { deadline = .after(patience) }
        }
    }

    private func failure(
        _ words: String, _ code: KeychainError.Code = .notAvailable
    ) -> KeychainError {
        KeychainError(code, "\(path): \(words)")
    }
}
