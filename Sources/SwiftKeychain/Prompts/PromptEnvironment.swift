import CKeychainLinux
import Glibc
import SwiftKeychainSystem

/// The environment that decides whether and how the user can be asked; tests make their own.
package struct PromptEnvironment: Sendable {
    /// The program, `$KEYCHAIN_PINENTRY`; nil: the first of the usual names on ``path``.
    package var pinentry: String?
    package var path: String
    /// The terminal that a child of this process can read; nil: there is none.
    package var terminal: String?
    package var terminalType: String?
    package var hasDisplay: Bool
    package var display: String?
    package var characterType: String?
    package var messages: String?

    package init(pinentry: String? = nil, path: String = "/usr/bin:/bin", terminal: String? = nil) {
        self.pinentry = pinentry
        self.path = path
        self.terminal = terminal
        hasDisplay = false
    }

    /// The environment of the process. A process with raised privileges ignores it and can't ask,
    /// because pinentry would run with its privileges.
    package static var current: PromptEnvironment {
        var environment = PromptEnvironment(
            pinentry: value("KEYCHAIN_PINENTRY"), path: value("PATH") ?? "/usr/bin:/bin",
            terminal: foregroundTerminal())
        environment.terminalType = value("TERM")
        environment.display = value("DISPLAY")
        environment.hasDisplay = environment.display != nil || value("WAYLAND_DISPLAY") != nil
        let all = value("LC_ALL")
        environment.characterType = all ?? value("LC_CTYPE") ?? value("LANG")
        environment.messages = all ?? value("LC_MESSAGES") ?? value("LANG")
        return environment
    }

    /// The variables that a pinentry is given: those that tell it where the display and the session
    /// are, and the language. Others can make it load code or read files (GTK_MODULES, TERMINFO).
    private static let passedOn = [
        "DBUS_SESSION_BUS_ADDRESS", "DISPLAY", "HOME", "LANG", "LANGUAGE", "LC_ALL", "LC_CTYPE",
        "LC_MESSAGES", "LOGNAME", "PATH", "PINENTRY_USER_DATA", "TERM", "USER", "WAYLAND_DISPLAY",
        "XAUTHORITY", "XDG_RUNTIME_DIR", "XDG_SESSION_TYPE",
    ]

    /// The environment of a pinentry, as C strings that the caller frees.
    static func variables() -> [UnsafeMutablePointer<CChar>?] {
        passedOn.compactMap { name in
            guard let value = keychain_secure_getenv(name) else { return nil }
            var bytes = Array("\(name)=".utf8CString.dropLast())
            bytes.append(contentsOf: UnsafeBufferPointer(start: value, count: strlen(value) + 1))
            return strdup(bytes)
        }
    }

    private static func value(_ name: String) -> String? { Environment.value(name) }

    /// The controlling terminal, where this process is in its foreground: a program in the
    /// background is stopped when it reads.
    private static func foregroundTerminal() -> String? {
        let descriptor = keychain_open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC, 0)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        return tcgetpgrp(descriptor) == getpgrp() ? "/dev/tty" : nil
    }

    /// Finds the program.
    ///
    /// - Throws: `unavailable` when there is neither terminal nor display, and when no program is
    ///   found.
    func program() throws(PromptFailure) -> String {
        if keychain_has_raised_privileges() != 0 {
            throw .unavailable("the program runs with the privileges of another")
        }
        guard terminal != nil || hasDisplay else { throw .unavailable("no terminal, no display") }
        let names = pinentry.map { [$0] } ?? ["pinentry", "pinentry-curses", "pinentry-tty"]
        for name in names {
            if name.contains("/") {
                if name.hasPrefix("/"), access(name, X_OK) == 0 { return name }
                continue
            }
            // A relative folder would let the current one choose the program.
            for folder in path.split(separator: ":") where folder.hasPrefix("/") {
                if access("\(folder)/\(name)", X_OK) == 0 { return "\(folder)/\(name)" }
            }
        }
        throw .unavailable("no \(names[0]) (KEYCHAIN_PINENTRY, PATH)")
    }
}
