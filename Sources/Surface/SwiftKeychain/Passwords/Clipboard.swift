// SPDX-License-Identifier: Apache-2.0
import CKeychainLinux
import Glibc
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainSystem

/// Why a password can't be copied.
package struct ClipboardFailure: Error {
    package let text: String
}

/// The clipboard of the user's display, through wl-copy, xclip or xsel.
///
/// It is made before the secret is read: the process that clears it later is a fork of this one, and
/// must have neither the secret nor open files of the store. It gets a hash of the secret through a
/// pipe, and ends at once if there will be none.
package final class Clipboard {
    private let copy: [String]
    private let paste: [String]
    private let clear: [String]
    package let seconds: UInt32
    private var pipe: [Int32] = [-1, -1]

    /// Finds the programs of the display, and starts the process that clears the clipboard after some seconds.
    package init(clearedAfter seconds: UInt32) throws(ClipboardFailure) {
        self.seconds = seconds
        func hasProgram(_ name: String) -> Bool { ChildProcess.path(of: name) != nil }
        if Environment.value("WAYLAND_DISPLAY") != nil, hasProgram("wl-copy") {
            copy = ["wl-copy"]
            paste = ["wl-paste", "--no-newline"]
            clear = ["wl-copy", "--clear"]
        } else if Environment.value("DISPLAY") != nil, hasProgram("xclip") {
            copy = ["xclip", "-selection", "clipboard", "-in"]
            paste = ["xclip", "-selection", "clipboard", "-out"]
            clear = copy
        } else if Environment.value("DISPLAY") != nil, hasProgram("xsel") {
            copy = ["xsel", "--clipboard", "--input"]
            paste = ["xsel", "--clipboard", "--output"]
            clear = ["xsel", "--clipboard", "--clear"]
        } else {
            throw ClipboardFailure(
                text:
                    "the clipboard needs a display, and wl-copy (wl-clipboard), xclip or xsel; none was found"
            )
        }
        guard Glibc.pipe(&pipe) == 0 else {
            throw ClipboardFailure(text: "the clipboard: \(String(cString: strerror(errno)))")
        }
        for end in pipe { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        if keychain_fork() == 0 { clearLater() }
        close(pipe[0])
    }

    deinit { close(pipe[1]) }

    /// Copies `secret`, and has the process clear the clipboard later.
    package func take(_ secret: SecretBytes) throws(ClipboardFailure) {
        guard Self.write(secret, to: copy) else {
            throw ClipboardFailure(text: "the clipboard: \(copy[0]) failed to copy the password")
        }
        var digest = Self.digest(secret)
        _ = Glibc.write(pipe[1], &digest, MemoryLayout<Int>.size)
    }

    /// Runs a program of the desktop and writes the secret to its standard input, never to its arguments; false if it
    /// fails.
    private static func write(_ secret: SecretBytes, to words: [String]) -> Bool {
        guard let child = ChildProcess(words, piped: 0, silenced: [0, 1, 2]) else { return false }
        let output = DescriptorOutput(descriptor: child.descriptor)
        secret.withBytes { output.write($0) }
        let isWritten = output.finish() == 0
        return child.end() && isWritten
    }

    /// Runs the process that clears the clipboard, unless something else was copied meanwhile.
    private func clearLater() -> Never {
        // The user's next Ctrl-C, and the end of the terminal, are not for this process.
        setsid()
        signal(SIGHUP, SIG_IGN)
        // Who reads the output of the command must not wait for this process.
        for descriptor in Int32(0)..<1024 where descriptor != pipe[0] { close(descriptor) }
        for _ in 0...2 { _ = keychain_open("/dev/null", O_RDWR, 0) }
        var digest = 0
        let size = MemoryLayout<Int>.size
        guard read(pipe[0], &digest, size) == size else { _exit(0) }
        var left = seconds
        while left > 0 { left = sleep(left) }
        let child = ChildProcess(paste, piped: 1, silenced: [0, 1, 2])
        if let text = child?.output(upTo: Limits.secretBytes), Self.digest(text) == digest {
            _ = Self.write(SecretBytes(copying: EmptyCollection()), to: clear)
        }
        _exit(0)
    }

    /// Returns a hash with a random key of this process, which reveals nothing about the secret.
    private static func digest(_ secret: SecretBytes) -> Int {
        var hasher = Hasher()
        secret.withBytes { hasher.combine(bytes: $0) }
        return hasher.finalize()
    }
}
