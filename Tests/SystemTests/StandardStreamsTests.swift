// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import SwiftKeychainMemory
import SwiftKeychainSystem
import Testing

@Suite struct StandardStreamsTests {
    private func ends() throws -> [Int32] {
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        return ends
    }

    @Test func linesAreReadOneByOne() throws {
        let ends = try ends()
        defer { close(ends[0]) }
        #expect(write(ends[1], "one\n\nlast", 9) == 9)
        close(ends[1])
        for line in ["one", "", "last"] {
            let read = try StandardStreams.readLine(from: ends[0], upTo: 100)
            #expect(read == SecretBytes(copying: line.utf8))
        }
        #expect(try StandardStreams.readLine(from: ends[0], upTo: 100) == nil)
        #expect(try StandardStreams.readLine(from: -1, upTo: 100) == nil)
    }

    /// Another process can have set the flag for an input that it shares.
    @Test func aLineIsWaitedForWhereReadingDoesNotBlock() throws {
        let ends = try ends()
        defer { for end in ends { close(end) } }
        #expect(fcntl(ends[0], F_SETFL, O_NONBLOCK) == 0)
        #expect(write(ends[1], "first", 5) == 5)
        let (input, output) = (ends[0], ends[1])
        let thread = Thread {
            // Until the beginning was read.
            var count: Int32 = 1
            while ioctl(input, UInt(FIONREAD), &count) == 0, count > 0 { usleep(1000) }
            write(output, " last\n", 6)
        }
        thread.start()
        let line = try StandardStreams.readLine(from: input, upTo: 100)
        #expect(line == SecretBytes(copying: "first last".utf8))
    }

    /// The beginning of a password isn't the password. The end of a terminal whose user has gone reports an error.
    @Test func aLineThatBreaksOffIsAnError() throws {
        let master = open("/dev/ptmx", O_RDWR | O_NOCTTY)
        defer { close(master) }
        var (number, isLocked): (Int32, Int32) = (0, 0)
        // TIOCSPTLCK and TIOCGPTN, which are macros that Swift doesn't read.
        try #require(ioctl(master, UInt(0x4004_5431), &isLocked) == 0)
        try #require(ioctl(master, UInt(0x8004_5430), &number) == 0)
        let other = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY)
        #expect(write(other, "secr", 4) == 4)
        close(other)
        let error = #expect(throws: SystemError.self) {
            try StandardStreams.readLine(from: master, upTo: 100)
        }
        #expect(error?.number == EIO)
    }
}
