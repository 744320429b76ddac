// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychainSystem

/// A folder as a relay. What copies it to other devices is the user's choice: Syncthing, Nextcloud, a network file system,
/// a medium that is carried around.
///
/// The name `h/1234` is the file `h-1234`. A file appears whole, under its name, when its bytes are on the disk. Nobody reads
/// the copies that tools make of a file that was written twice: their names are no names of a relay.
package final class FolderRelay: Relay {
    /// What the names of files begin with that aren't complete. Tools leave hidden files alone, or copy them in vain.
    private static let temporary = ".tmp-"
    /// How long such a file may be there, in seconds, before it counts as one that a killed process left.
    private static let longestWrite = 24 * 3600

    package let folder: String
    private let watch: FolderWatch

    /// - Throws: ``RelayFailure/unreachable(_:)`` if there is no such folder.
    package init(_ folder: String) throws(RelayFailure) {
        self.folder = folder
        try Self.requireFolder(folder)
        watch = FolderWatch(folder, for: .files)
    }

    /// A folder that isn't there is not an empty one.
    private static func requireFolder(_ folder: String) throws(RelayFailure) {
        let gone = RelayFailure.unreachable("\(folder): no such folder")
        let status: stat
        do throws(SystemError) { status = try System.status(following: folder) } catch {
            throw error.number == ENOENT || error.number == ENOTDIR ? gone : RelayFailure(error)
        }
        if status.st_mode & S_IFMT != S_IFDIR { throw gone }
    }

    private func path(_ name: RelayName) -> String {
        folder + "/" + Self.replace("/", by: "-", in: name.text)
    }

    private static func replace(_ old: Character, by new: Character, in text: String) -> String {
        String(text.map { $0 == old ? new : $0 })
    }

    private func fileNames() throws(RelayFailure) -> [String] {
        do throws(SystemError) { return try System.fileNames(in: folder) } catch {
            throw RelayFailure(error)
        }
    }

    package func list(_ prefix: String, most: Int) throws(RelayFailure) -> [RelayName: RelayTag] {
        try Self.requireFolder(folder)
        let start = Self.replace("/", by: "-", in: prefix)
        var tags: [RelayName: RelayTag] = [:]
        for file in try fileNames() where file.hasPrefix(start) {
            let text = Self.replace("-", by: "/", in: file)
            guard tags.count < most, let name = RelayName(text),
                let tag = try tag(of: name)
            else { continue }
            tags[name] = tag
        }
        return tags
    }

    /// Whatever replaces or changes a file changes its number, or the time of its change, which no program can set.
    package func tag(of name: RelayName) throws(RelayFailure) -> RelayTag? {
        let status: stat?
        do throws(SystemError) { status = try System.status(path(name)) } catch {
            throw RelayFailure(error)
        }
        guard let status, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return RelayTag(
            "\(status.st_ino).\(status.st_size).\(status.st_ctim.tv_sec).\(status.st_ctim.tv_nsec)")
    }

    package func get(_ name: RelayName, most: Int) throws(RelayFailure) -> [UInt8]? {
        let path = path(name)
        let noFile = RelayFailure.noFile("\(path): no regular file")
        let file: (status: stat, bytes: [UInt8]?)
        do throws(SystemError) { file = try Self.read(path, most: most) } catch {
            switch error.number {
            case ENOENT:
                try Self.requireFolder(folder)
                return nil
            // ELOOP: a symbolic link, which isn't followed. ENXIO: a socket.
            case ELOOP, ENXIO: throw noFile
            default: throw RelayFailure(error)
            }
        }
        if let bytes = file.bytes { return bytes }
        if file.status.st_mode & S_IFMT != S_IFREG { throw noFile }
        throw .tooLarge("\(path): larger than \(most) bytes")
    }

    /// Reads a regular file of at most `most` bytes. While a tool copies it there may be fewer than its status says; the
    /// reader checks a hash.
    private static func read(
        _ path: String, most: Int
    ) throws(SystemError) -> (status: stat, bytes: [UInt8]?) {
        let descriptor = try System.open(path, O_RDONLY)
        defer { System.close(descriptor) }
        let status = try System.status(descriptor, path)
        guard status.st_mode & S_IFMT == S_IFREG, status.st_size <= most else {
            return (status, nil)
        }
        return (status, try System.read(descriptor, path, at: 0, count: Int(status.st_size)))
    }

    package func publish(
        _ publication: RelayPublication
    ) throws(RelayFailure) -> RelayPublication.Outcome {
        try Self.requireFolder(folder)
        // A folder has no transactions: another writer may come between this check and the renames below. The next
        // merge notices it by a head that this device doesn't know.
        guard try tag(of: publication.head.name) == publication.former else { return .superseded }
        try removeLeftovers()
        for put in publication.puts { try write(put.name, put.bytes) }
        // After a crash of the machine, the head must not be there without its packs.
        if !publication.puts.isEmpty { try synchronize() }
        try write(publication.head.name, publication.head.bytes)
        try synchronize()
        try remove(publication.removals)
        guard let tag = try tag(of: publication.head.name) else {
            throw .unreachable("\(path(publication.head.name)): vanished")
        }
        return .published(tag)
    }

    package func put(_ name: RelayName, _ bytes: [UInt8]) throws(RelayFailure) {
        try Self.requireFolder(folder)
        try write(name, bytes)
        try synchronize()
    }

    /// Writes a file under a temporary name and renames it. The caller synchronizes the folder.
    private func write(_ name: RelayName, _ bytes: [UInt8]) throws(RelayFailure) {
        let random = String(UInt64.random(in: 0...(.max)), radix: 36)
        let temporary = "\(folder)/\(Self.temporary)\(random)"
        do throws(SystemError) {
            try bytes.span.bytes.withUnsafeBytes { bytes throws(SystemError) in
                try System.writeFile(temporary, bytes)
            }
            try System.rename(temporary, to: path(name))
        } catch {
            try? System.unlink(temporary)
            throw RelayFailure(error)
        }
    }

    /// Writes the folder's entries to the disk.
    private func synchronize() throws(RelayFailure) {
        do throws(SystemError) { try System.synchronize(directory: folder) } catch {
            // Some network file systems can't, and say so.
            if error.number != EINVAL, error.number != ENOTSUP { throw RelayFailure(error) }
        }
    }

    package func remove(_ names: [RelayName]) throws(RelayFailure) {
        for name in names {
            do throws(SystemError) { try System.unlink(path(name)) } catch {
                if error.number != ENOENT { throw RelayFailure(error) }
            }
        }
    }

    /// Removes files that a killed process left.
    private func removeLeftovers() throws(RelayFailure) {
        for file in try fileNames() where file.hasPrefix(Self.temporary) {
            let path = folder + "/" + file
            guard let status = try? System.status(path),
                // The other way round the difference may be no number: anyone can set the time.
                status.st_mtim.tv_sec < Int(time(nil)) - Self.longestWrite
            else { continue }
            try? System.unlink(path)
        }
    }

    /// Short, since inotify doesn't report what other machines change on a network file system.
    package var scanInterval: Duration { .seconds(30) }
    package var gathering: Duration { .milliseconds(200) }

    package func wait(
        _ duration: Duration, or other: FolderWatch?
    ) throws(RelayFailure) -> Bool { watch.wait(duration, or: other) }
}
