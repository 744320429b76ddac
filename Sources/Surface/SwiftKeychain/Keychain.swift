// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel
import SwiftKeychainService

@_exported import SwiftKeychainMemory
@_exported import SwiftKeychainModel
@_exported import SwiftKeychainPKI
@_exported import SwiftKeychainSeam

/// A store of items: finds, adds, changes and deletes them, without dictionaries.
///
/// This module is the client of the service. It turns a call into requests, asks the user for what a request lacks, and
/// evaluates everything that needs certificates, so that no service parses DER. A keychain itself is only a name for a
/// store; its copies share it.
///
/// 1. Each call is one or more requests to `KeychainService`: the engine in this process, or `securityd`. Nothing
///    else opens a store.
/// 2. A change is durable when the call returns.
/// 3. A call waits for other programs for at most five seconds, and then throws `notAvailable`. The user's answer
///    doesn't count: no lock is held during a prompt.
/// 4. Every call checks the access groups of its caller.
///
/// What may surprise: making a keychain opens no file and can't fail; a place that can't be found is reported by the
/// first call. A keychain holds no open file: it may be copied, sent and used after fork().
public struct Keychain: Sendable {
    private let parts: Parts

    /// What the copies of a keychain share.
    private final class Parts: Sendable {
        let location: Result<Location, KeychainError>
        let service: any KeychainService
        let caller: Caller?
        let prompter: Prompter

        init(
            _ location: Result<Location, KeychainError>, _ service: any KeychainService,
            _ caller: Caller?, _ prompter: Prompter
        ) {
            self.location = location
            self.service = service
            self.caller = caller
            self.prompter = prompter
        }
    }

    /// The place of the store; a failure to find out is kept for the first call.
    var location: Result<Location, KeychainError> { parts.location }
    /// What carries out the requests.
    var service: any KeychainService { parts.service }
    /// The program that calls; nil: the running program.
    var caller: Caller? { parts.caller }
    /// How the user is asked, and a passcode checked.
    var prompter: Prompter { parts.prompter }

    /// The user's own keychain, in the store that the environment names; the first call makes it.
    public static var login: Keychain { override ?? ofEnvironment }

    /// Replaces ``login`` for a task, in tests.
    @TaskLocal package static var override: Keychain?

    private static let ofEnvironment = Keychain(
        location: Result(catching: Location.ofEnvironment))

    /// Uses the store file at `path`, with the device key of ``login``.
    ///
    ///     let items = try Keychain(path: "work.keychain-db").find(Query(.genericPassword, .init()))
    ///
    /// A name without a slash is a file next to the store of ``login``; `login`, `login.keychain` and
    /// `login.keychain-db` are that store, and so is its path. `X` and `X-db` name one keychain, the
    /// file that exists. A name in `~/Library/Keychains` is one without a slash, unless that file
    /// exists. `/Library/Keychains/System.keychain` and
    /// `/System/Library/Keychains/SystemRootCertificates.keychain` are read-only views of the
    /// certificates that the system trusts. Any other file must exist and be a keychain: calls throw
    /// `noSuchKeychain` and `invalidKeychain` where it is not.
    public init(path: String) {
        let login = Self.login
        let other = login.at(
            login.location.map { location in
                location.named(path) { login.at(.success($0)).mayExist }
            })
        self = other.path == login.path ? login : other
    }

    /// Uses the store at `location`, made by the first call when there is none.
    ///
    ///     let keychain = Keychain(location: Location(home: "/srv/mail"))
    public init(location: Location) {
        self.init(location: .success(location))
    }

    /// Uses a store below `home` as a program with the given access groups would, in tests.
    ///
    /// - Parameter service: what carries out the requests; nil: the engine of this process.
    package init(
        home: String, groups: [String]? = nil, system: SystemSources = SystemSources(),
        prompter: Prompter = .standard, service: (any KeychainService)? = nil
    ) {
        self.init(
            location: .success(Location(home: home)),
            service: service ?? EmbeddedService(system: system),
            caller: groups.map { Caller(groups: $0) } ?? .unsigned, prompter: prompter)
    }

    init(
        location: Result<Location, KeychainError>,
        service: any KeychainService = ConfiguredService(), caller: Caller? = nil,
        prompter: Prompter = .standard
    ) {
        parts = Parts(location, service, caller, prompter)
    }

    /// Returns the same keychain for a program with other access groups. The package keeps internal data in groups that
    /// no program is given.
    package func acting(for groups: [String]) -> Keychain {
        Keychain(
            location: location, service: service, caller: Caller(groups: groups), prompter: prompter
        )
    }

    /// The same keychain for a program with every access group that can't ask the user, to find what the
    /// caller's groups hide.
    package var withEveryGroup: Keychain {
        var prompter = prompter
        prompter.obstacle = { .unavailable("the search doesn't ask") }
        return Keychain(
            location: location, service: service, caller: Caller(groups: ["*"]), prompter: prompter)
    }

    /// The path of the database file; empty when its place is unknown.
    public var path: String { (try? location.get())?.databasePath ?? "" }

    /// Whether this is the user's own keychain, by whatever name.
    package var isLogin: Bool { path == Self.login.path }

    /// Returns the keychain in another file that shares the device key of this one.
    func sibling(_ path: String) -> Keychain {
        at(location.map { $0.sibling(path, mustExist: true) })
    }

    /// Returns a keychain at another place with the same service and caller. The system's roots have a service that
    /// only reads.
    private func at(_ location: Result<Location, KeychainError>) -> Keychain {
        let isView = SystemRootsService.paths.contains((try? location.get())?.databasePath ?? "")
        return Keychain(
            location: location, service: isView ? SystemRootsService() : service, caller: caller,
            prompter: prompter)
    }

    /// Returns a keychain whose calls throw `error`.
    func failing(_ error: KeychainError) -> Keychain {
        Keychain(location: .failure(error), service: service, caller: caller)
    }
}

extension Keychain: Hashable {
    /// Compares the places of the stores, and whether each must exist; keychains without a place are
    /// equal.
    public static func == (left: Keychain, right: Keychain) -> Bool {
        (try? left.location.get()) == (try? right.location.get())
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(try? location.get()) }
}
