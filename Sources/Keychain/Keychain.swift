import KeychainModel

@_exported import KeychainMemory
@_exported import KeychainModel

/// Finds, adds, changes and deletes items in one store, without dictionaries.
///
/// Every call checks its caller, takes its locks for at most five seconds, and is durable when it
/// returns. A keychain holds no open file: it may be copied, sent and used after fork().
public struct Keychain: Sendable {
    /// Where the store lies; a failure to find out is kept for the first call.
    private let location: Result<Location, KeychainError>
    private let system: SystemSources
    /// Who is calling; nil: the running program.
    private let caller: Caller?
    /// The file is somebody's choice: it is not made where it is missing.
    private let mustExist: Bool

    /// Uses the store that the environment names.
    public static var `default`: Keychain { override ?? ofEnvironment }

    /// Replaces ``default`` for a task, in tests.
    @TaskLocal package static var override: Keychain?

    private static let ofEnvironment = Keychain(
        location: Result { () throws(KeychainError) in try Location.ofEnvironment() })

    /// Uses the store file at `path`, with the device key of the default store.
    ///
    /// A name without a slash lies beside the default store. The file must exist: calls throw
    /// `noSuchKeychain` where it does not.
    public init(path: String) {
        self.init(
            location: Self.default.location.map { $0.sibling(path) },
            system: Self.default.system, caller: Self.default.caller, mustExist: true)
    }

    /// Uses the store at `location`, made by the first call when there is none.
    public init(location: Location) {
        self.init(location: .success(location))
    }

    /// Uses a store below `home` as a program with the given access groups would, in tests.
    package init(home: String, groups: [String]? = nil, system: SystemSources = SystemSources()) {
        self.init(
            location: .success(Location(home: home)), system: system,
            caller: groups.map { Caller(groups: $0, isUnsigned: false) } ?? .unsigned)
    }

    private init(
        location: Result<Location, KeychainError>, system: SystemSources = SystemSources(),
        caller: Caller? = nil,
        mustExist: Bool = false
    ) {
        self.location = location
        self.system = system
        self.caller = caller
        self.mustExist = mustExist
    }

    /// Gives the same keychain for a program with other access groups: what this package keeps there
    /// for itself lies in groups that no program is given.
    package func acting(for groups: [String]) -> Keychain {
        Keychain(
            location: location, system: system, caller: Caller(groups: groups, isUnsigned: false),
            mustExist: mustExist)
    }

    /// The path of the database file; empty when nothing says where it lies.
    public var path: String { (try? location.get())?.databasePath ?? "" }

    func engine() throws(KeychainError) -> Engine {
        let location = try location.get()
        if mustExist, !location.exists {
            throw KeychainError(.noSuchKeychain, "\(location.databasePath): no such keychain")
        }
        return try Engines.engine(at: location, system: system)
    }

    func authorisation() throws(KeychainError) -> Authorisation {
        if let caller { return Authorisation(caller: caller) }
        return Authorisation(caller: try Entitlements.current())
    }

}
