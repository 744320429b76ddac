// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychainSeam
import SwiftKeychainSystem

/// The lines of the audit log at a path, or of those in a folder, in the order of their times.
package struct AuditReaders {
    private let path: String
    private var readers: [String: AuditReader] = [:]

    package init(path: String) { self.path = path }

    /// Reads the lines that were added since the last call, of a file or of those in a folder.
    package mutating func entries() throws(SystemError) -> [AuditEntry] {
        let isFolder = ((try? System.status(following: path))?.st_mode ?? 0) & S_IFMT == S_IFDIR
        let names = isFolder ? try System.fileNames(in: path).filter { $0.hasSuffix(".log") } : [""]
        var entries: [AuditEntry] = []
        for name in names.sorted() {
            let file = isFolder ? "\(path)/\(name)" : path
            entries += try readers[file, default: AuditReader(path: file)].entries()
        }
        return names.count > 1 ? entries.sorted { $0.time < $1.time } : entries
    }
}

/// The lines of an audit log, oldest first, and later the lines that were added.
private struct AuditReader {
    let path: String
    /// The file that was read, and how much of it.
    private var device: dev_t = 0
    private var number: ino_t = 0
    private var offset = 0
    /// Whether nothing was read yet: the first call reads the older files too.
    private var isFirst = true

    init(path: String) { self.path = path }

    mutating func entries() throws(SystemError) -> [AuditEntry] {
        var entries: [AuditEntry] = []
        let isFirst = isFirst
        self.isFirst = false
        // A file that was replaced since is complete now.
        let older = (1...9).reversed().map { "\(path).\($0)" }
        for older in older where System.exists(older) {
            if isFirst {
                entries += try read(older, from: 0).entries
            } else if let status = try? System.status(following: older),
                status.st_dev == device, status.st_ino == number
            {
                entries += try read(older, from: offset).entries
            }
        }
        let status = try? System.status(following: path)
        if status?.st_dev != device || status?.st_ino != number
            || Int(status?.st_size ?? 0) < offset
        {
            offset = 0
        }
        (device, number) = (status?.st_dev ?? 0, status?.st_ino ?? 0)
        if status == nil, !isFirst { return entries }
        let last = try read(path, from: offset)
        offset += last.count
        return entries + last.entries
    }

    /// Reads the complete lines from `offset` on.
    private func read(
        _ path: String, from offset: Int
    ) throws(SystemError) -> (entries: [AuditEntry], count: Int) {
        let descriptor = try System.open(path, O_RDONLY, followsLink: true)
        defer { System.close(descriptor) }
        let size = Int(try System.status(descriptor, path).st_size)
        var bytes = try System.read(descriptor, path, at: offset, count: max(0, size - offset))
        bytes.removeSubrange((bytes.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0)...)
        let lines = bytes.split(separator: UInt8(ascii: "\n"))
        return (lines.compactMap { AuditEntry($0) }, bytes.count)
    }
}
