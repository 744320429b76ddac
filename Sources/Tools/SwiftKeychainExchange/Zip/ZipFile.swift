// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainSystem

/// A zip archive that a password manager exports, recognized by the names of the files in it.
enum ZipFile {
    /// Returns whether a file that begins with `bytes` is the `.1pux` archive of 1Password 8, in which attachments come
    /// first.
    static func isOnePassword(_ bytes: UnsafeRawBufferPointer) -> Bool {
        names(in: bytes).contains { $0.hasPrefix("files/") || $0.hasPrefix("export.") }
    }

    /// Returns whether it is an archive of Bitwarden, which has attachments too.
    static func isBitwarden(_ bytes: UnsafeRawBufferPointer) -> Bool {
        names(in: bytes).contains { $0 == "data.json" || $0.hasPrefix("attachments/") }
    }

    /// Returns whether it is an archive of Proton Pass.
    static func isProtonPass(_ bytes: UnsafeRawBufferPointer) -> Bool {
        names(in: bytes).contains { $0.hasPrefix("Proton Pass/") }
    }

    /// Reads the archive of 1Password.
    ///
    /// - Throws: as ``ArchiveLibrary``, and a fault for an archive without items.
    static func readOnePassword(
        _ bytes: UnsafeRawBufferPointer
    ) throws(ExchangeFault) -> ExchangeReading {
        let limit = ExchangeFormat.largestFile
        let data = try ArchiveLibrary().file(named: "export.data", in: bytes, upTo: limit)
        guard let data else { throw ExchangeFault("the archive has no file export.data") }
        return try data.withBytes(OnePasswordDocument.read)
    }

    /// Reads the archive of Bitwarden: the JSON file and, in `attachments/ITEM/`, files that are named as faults.
    ///
    /// - Throws: as ``ArchiveLibrary``, and a fault for an archive without items.
    static func readBitwarden(
        _ bytes: UnsafeRawBufferPointer
    ) throws(ExchangeFault) -> ExchangeReading {
        let limit = ExchangeFormat.largestFile
        var attachments: [String] = []
        let data = try ArchiveLibrary().file(named: "data.json", in: bytes, upTo: limit) { name in
            let isFile = name.hasPrefix("attachments/") && !name.hasSuffix("/")
            if isFile || name.isEmpty { attachments.append(name) }
        }
        guard let data else { throw ExchangeFault("the archive has no file data.json") }
        var reading = try data.withBytes(BitwardenDocument.read)
        for name in attachments.sorted() {
            let last = name.split(separator: "/").last ?? ""
            reading.attachments.append(ExchangeFault("the attachment \"\(last)\""))
        }
        return reading
    }

    /// Returns the names of the files whose headers are in `bytes`: a signature, 22 bytes, the lengths of the name and
    /// of extra data, 2 bytes each with the lowest first, and the name.
    private static func names(in bytes: UnsafeRawBufferPointer) -> [String] {
        let signature = Array("PK\u{3}\u{4}".utf8)
        guard bytes.starts(with: signature) else { return [] }
        var names: [String] = []
        for place in bytes.indices where bytes[place...].starts(with: signature) {
            guard place + 30 <= bytes.count else { break }
            let count = Int(bytes[place + 26]) | Int(bytes[place + 27]) << 8
            guard place + 30 + count <= bytes.count else { break }
            names.append(String(decoding: bytes[place + 30..<place + 30 + count], as: UTF8.self))
        }
        return names
    }
}
