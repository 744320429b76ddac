// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc

/// A child on a terminal of its own, and the user at that terminal.
final class PseudoTerminal {
    private let master: Int32
    let child: Child
    /// Keeps the folder of the test while the child may use it.
    private let workshop: Workshop
    private(set) var screen = ""

    /// - Parameter columns: the width of the terminal; 0 if it isn't known.
    init(_ words: [String], in workshop: Workshop, columns: UInt16 = 0) throws {
        self.workshop = workshop
        master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        var number: Int32 = 0
        var isLocked: Int32 = 0
        guard master >= 0, ioctl(master, Self.setLock, &isLocked) == 0,
            ioctl(master, Self.getNumber, &number) == 0
        else { throw Child.Failure(text: "no pseudo terminal") }
        var size = winsize(ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        if columns > 0 { _ = ioctl(master, UInt(TIOCSWINSZ), &size) }
        // The first terminal that the leader of a session opens becomes the session's own.
        child = try Child(
            words.map { Array($0.utf8) }, environment: workshop.environment,
            descriptors: [.file("/dev/pts/\(number)", O_RDWR), .same(0), .same(0)])
    }

    // TIOCSPTLCK and TIOCGPTN, which are macros that Swift does not read.
    private static let setLock: UInt = 0x4004_5431
    private static let getNumber: UInt = 0x8004_5430

    deinit { close(master) }

    /// Types `text`, as it is.
    func type(_ text: String) {
        _ = text.withCString { write(master, $0, strlen($0)) }
    }

    /// Reads until the screen shows `text` behind what was waited for before.
    ///
    /// - Returns: false when it does not within twenty seconds, or the child has ended.
    func wait(for text: String) -> Bool {
        let limit = ContinuousClock.now + .seconds(20)
        while true {
            if let range = screen.range(of: text, range: seen..<screen.endIndex) {
                seen = range.upperBound
                return true
            }
            var polled = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
            poll(&polled, 1, 200)
            if polled.revents & Int16(POLLIN) != 0 {
                guard readSome() else { return false }
            } else if polled.revents != 0 || ContinuousClock.now > limit {
                return false
            }
        }
    }

    /// Reads until `state` is so.
    ///
    /// - Returns: false when it is not within twenty seconds.
    func waits(until state: (PseudoTerminal) -> Bool) -> Bool {
        let limit = ContinuousClock.now + .seconds(20)
        while !state(self) {
            if ContinuousClock.now > limit { return false }
            var polled = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
            if poll(&polled, 1, 10) > 0, polled.revents & Int16(POLLIN) != 0 { _ = readSome() }
        }
        return true
    }

    /// Reads the rest of the output.
    ///
    /// - Returns: as ``Child/wait()``; a child that does not end in twenty seconds is killed.
    func end() -> Int32 {
        let limit = ContinuousClock.now + .seconds(20)
        var status: Int32?
        while status == nil {
            var polled = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
            // Read on: a child that cannot print would not end.
            if poll(&polled, 1, 10) > 0, polled.revents & Int16(POLLIN) != 0 { _ = readSome() }
            if ContinuousClock.now > limit { kill(child.pid, SIGKILL) }
            status = child.poll()
        }
        var polled = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
        while poll(&polled, 1, 0) > 0, polled.revents & Int16(POLLIN) != 0, readSome() {}
        return status ?? -999
    }

    /// Whether the terminal shows what is typed.
    var echoes: Bool {
        var state = termios()
        tcgetattr(master, &state)
        return state.c_lflag & tcflag_t(ECHO) != 0
    }

    private lazy var seen = screen.startIndex

    private func readSome() -> Bool {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = read(master, &buffer, buffer.count)
        guard count > 0 else { return false }
        let position = screen.utf8.distance(from: screen.startIndex, to: seen)
        screen += String(decoding: buffer[..<count], as: UTF8.self)
        seen = screen.utf8.index(screen.startIndex, offsetBy: position)
        return true
    }
}
