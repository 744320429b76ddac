/// Names the files of a store.
struct StorePaths: Sendable, Equatable {
    let directory: String
    let fileName: String

    static let standardFileName = "keychain-2.db"

    var database: String { directory + "/" + fileName }
    /// The database under construction; what is left of it after a crash means nothing.
    var building: String { database + ".building" }
    /// A finished replacement of the database, waiting to take its place.
    var replacement: String { Self.replacement(database) }
    /// An empty file: overwritten pages may lie in the log that must not stay there.
    var rewriting: String { database + ".rewriting" }

    var lock: String { lockPrefix + "keychain.lock" }
    var writerLock: String { lockPrefix + "writer.lock" }

    /// Stores that are not the folder's own one have locks of their own beside them.
    private var lockPrefix: String {
        directory + "/" + (fileName == Self.standardFileName ? "" : fileName + ".")
    }

    static func log(_ database: String) -> String { database + "-wal" }
    static func replacement(_ database: String) -> String { database + ".replacement" }
    static func index(_ database: String) -> String { database + "-shm" }
}
