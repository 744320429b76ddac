// SPDX-License-Identifier: Apache-2.0
import CKeychainLinux
import Glibc
import SwiftKeychainSystem

/// The environment that decides whether and how the user can be asked. Tests make their own.
package struct PromptEnvironment: Sendable {
    /// The program, `$KEYCHAIN_PINENTRY`; nil for the first of the usual names on ``path``.
    package var pinentry: String?
    package var path: String
    /// The terminal that a child of this process can read; nil if there is none.
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

    /// The environment of this process. With raised privileges no variable is read, and
    /// ``program()`` finds no program, because it would run with these privileges.
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

    /// The variables of a desktop, of which a process that started before it has none, or those of an earlier one.
    package static let desktopVariables = [
        "DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY", "XDG_SESSION_TYPE",
    ]

    /// The values of ``desktopVariables`` that count instead of the process's own; nil if its own do.
    package static let desktop = AtomicValue<[String: String]?>(nil)

    /// The variables passed to the pinentry: display, session and language. Others could make it
    /// load code or read files (GTK_MODULES, TERMINFO).
    private static let passedVariables = [
        "DBUS_SESSION_BUS_ADDRESS", "DISPLAY", "HOME", "LANG", "LANGUAGE", "LC_ALL", "LC_CTYPE",
        "LC_MESSAGES", "LOGNAME", "PATH", "PINENTRY_USER_DATA", "TERM", "USER", "WAYLAND_DISPLAY",
        "XAUTHORITY", "XDG_RUNTIME_DIR", "XDG_SESSION_TYPE",
    ]

    /// Returns the environment of a pinentry as C strings, which the caller frees.
    static func variables() -> [UnsafeMutablePointer<CChar>?] {
        let desktop = desktop.value
        return passedVariables.compactMap { name in
            if let desktop, desktopVariables.contains(name) {
                return desktop[name].flatMap { strdup("\(name)=\($0)") }
            }
            guard let value = keychain_secure_getenv(name) else { return nil }
            var bytes = Array("\(name)=".utf8CString.dropLast())
            bytes.append(contentsOf: UnsafeBufferPointer(start: value, count: strlen(value) + 1))
            return strdup(bytes)
        }
    }

    private static func value(_ name: String) -> String? {
        if let desktop = desktop.value, desktopVariables.contains(name) {
            return desktop[name]
        }
        return Environment.value(name)
    }

    /// Returns the controlling terminal if this process is in its foreground. A background process
    /// is stopped when it reads the terminal.
    private static func foregroundTerminal() -> String? {
        let descriptor = keychain_open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC, 0)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        return tcgetpgrp(descriptor) == getpgrp() ? "/dev/tty" : nil
    }

    /// Whether a question appears at the terminal itself: that of a command, if no pinentry is found.
    var asksAtTerminal: Bool {
        UserInteraction.isCommand && terminal != nil && keychain_has_raised_privileges() == 0
            && (try? program()) == nil
    }

    /// The reason why the user can't be asked; nil if the user can.
    var obstacle: PromptFailure? {
        if asksAtTerminal { return nil }
        do throws(PromptFailure) {
            _ = try program()
            return nil
        } catch {
            return error
        }
    }

    /// Returns the path of the program.
    ///
    /// - Throws: `unavailable` if there is neither a terminal nor a display, or no program is
    ///   found.
    func program() throws(PromptFailure) -> String {
        if keychain_has_raised_privileges() != 0 {
            throw .unavailable("the process has raised privileges")
        }
        guard terminal != nil || hasDisplay else {
            throw .unavailable("no terminal and no display")
        }
        let names = pinentry.map { [$0] } ?? ["pinentry", "pinentry-curses", "pinentry-tty"]
        for name in names {
            if name.contains("/") {
                if name.hasPrefix("/"), access(name, X_OK) == 0 { return name }
                continue
            }
            // Skip relative folders: the current folder must not choose the program.
            for folder in path.split(separator: ":") where folder.hasPrefix("/") {
                if access("\(folder)/\(name)", X_OK) == 0 { return "\(folder)/\(name)" }
            }
        }
        throw .unavailable("\(names[0]) was not found; check KEYCHAIN_PINENTRY and PATH")
    }
}
