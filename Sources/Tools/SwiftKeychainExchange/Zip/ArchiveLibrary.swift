// SPDX-License-Identifier: Apache-2.0
import CKeychainLinux
import Glibc
import SwiftKeychainMemory
import SwiftKeychainSystem

/// The functions of libarchive that read a zip archive in memory.
///
/// The library is loaded when an archive is imported.
struct ArchiveLibrary {
    typealias Pointer = UnsafeMutableRawPointer

    private typealias Call = @convention(c) (Pointer) -> Int32
    private static let file = "libarchive.so.13"

    private let make: @convention(c) () -> Pointer?
    private let free: Call
    private let supportZip: Call
    private let open: @convention(c) (Pointer, UnsafeRawPointer?, Int) -> Int32
    private let next: @convention(c) (Pointer, UnsafeMutablePointer<Pointer?>) -> Int32
    private let pathname: @convention(c) (Pointer) -> UnsafePointer<CChar>?
    private let read: @convention(c) (Pointer, Pointer?, Int) -> Int

    /// - Throws: a fault where libarchive isn't installed, in a static program, and in a program with raised privileges,
    ///   because the libraries that it loads obey their environment.
    init() throws(ExchangeFault) {
        guard keychain_has_raised_privileges() == 0 else {
            throw ExchangeFault("a program with raised privileges opens no archive")
        }
        do throws(LoadedLibrary.Missing) {
            let library = try LoadedLibrary(Self.file)
            make = try library.symbol("archive_read_new")
            free = try library.symbol("archive_read_free")
            supportZip = try library.symbol("archive_read_support_format_zip")
            open = try library.symbol("archive_read_open_memory")
            next = try library.symbol("archive_read_next_header")
            pathname = try library.symbol("archive_entry_pathname")
            read = try library.symbol("archive_read_data")
        } catch {
            throw ExchangeFault(
                "\(Self.file), which opens it, can't be loaded (Debian: libarchive13)")
        }
    }

    /// Returns the first file with this name in a zip archive.
    ///
    /// - Parameters:
    ///   - limit: the largest size of the file, whatever the archive says.
    ///   - other: gets the names of all other files; an empty one for a name that can't be read.
    /// - Returns: nil if there is none.
    /// - Throws: a fault for a damaged archive, and for a larger file.
    func file(
        named name: String, in archive: UnsafeRawBufferPointer, upTo limit: Int,
        other: (String) -> Void = { _ in }
    ) throws(ExchangeFault) -> SecretBytes? {
        // libarchive has no name for a file whose name the character set of the locale doesn't have.
        let locale = newlocale(LC_CTYPE_MASK, "C.UTF-8", nil)
        let former = uselocale(locale)
        defer {
            _ = uselocale(former)
            if let locale { freelocale(locale) }
        }
        guard let reader = make() else { throw .damagedArchive }
        defer { _ = free(reader) }
        guard supportZip(reader) == 0, open(reader, archive.baseAddress, archive.count) == 0 else {
            throw .damagedArchive
        }
        var found: SecretBytes?
        while true {
            var entry: Pointer?
            let status = next(reader, &entry)
            if status == Self.endOfFile { return found }
            // A warning, -20, is no failure.
            guard status >= -20, let entry else { throw .damagedArchive }
            let path = pathname(entry).map { String(cString: $0) } ?? ""
            if path.hasSameBytes(as: name), found == nil {
                found = try contents(reader, upTo: limit)
            } else {
                other(path)
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
