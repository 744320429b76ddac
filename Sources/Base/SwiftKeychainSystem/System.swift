// SPDX-License-Identifier: Apache-2.0
import CKeychainLinux
import Glibc

/// The system calls, each of which a test can make fail (``SystemFaults``).
///
/// This module is the edge to the operating system: files, clocks, random bytes, HTTP, and the small formats (base64,
/// hexadecimal, dates, JSON, XML, property lists, CBOR) without Foundation, which would triple the start time of a
/// command.
///
/// The idea is one replaceable seam. A function that can fail names its call and path to ``SystemFaults``, which a test
/// can arm to fail the Nth of them, also in a release build. So the tests reach the error paths of the store.
///
/// 1. A call that a signal interrupts (EINTR) is made again, except close().
/// 2. Every descriptor is closed on exec, and opened without waiting, so that a FIFO can't block a call.
/// 3. The last part of a path isn't followed if it is a symbolic link, unless the caller allows it.
/// 4. No descriptor takes the number of a standard stream that the program has closed: what it prints would go into a
///    file of the store.
/// 5. Errors name the call, the path and errno (``SystemError``), never the data.
///
/// What may surprise: a descriptor is known to ``DescriptorRegistry``, which closes lock files in a child of fork(),
/// only when it is registered there. Paths are bytes, not text; `withPath` keeps bytes that aren't UTF-8.
package enum System {
    /// Opens a file without waiting: a FIFO opens at once, or fails with ENXIO.
    ///
    /// - Parameter followsLink: whether the last part of the path may be a symbolic link.
    package static func open(
        _ path: String, _ flags: Int32, mode: mode_t = 0o600, followsLink: Bool = false
    ) throws(SystemError) -> Int32 {
        let flags = flags | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | (followsLink ? 0 : O_NOFOLLOW)
        return try check(.open, path) {
            path.withPath { aboveStandardStreams(keychain_open($0, flags, mode)) }
        }
    }

    /// Moves a new descriptor, or passes on -1, with errno. It is closed if there is no number above 2.
    package static func aboveStandardStreams(_ descriptor: Int32) -> Int32 {
        guard (0...2).contains(descriptor) else { return descriptor }
        let moved = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
        let number = errno
        Glibc.close(descriptor)
        errno = number
        return moved
    }

    /// Closes a descriptor and ignores errors: what was written to it is synchronized already, or the write is abandoned.
    package static func close(_ descriptor: Int32) {
        let result = Glibc.close(descriptor)
        // Between two closes another thread may get the number, and lose its file to the second.
        assert(result == 0 || errno != EBADF, "descriptor \(descriptor) is closed twice")
    }

    /// Reads up to `buffer.count` bytes at `offset`; fewer only at the end of the file.
    package static func read(
        _ descriptor: Int32, _ path: String, at offset: Int,
        into buffer: UnsafeMutableRawBufferPointer
    ) throws(SystemError) -> Int {
        var count = 0
        while count < buffer.count {
            let got = try check(.pread, path) {
                pread(descriptor, buffer.baseAddress! + count, buffer.count - count, offset + count)
            }
            if got == 0 { break }
            count += got
        }
        return count
    }

    /// Reads up to `count` bytes at `offset`; fewer only at the end of the file.
    package static func read(
        _ descriptor: Int32, _ path: String, at offset: Int, count: Int
    ) throws(SystemError) -> [UInt8] {
        try [UInt8](unsafeUninitializedCapacity: count) { buffer, filled throws(SystemError) in
            filled = try read(
                descriptor, path, at: offset, into: UnsafeMutableRawBufferPointer(buffer))
        }
    }

    package static func write(
        _ descriptor: Int32, _ path: String, at offset: Int, _ bytes: [UInt8]
    ) throws(SystemError) {
        try write(descriptor, path, at: offset, bytes.span.bytes)
    }

    package static func write(
        _ descriptor: Int32, _ path: String, at offset: Int, _ buffer: UnsafeRawBufferPointer
    ) throws(SystemError) {
        try write(descriptor, path, at: offset, buffer.bytes)
    }

    /// Writes all of `bytes` at `offset`.
    private static func write(
        _ descriptor: Int32, _ path: String, at offset: Int, _ bytes: RawSpan
    ) throws(SystemError) {
        var count = 0
        while count < bytes.byteCount {
            count += try check(.pwrite, path) {
                bytes.extracting(droppingFirst: count).withUnsafeBytes { rest in
                    FileSizeLimit.withoutSignal {
                        pwrite(descriptor, rest.baseAddress!, rest.count, offset + count)
                    }
                }
            }
        }
    }

    /// Sets the size of a file; a larger one is filled with zeros.
    package static func truncate(_ descriptor: Int32, _ path: String, to count: Int)
        throws(SystemError)
    {
        _ = try check(.ftruncate, path) {
            FileSizeLimit.withoutSignal { ftruncate(descriptor, count) }
        }
    }

    /// Returns when the bytes and the size of a file are durable (fsync).
    package static func synchronize(_ descriptor: Int32, _ path: String) throws(SystemError) {
        _ = try check(.fsync, path) { fsync(descriptor) }
    }

    /// Makes the entries of a directory durable. The path may be a link, such as to another disk.
    package static func synchronize(directory path: String) throws(SystemError) {
        let descriptor = try open(path, O_RDONLY | O_DIRECTORY, followsLink: true)
        defer { _ = Glibc.close(descriptor) }
        try synchronize(descriptor, path)
    }

    /// Sets the permissions of an open file.
    package static func setMode(_ descriptor: Int32, _ path: String, _ mode: mode_t)
        throws(SystemError)
    {
        _ = try check(.fchmod, path) { fchmod(descriptor, mode) }
    }

    /// Renames a file, and replaces the file at `other` if there is one.
    /// Atomic: another process finds either the old file or the new one.
    package static func rename(_ path: String, to other: String) throws(SystemError) {
        _ = try check(.rename, path) {
            path.withPath { path in other.withPath { Glibc.rename(path, $0) } }
        }
    }

    /// Adds a name to the file at `path`; fails with EEXIST when the name is taken.
    package static func link(_ path: String, to other: String) throws(SystemError) {
        _ = try check(.link, path) {
            path.withPath { path in other.withPath { Glibc.link(path, $0) } }
        }
    }

    /// Names an open file that has no name; fails with EEXIST when the name is taken.
    package static func link(descriptor: Int32, to path: String) throws(SystemError) {
        // By its place in /proc: linkat() with AT_EMPTY_PATH requires a capability.
        _ = try check(.link, path) {
            path.withPath {
                linkat(AT_FDCWD, "/proc/self/fd/\(descriptor)", AT_FDCWD, $0, AT_SYMLINK_FOLLOW)
            }
        }
    }

    /// Removes a name. Its file stays as long as it is open or has another name.
    package static func unlink(_ path: String) throws(SystemError) {
        _ = try check(.unlink, path) { path.withPath { Glibc.unlink($0) } }
    }

    /// Makes a folder with mode 0700, whatever the umask is; fails with EEXIST if something has the name.
    package static func makeDirectory(_ path: String) throws(SystemError) {
        // The process's umask may remove bits that the owner needs.
        _ = try check(.mkdir, path) {
            path.withPath { mkdir($0, 0o700) == 0 ? chmod($0, 0o700) : -1 }
        }
    }

    /// Returns whether something exists at `path`, with symbolic links followed, and this process has
    /// the access `mode` to it.
    package static func exists(_ path: String, for mode: Int32 = F_OK) -> Bool {
        path.withPath { access($0, mode) } == 0
    }

    /// Returns the names in a directory as ``fileNames(in:)``; none where they can't be listed, for a caller to whom that
    /// is the same.
    package static func readableNames(in directory: String) -> [String] {
        (try? fileNames(in: directory)) ?? []
    }

    /// Returns the names in a directory, in no order, with `.` and `..`.
    ///
    /// - Throws: also if only a part of them can be read: a directory that can't be listed isn't an empty one.
    package static func fileNames(in directory: String) throws(SystemError) -> [String] {
        let descriptor = try open(directory, O_RDONLY | O_DIRECTORY, followsLink: true)
        guard let stream = fdopendir(descriptor) else {
            let number = errno
            close(descriptor)
            throw SystemError(call: .readdir, path: directory, number: number)
        }
        defer { closedir(stream) }
        var names: [String] = []
        while true {
            try SystemFaults.check(.readdir, directory)
            // readdir() returns nil both at the end and for an error; only errno differs.
            errno = 0
            guard let entry = readdir(stream) else {
                let number = errno
                if number == 0 { return names }
                throw SystemError(call: .readdir, path: directory, number: number)
            }
            names.append(
                withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                    String(path: bytes.prefix { $0 != 0 })
                })
        }
    }

    /// Returns the status of the file itself, not of what a symbolic link names; nil when there is none.
    package static func status(_ path: String) throws(SystemError) -> stat? {
        var status = stat()
        do throws(SystemError) {
            _ = try check(.stat, path) { path.withPath { lstat($0, &status) } }
        } catch {
            if error.number == ENOENT { return nil }
            throw error
        }
        return status
    }

    /// Returns the status of an open file; the path is for errors only.
    package static func status(_ descriptor: Int32, _ path: String) throws(SystemError) -> stat {
        var status = stat()
        _ = try check(.fstat, path) { fstat(descriptor, &status) }
        return status
    }

    /// Returns the magic number of the file system of a path (`f_type` of statfs(2)).
    package static func fileSystemType(_ path: String) throws(SystemError) -> Int {
        try SystemFaults.check(.fileSystemType, path)
        let type = path.withPath { keychain_file_system_type($0) }
        if type == 0 { throw SystemError(call: .fileSystemType, path: path, number: errno) }
        return type
    }

    /// Returns the path with every symbolic link resolved.
    package static func resolve(_ path: String) throws(SystemError) -> String {
        try SystemFaults.check(.resolve, path)
        guard let resolved = path.withPath({ realpath($0, nil) }) else {
            throw SystemError(call: .resolve, path: path, number: errno)
        }
        defer { free(resolved) }
        return String(path: resolved)
    }

    /// Makes a call until it isn't interrupted, unless a test makes it fail.
    ///
    /// - Parameter body: returns a negative number and sets errno when it fails.
    package static func check<R: FixedWidthInteger & SignedInteger>(
        _ call: SystemCall, _ path: String, _ body: () -> R
    ) throws(SystemError) -> R {
        try SystemFaults.check(call, path)
        while true {
            let result = body()
            if result >= 0 { return result }
            let number = errno
            if number != EINTR { throw SystemError(call: call, path: path, number: number) }
        }
    }
}
