// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychainModel
import SwiftKeychainPeers
import SwiftKeychainRemote
import SwiftKeychainService
import SwiftKeychainSystem

/// The options of the program `securityd`.
package struct DaemonOptions: Sendable {
    package enum Action: Sendable {
        case run, check, help, version
        /// Moves the keychains of a user to the service of the system, or back.
        case adopt(user: String), giveBack(user: String)
    }

    /// The error for words that aren't options, which names the wrong one.
    package struct Invalid: Error { package let words: String }

    package private(set) var action = Action.run
    private var mode: DaemonMode?
    private var socket: String?
    private var stores: String?

    package static let usage = """
        usage: securityd --user|--system [--socket PATH] [--stores FOLDER] [--check]
               securityd --system --adopt|--return USER [--socket PATH] [--stores FOLDER]
               securityd --help|--version

        Keeps keychains and serves the programs that connect to its socket.

          --user            keep the keychain of this user, for this user
          --system          keep a keychain for each user of the machine
          --socket PATH     listen at PATH; default $XDG_RUNTIME_DIR/keychain/securityd.sock with
                            --user, \(ServiceMode.systemSocket) with --system
          --stores FOLDER   where --system keeps the keychains; default /var/lib/keychains
          --check           check the configuration and exit
          --adopt USER      as root, move the keychains of a user here
          --return USER     as root, move them back; the service must have been stopped
          --help            print this text
          --version         print the version

        It runs in the foreground, logs to standard error, and stops on SIGTERM or SIGINT.
        """

    /// Reads the words after the program's name.
    ///
    /// `--help` and `--version` end the reading: they need no mode, and words behind them aren't checked.
    package init(_ words: [String]) throws(Invalid) {
        var rest = words[...]
        while let word = rest.popFirst() {
            func text() throws(Invalid) -> String {
                guard let value = rest.popFirst() else {
                    throw Invalid(words: "\(word): needs a value")
                }
                return value
            }
            func value() throws(Invalid) -> String {
                let value = try text()
                guard value.hasPrefix("/") else {
                    throw Invalid(words: "\(word): must be an absolute path")
                }
                return value
            }
            switch word {
            case "--user": try choose(.user)
            case "--system": try choose(.system)
            case "--socket": socket = try value()
            case "--stores": stores = try value()
            case "--check": action = .check
            case "--adopt": action = .adopt(user: try text())
            case "--return": action = .giveBack(user: try text())
            case "--help":
                action = .help
                return
            case "--version":
                action = .version
                return
            default: throw Invalid(words: "\(word.printable): unknown option")
            }
        }
        guard let mode else { throw Invalid(words: "--user or --system must be given") }
        guard mode == .user else { return }
        if stores != nil { throw Invalid(words: "--stores: only with --system") }
        switch action {
        case .adopt, .giveBack: throw Invalid(words: "--adopt and --return: only with --system")
        default: break
        }
    }

    /// Sets the mode, unless the other one was given.
    private mutating func choose(_ new: DaemonMode) throws(Invalid) {
        guard mode == nil || mode == new else {
            throw Invalid(words: "--user and --system exclude each other")
        }
        mode = new
    }

    /// Returns the configuration that the options and the environment name.
    ///
    /// - Throws: `notAvailable` where they name no place.
    package func configuration() throws(KeychainError) -> Daemon.Configuration {
        let mode = mode ?? .user
        var configuration = Daemon.Configuration(
            mode: mode, socket: try standardSocket(mode))
        switch mode {
        case .user: configuration.home = try Location.ofEnvironment()
        case .system: if let stores { configuration.stores = stores }
        }
        return configuration
    }

    /// Returns the move of the keychains of a user, which lie at the standard places in the user's home folder.
    ///
    /// - Parameter name: a name or number.
    /// - Throws: `notAvailable`.
    package func adoption(ofUser name: String) throws(KeychainError) -> SystemAdoption {
        let found = UInt32(name).map { getpwuid($0) } ?? getpwnam(name)
        guard let entry = found?.pointee, let folder = entry.pw_dir.map({ String(path: $0) }),
            folder.hasPrefix("/")
        else { throw KeychainError(.notAvailable, "\(name.printable): no such user") }
        let configuration = try configuration()
        return try SystemAdoption(
            of: SystemAdoption.Account(user: entry.pw_uid, group: entry.pw_gid),
            home: Location(
                directory: folder + "/.local/share/keychains",
                deviceKeyPath: folder + "/.local/state/keychains/device.key"),
            stores: configuration.stores, socket: configuration.socket)
    }

    /// Returns the path of --socket, else that of the mode; a user's socket is in `$XDG_RUNTIME_DIR`.
    private func standardSocket(_ mode: DaemonMode) throws(KeychainError) -> String {
        if let socket { return socket }
        if mode == .system { return ServiceMode.systemSocket }
        guard let socket = ServiceMode.userSocket else {
            throw KeychainError(.notAvailable, "XDG_RUNTIME_DIR: not set; give --socket PATH")
        }
        return socket
    }
}

extension Daemon.Configuration {
    /// Checks what can be checked without taking a store or the socket.
    ///
    /// - Returns: a sentence for each problem.
    package func problems() -> [String] {
        var problems: [String] = []
        func check(_ body: () throws -> Void) {
            do {
                try body()
            } catch {
                problems.append(KeychainError(thrown: error).detail)
            }
        }
        if System.exists(socket.parentFolder) {
            check { try UnixSocket.requireSafeFolder(socket, owner: nil) }
        }
        let place = home ?? Location(home: stores + "/0")
        check {
            _ = try ServiceMode.written(for: place, obeysRootAlone: mode == .system)
        }
        problems += PeerRules(mode).check().filter(\.isProblem).map(\.text)
        if mode == .system, System.exists(stores) {
            guard System.exists(stores, for: R_OK | W_OK | X_OK) else {
                return problems + ["\(stores): user \(geteuid()) can't use this folder"]
            }
        }
        return problems
    }
}
