// SPDX-License-Identifier: Apache-2.0
import CKeychainLinux
import Glibc
import SwiftKeychainMemory

/// The functions of libarchive that read a zip archive in memory.
///
/// The library is loaded when an archive is imported.
struct ArchiveLibrary {
    typealias Pointer = UnsafeMutableRawPointer

    private let handle: Pointer
    private static let file = "libarchive.so.13"

    /// - Throws: a fault where libarchive isn't installed, in a static program, which has no address of the dynamic
    ///   linker, and in a program with raised privileges, because the libraries that it loads obey their environment.
    init() throws(ExchangeFault) {
        guard keychain_has_raised_privileges() == 0 else {
            throw ExchangeFault("a program with raised privileges opens no archive")
        }
        guard getauxval(UInt(AT_BASE)) != 0, let handle = dlopen(Self.file, RTLD_NOW) else {
            throw ExchangeFault(
                "\(Self.file), which opens it, can't be loaded (Debian: libarchive13)")
        }
        self.handle = handle
    }

    /// Returns a function, which every version of the library has. Each caller writes the type of the C header.
    private func function<Function>(_ name: String, as type: Function.Type) -> Function {
        guard let symbol = dlsym(handle, name) else { fatalError(String(cString: dlerror())) }
        return unsafeBitCast(symbol, to: type)
    }

    private typealias Call = @convention(c) (Pointer) -> Int32

    /// Returns the first file with this name in a zip archive.
    ///
    /// - Parameters:
    ///   - limit: the largest size of the file, whatever the archive says.
    ///   - other: gets the names of all other files.
    /// - Returns: nil if there is none.
    /// - Throws: a fault for a damaged archive, and for a larger file.
    func file(
        named name: String, in archive: UnsafeRawBufferPointer, upTo limit: Int,
        other: (String) -> Void = { _ in }
    ) throws(ExchangeFault) -> SecretBytes? {
        let make = function("archive_read_new", as: (@convention(c) () -> Pointer?).self)
        guard let reader = make() else { throw .damagedArchive }
        defer { _ = function("archive_read_free", as: Call.self)(reader) }
        let open = function(
            "archive_read_open_memory",
            as: (@convention(c) (Pointer, UnsafeRawPointer?, Int) -> Int32).self)
        guard function("archive_read_support_format_zip", as: Call.self)(reader) == 0,
            open(reader, archive.baseAddress, archive.count) == 0
        else { throw .damagedArchive }
        let next = function(
            "archive_read_next_header",
            as: (@convention(c) (Pointer, UnsafeMutablePointer<Pointer?>) -> Int32).self)
        let pathname = function(
            "archive_entry_pathname",
            as: (@convention(c) (Pointer) -> UnsafePointer<CChar>?).self)
        var found: SecretBytes?
        while true {
            var entry: Pointer?
            let status = next(reader, &entry)
            if status == Self.endOfFile { return found }
            // A warning, -20, is no failure.
            guard status >= -20, let entry else { throw .damagedArchive }
            guard let path = pathname(entry) else { continue }
            if strcmp(path, name) == 0, found == nil {
                found = try contents(reader, upTo: limit)
            } else {
                other(String(cString: path))
            }
        }
    }

    /// ARCHIVE_EOF.
    private static let endOfFile: Int32 = 1

    /// Reads the contents of the current file into locked memory. They are read to the end whatever size the archive
    /// claims, because it may claim too little.
    private func contents(
        _ reader: Pointer, upTo limit: Int
    ) throws(ExchangeFault) -> SecretBytes {
        let read = function(
            "archive_read_data",
            as: (@convention(c) (Pointer, UnsafeMutableRawPointer?, Int) -> Int).self)
        let contents = try SecretBytes.collect(upTo: limit) { buffer throws(ExchangeFault) in
            let count = read(reader, buffer.baseAddress, buffer.count)
            if count < 0 { throw .damagedArchive }
            return count
        }
        if let contents { return contents }
        throw ExchangeFault("a file in it is larger than \(limit >> 20) MiB")
    }
}

extension ExchangeFault {
    fileprivate static let damagedArchive = ExchangeFault("the archive is damaged")
}
