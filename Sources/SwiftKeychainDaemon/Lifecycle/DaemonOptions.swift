import Glibc
import SwiftKeychainModel
import SwiftKeychainRemote
import SwiftKeychainService
import SwiftKeychainSystem

/// The options of the program `securityd`.
package struct DaemonOptions: Sendable {
    package enum Action: Sendable { case run, check, help, version }

    package struct Invalid: Error { package let words: String }

    package private(set) var action = Action.run
    private var mode: DaemonMode?
    private var socket: String?
    private var stores: String?

    package static let usage = """
        usage: securityd --user|--system [--socket PATH] [--stores FOLDER] [--check]
               securityd --help|--version

        Keeps keychains and serves the programs that connect to its socket.

          --user            keep the keychain of this user, for this user
          --system          keep a keychain for each user of the machine
          --socket PATH     listen at PATH; default $XDG_RUNTIME_DIR/keychain/securityd.sock with
                            --user, \(ServiceMode.systemSocket) with --system
          --stores FOLDER   where --system keeps the keychains; default /var/lib/keychains
          --check           check the configuration and exit
          --help            print this text
          --version         print the version

        It runs in the foreground, logs to standard error, and stops on SIGTERM or SIGINT.
        """

    /// Reads the words after the program's name.
    package init(_ words: [String]) throws(Invalid) {
        var rest = words[...]
        while let word = rest.popFirst() {
            func value() throws(Invalid) -> String {
                guard let value = rest.popFirst() else {
                    throw Invalid(words: "\(word): needs a value")
                }
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
        if stores != nil, mode == .user { throw Invalid(words: "--stores: only with --system") }
    }

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
        func check(_ body: () throws(KeychainError) -> Void) {
            do throws(KeychainError) {
                try body()
            } catch {
                problems.append(error.detail)
            }
        }
        let folder = socket.lastIndex(of: "/").map { String(socket[..<$0]) } ?? ""
        if System.exists(folder) {
            check { () throws(KeychainError) in
                try UnixSocket.requireSafeFolder(socket, owner: nil)
            }
        }
        let place = home ?? Location(home: stores + "/0")
        check { () throws(KeychainError) in _ = try ServiceMode.written(for: place) }
        problems += PeerRules(mode).check().filter(\.isProblem).map(\.text)
        if mode == .system, System.exists(stores) {
            guard System.exists(stores, for: R_OK | W_OK | X_OK) else {
                return problems + ["\(stores): user \(geteuid()) can't use this folder"]
            }
        }
        return problems
    }
}
