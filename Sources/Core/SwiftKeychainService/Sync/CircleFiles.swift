// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychainCircle
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainSeam
import SwiftKeychainSystem

/// The heads and packs of the circle as they are on the relay, in the folder `sync` next to the store.
///
/// A file has the hash of its bytes as its name, so that none can be exchanged for another. All of them can be fetched
/// again, but for what this device hasn't published yet.
struct CircleFiles {
    /// The kinds of files. The raw value is what their names begin with.
    enum Kind: String, CaseIterable {
        case head = "h-"
        case pack = "p-"

        fileprivate var longest: Int { self == .head ? Head.longest : Pack.longestFile }
    }

    private let folder: String

    init(of location: Location) { folder = location.beside(Location.syncFolderName) }

    private func path(_ kind: Kind, _ hash: [UInt8]) -> String {
        "\(folder)/\(kind.rawValue)\(Hexadecimal.text(hash))"
    }

    /// Returns the bytes with a hash; nil if they aren't there, or damaged.
    func bytes(_ kind: Kind, _ hash: [UInt8]) -> [UInt8]? {
        let contents = try? SmallFile.read(path(kind, hash), limit: kind.longest)
        guard let contents else { return nil }
        let bytes = contents.withBytes { Array($0) }
        return Pack.hash(bytes) == hash ? bytes : nil
    }

    /// Returns a pack; nil if a file of it isn't there, or damaged.
    func pack(_ reference: HeadBody.PackReference) -> [UInt8]? {
        var pack: [UInt8] = []
        for file in reference.files {
            guard let bytes = bytes(.pack, file.hash) else { return nil }
            pack += bytes
        }
        // The hash of a single file is that of the pack, and was checked.
        return reference.parts.isEmpty || Pack.hash(pack) == reference.hash ? pack : nil
    }

    /// Keeps bytes, so that they are there after a crash.
    func keep(_ kind: Kind, _ bytes: [UInt8]) throws(KeychainError) {
        let hash = Pack.hash(bytes)
        if self.bytes(kind, hash) != nil { return }
        try SmallFile.replace(path(kind, hash), SecretBytes(copying: bytes))
    }

    /// Writes a file and removes it.
    ///
    /// - Throws: why nothing can be kept now.
    func tryToKeep() throws(KeychainError) {
        let path = folder + "/test"
        // More than the note of a problem takes.
        try SmallFile.replace(path, SecretBytes(count: 64 << 10) { _ in })
        try? System.unlink(path)
    }

    /// Returns the hashes of all files of a kind. The contents aren't read, and may be damaged. A folder that can't be listed
    /// counts as an empty one, since its files can be fetched again.
    func hashes(_ kind: Kind) -> [[UInt8]] {
        System.readableNames(in: folder).filter { $0.hasPrefix(kind.rawValue) }
            .compactMap { Hexadecimal.bytes($0.utf8.dropFirst(kind.rawValue.utf8.count)) }
    }

    /// Removes all files but some. What can't be removed stays.
    ///
    /// - Parameter kept: the hashes of those that stay; nil if the circle is left, and no file stays that is being written.
    func removeAll(but kept: Set<[UInt8]>?) {
        for kind in Kind.allCases {
            for hash in hashes(kind) where kept?.contains(hash) != true {
                try? System.unlink(path(kind, hash))
            }
        }
        // A process that was killed leaves what it was writing.
        let abandoned = SystemClock.seconds - 24 * 3600
        for name in System.readableNames(in: folder) where name.hasSuffix(".new") {
            let path = "\(folder)/\(name)"
            let status = try? System.status(path)
            if let status, kept == nil || Int64(status.st_mtim.tv_sec) < abandoned {
                try? System.unlink(path)
            }
        }
    }

    /// Removes all files and the folder, unless it contains others.
    func remove() {
        removeAll(but: nil)
        _ = folder.withPath { rmdir($0) }
    }
}
