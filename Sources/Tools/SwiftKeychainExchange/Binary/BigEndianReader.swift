// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory

/// A reader of numbers with the highest byte first, and of bytes.
///
/// Files of gnome-keyring, KWallet and macOS have this order of bytes. Every read fails with "the file ends within a
/// value" if the bytes aren't there, so that a reader of a format needs no check of sizes.
struct BigEndianReader {
    private let bytes: UnsafeRawBufferPointer
    private var place: Int

    init(_ bytes: UnsafeRawBufferPointer, at place: Int = 0) {
        (self.bytes, self.place) = (bytes, place)
    }

    /// The number of bytes that are left.
    var rest: Int { bytes.count - place }

    /// Reads a number of 4 bytes.
    mutating func number() throws(ExchangeFault) -> UInt32 {
        try slice(4).reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// Reads a number of 8 bytes.
    mutating func wide() throws(ExchangeFault) -> UInt64 {
        try slice(8).reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// Takes bytes. Every count from a file goes through here, and is checked against the bytes that are left.
    mutating func slice(_ count: Int) throws(ExchangeFault) -> Slice<UnsafeRawBufferPointer> {
        guard place >= 0, count >= 0, count <= bytes.count - place else {
            throw ExchangeFault("the file ends within a value")
        }
        defer { place += count }
        return bytes[place..<place + count]
    }

    /// Reads a length and that many bytes; none for the length 0xffffffff.
    mutating func counted() throws(ExchangeFault) -> Slice<UnsafeRawBufferPointer> {
        let count = try number()
        return try slice(count == .max ? 0 : Int(count))
    }

    /// Reads a length and a secret.
    mutating func secret() throws(ExchangeFault) -> SecretBytes {
        SecretBytes(copying: try counted())
    }

    /// Reads a length and text; bytes that aren't UTF-8 are replaced.
    mutating func text() throws(ExchangeFault) -> String {
        String(decoding: try counted(), as: UTF8.self)
    }
}
