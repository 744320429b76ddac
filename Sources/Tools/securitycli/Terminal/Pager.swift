// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychain
import SwiftKeychainSystem

/// The user's pager, which takes the place of standard output on a terminal.
final class Pager {
    private let child: ChildProcess
    /// The terminal, to be put back.
    private let terminal: Int32

    /// Starts `$PAGER`, or `less` if it is installed.
    ///
    /// - Returns: nil if standard output is no terminal, the user may not be asked, or there is no pager.
    init?() {
        guard UserInteraction.isAllowed, Output.isTerminal, isatty(STDIN_FILENO) == 1,
            ![nil, "dumb"].contains(Environment.value("TERM"))
        else { return nil }
        let chosen = Environment.value("PAGER")
        let program = (chosen ?? "less").split(separator: " ").first.map(String.init) ?? "cat"
        // A path, and a variable before the program, are for the shell.
        guard chosen != "cat",
            program.contains("/") || program.contains("=") || ChildProcess.path(of: program) != nil
        else { return nil }
        // End at once if the text fits the screen, show colours, and keep no file of what is searched for.
        setenv("LESS", "FRX", 0)
        setenv("LESSHISTFILE", "-", 0)
        guard
            let child = ChildProcess(["sh", "-c", chosen ?? "less"], piped: 0, silenced: [])
        else { return nil }
        // Ctrl-C is for the pager; a program that ends before it would leave it with the shell.
        signal(SIGINT, SIG_IGN)
        signal(SIGQUIT, SIG_IGN)
        terminal = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)
        dup2(child.descriptor, STDOUT_FILENO)
        self.child = child
    }

    /// Waits until the user has left the pager.
    func end() {
        dup2(terminal, STDOUT_FILENO)
        close(terminal)
        _ = child.end()
        signal(SIGINT, SIG_DFL)
        signal(SIGQUIT, SIG_DFL)
    }
}
