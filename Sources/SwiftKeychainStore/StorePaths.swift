/// The paths of the files of a store.
package struct StorePaths: Sendable, Equatable {
    package let directory: String
    package let fileName: String

    package static let standardFileName = "keychain-2.db"

    package var database: String { directory + "/" + fileName }
    /// The database under construction; what is left of it after a crash means nothing.
    package var building: String { database + ".building" }
    /// A finished replacement of the database, waiting to take its place.
    package var replacement: String { Self.replacement(database) }
    /// An empty file: overwritten pages may lie in the log that must not stay there.
    package var rewriting: String { database + ".rewriting" }

    package var lock: String { lockPrefix + "keychain.lock" }
    package var writerLock: String { lockPrefix + "writer.lock" }

    /// Stores that are not the folder's own one have locks of their own beside them.
    private var lockPrefix: String {
        directory + "/" + (fileName == Self.standardFileName ? "" : fileName + ".")
    }

    package static func log(_ database: String) -> String { database + "-wal" }
    package static func replacement(_ database: String) -> String { database + ".replacement" }
    package static func index(_ database: String) -> String { database + "-shm" }
}
