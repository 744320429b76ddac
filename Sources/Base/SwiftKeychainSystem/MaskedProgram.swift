// SPDX-License-Identifier: Apache-2.0
import CKeychainLinux
import Glibc
import SwiftKeychainMemory

/// A program whose output passes through an ``OutputMask``. To its user it behaves as if it had taken the place of this
/// process: input, order, timing, signals and the way it ends stay the same.
///
/// What may surprise: as with `program | cat`, this process ends when every process that prints has ended.
package struct MaskedProgram {
    /// POSIX_SPAWN_SETSID (<spawn.h>), which is declared only with _GNU_SOURCE.
    private static let newSession: Int16 = 0x80

    /// The `errno` of what failed before the program was started.
    package struct Failure: Error {
        package let number: Int32
    }

    private let mask: OutputMask
    private let pid: pid_t
    private let signals: SignalQueue
    private var streams: [Stream]
    private let terminal: TerminalRelay?
    /// The `errno` of output that could not be written; 0 if all was, or its reader has gone.
    package private(set) var outputFailure: Int32 = 0

    /// Output on its way: where it is read, and where it goes.
    private struct Stream {
        let input: Int32
        let output: Int32
        /// What may be the beginning of a secret.
        var held = SecretBytes(count: 0) { _ in }
    }

    /// Starts a program found by $PATH.
    ///
    /// - Parameters:
    ///   - masked: which of the descriptors 1 and 2 of the program pass the mask, 1 first.
    ///   - usesTerminal: whether the program gets a terminal, on which it reads and prints.
    package init(
        _ words: [[UInt8]], _ mask: OutputMask, masked: [Int32], usesTerminal: Bool
    ) throws(Failure) {
        self.mask = mask
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        var theirs: [Int32] = []
        defer { for end in theirs { close(end) } }
        if usesTerminal {
            let terminal = try TerminalRelay()
            // The first terminal that the leader of a session opens becomes the session's own.
            posix_spawn_file_actions_addopen(&actions, 0, terminal.path, O_RDWR, 0)
            for stream in [1, 2] as [Int32] {
                posix_spawn_file_actions_adddup2(&actions, 0, stream)
            }
            streams = [Stream(input: terminal.descriptor, output: 1)]
            self.terminal = terminal
        } else {
            streams = []
            for output in masked {
                // Two pipes to one file would lose the order of what is printed there.
                if output == 2, masked.contains(1), Self.printsToOneFile {
                    posix_spawn_file_actions_adddup2(&actions, 1, output)
                    continue
                }
                guard let ends = ChildProcess.pipeEnds() else { throw Failure(number: errno) }
                posix_spawn_file_actions_adddup2(&actions, ends[1], output)
                streams.append(Stream(input: ends[0], output: output))
                theirs.append(ends[1])
            }
            terminal = nil
        }
        signals = try SignalQueue()
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        posix_spawnattr_setflags(
            &attributes,
            Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK)
                | (usesTerminal ? Self.newSession : 0))
        var before = signals.before
        posix_spawnattr_setsigmask(&attributes, &before)
        var child: pid_t = 0
        let result = ChildProcess.spawn(words, &child, &actions, &attributes)
        guard result == 0 else { throw Failure(number: result) }
        pid = child
    }

    /// Whether standard output and error are one file.
    private static var printsToOneFile: Bool {
        guard let output = try? System.status(1, "standard output"),
            let error = try? System.status(2, "standard error")
        else { return false }
        return output.isOfSameFile(as: error)
    }

    /// Passes output on until the program and the processes that hold its pipes have ended.
    ///
    /// - Returns: the exit status of the program. If a signal ended it, the same one ends this process.
    package mutating func run() -> Int32 {
        terminal?.begin()
        var status: Int32?
        while status == nil || !streams.isEmpty {
            var polled = [pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0)]
            polled += streams.map { pollfd(fd: $0.input, events: Int16(POLLIN), revents: 0) }
            if let terminal { polled.append(terminal.polled) }
            // A terminal that other processes keep open doesn't end.
            let isDone = terminal != nil && status != nil
            if poll(&polled, nfds_t(polled.count), isDone ? 0 : -1) == 0 { break }
            for index in streams.indices.reversed() where polled[index + 1].revents != 0 {
                if !pass(index) { streams.remove(at: index) }
            }
            if let terminal, polled.last?.revents != 0 { terminal.passInput() }
            if polled[0].revents != 0 { status = takeSignals() ?? status }
        }
        for index in streams.indices { flush(index) }
        terminal?.end()
        return Self.end(as: status ?? 0)
    }

    /// Reads some output of a stream and passes it on; false at the end.
    private mutating func pass(_ index: Int) -> Bool {
        let (stream, mask, size) = (streams[index], mask, 16384)
        var (count, number): (Int, Int32) = (0, 0)
        let bytes = SecretBytes(count: stream.held.count + size) { buffer in
            stream.held.withBytes { buffer.copyMemory(from: $0) }
            count = read(stream.input, buffer.baseAddress! + stream.held.count, size)
            number = errno
        }
        if count < 0, number == EINTR || number == EAGAIN { return true }
        guard count > 0 else {
            flush(index)
            close(stream.input)
            return false
        }
        var isOpen = true
        bytes.withBytes { bytes in
            let whole = UnsafeRawBufferPointer(rebasing: bytes[..<(stream.held.count + count)])
            let passed = mask.pass(whole, isLast: false) {
                isOpen = isOpen && write($0, to: stream.output)
            }
            streams[index].held = SecretBytes(copying: whole[passed...])
        }
        // The reader has closed its end. The program gets SIGPIPE at its next write.
        if !isOpen { close(stream.input) }
        return isOpen
    }

    /// Passes on what was held back.
    private mutating func flush(_ index: Int) {
        let (stream, mask) = (streams[index], mask)
        stream.held.withBytes { bytes in
            _ = mask.pass(bytes, isLast: true) { _ = write($0, to: stream.output) }
        }
        streams[index].held = SecretBytes(count: 0) { _ in }
    }

    /// - Returns: false if nothing more can be written there. A reader that has gone isn't an ``outputFailure``.
    private mutating func write(_ bytes: UnsafeRawBufferPointer, to output: Int32) -> Bool {
        let number = DescriptorOutput.write(bytes, to: output)
        if number != 0, number != EPIPE { outputFailure = number }
        return number == 0
    }

    /// Passes signals on to the program.
    ///
    /// - Returns: the status from `waitpid` once it has ended; nil while it runs.
    private func takeSignals() -> Int32? {
        while let signal = signals.next() {
            switch signal.number {
            case SIGCHLD:
                var status: Int32 = 0
                guard waitpid(pid, &status, WNOHANG | WUNTRACED) == pid else { continue }
                // WIFSTOPPED of <sys/wait.h>, a macro that Swift can't import.
                if status & 0xff != 0x7f { return status }
                stop()
            case SIGWINCH where terminal != nil: terminal?.copySize()
            default:
                // The kernel has sent it to every process of the terminal, the program too.
                if terminal != nil || !signal.isOfKernel { kill(pid, signal.number) }
            }
        }
        return nil
    }

    /// Stops as the program has stopped, so that the shell takes over; both continue together.
    private func stop() {
        terminal?.end()
        raise(SIGSTOP)
        terminal?.begin()
        kill(pid, SIGCONT)
    }

    /// Ends as the program has ended.
    private static func end(as status: Int32) -> Int32 {
        let signal = status & 0x7f
        if signal == 0 { return status >> 8 & 0xff }
        // A core of this process would contain the secrets.
        var limit = rlimit(rlim_cur: 0, rlim_max: 0)
        setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit)
        Glibc.signal(signal, SIG_DFL)
        var set = sigset_t()
        sigemptyset(&set)
        sigaddset(&set, signal)
        pthread_sigmask(SIG_UNBLOCK, &set, nil)
        raise(signal)
        return 128 + signal
    }
}

/// The signals of this process, as a descriptor that can be polled.
private struct SignalQueue {
    typealias Failure = MaskedProgram.Failure

    let descriptor: Int32
    /// Which signals were blocked before.
    let before: sigset_t

    struct Signal {
        let number: Int32
        /// Whether the terminal sent it, not a process.
        let isOfKernel: Bool
    }

    /// Blocks the signals in this thread; ``before`` has the mask for a program that is started.
    init() throws(Failure) {
        let numbers = [
            SIGCHLD, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2, SIGTSTP, SIGCONT, SIGWINCH,
        ]
        var before = sigset_t()
        pthread_sigmask(SIG_SETMASK, nil, &before)
        self.before = before
        descriptor = keychain_signals(numbers, Int32(numbers.count))
        if descriptor < 0 { throw Failure(number: errno) }
    }

    func next() -> Signal? {
        var isOfKernel: Int32 = 0
        let number = keychain_next_signal(descriptor, &isOfKernel)
        return number == 0 ? nil : Signal(number: number, isOfKernel: isOfKernel != 0)
    }
}
