// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychainMemory

/// A message that came from a bus.
package final class BusMessage {
    private let library: BusLibrary
    /// The `sd_bus_message`, of which this object owns one reference.
    let pointer: BusLibrary.Pointer

    /// The kinds of messages by their numbers (D-Bus specification, "Message Format").
    package enum Kind: UInt8 { case call = 1, reply, error, signal }

    /// Takes over a message.
    init(_ pointer: BusLibrary.Pointer, _ library: BusLibrary) {
        (self.pointer, self.library) = (pointer, library)
    }

    deinit { _ = library.release(pointer) }

    /// nil for a kind that the specification doesn't have.
    package var kind: Kind? {
        var number: UInt8 = 0
        return library.kind(pointer, &number) >= 0 ? Kind(rawValue: number) : nil
    }

    /// The unique name of the connection that sent the message, as the bus says; nil from the bus itself before a
    /// connection has a name.
    package var sender: String? { library.sender(pointer).map { String(cString: $0) } }
    /// The path of the object that is called or sends a signal; empty in replies and errors.
    package var path: String { library.path(pointer).map { String(cString: $0) } ?? "" }
    /// Empty in a call that names none.
    package var interface: String { library.interface(pointer).map { String(cString: $0) } ?? "" }
    /// The name of the method or signal; empty in replies and errors.
    package var member: String { library.member(pointer).map { String(cString: $0) } ?? "" }
    /// The types of all values, one after the other; empty without values.
    package var signature: String {
        library.signature(pointer, 1).map { String(cString: $0) } ?? ""
    }
    /// False in a call that has the flag `NO_REPLY_EXPECTED`.
    package var expectsReply: Bool { library.expectsReply(pointer) > 0 }

    package func isSignal(_ interface: String, _ member: String) -> Bool {
        kind == .signal && self.interface == interface && self.member == member
    }

    /// The error for values that are longer than the reader takes, or that can't be read.
    package struct Unreadable: Error { package let isTooLong: Bool }

    /// Reads all values, of at most `most` bytes together. A message is read once.
    ///
    /// The default is the longest message of the D-Bus specification, 128 MiB.
    package func values(most: Int = 128 << 20) throws(Unreadable) -> [BusValue] {
        var reader = Reader(pointer: pointer, library: library, left: most)
        return try reader.rest()
    }

    /// Wipes the message when it is released.
    ///
    /// Has no effect with a library before version 246.
    package func holdSecrets() { _ = library.setSensitive?(pointer) }

    /// Reads the values of a message from its start, within a number of bytes.
    private struct Reader {
        let pointer: BusLibrary.Pointer
        let library: BusLibrary
        /// The bytes that may still be read.
        var left: Int

        /// Reads the values to the end of the container, or of the message.
        mutating func rest() throws(Unreadable) -> [BusValue] {
            var values: [BusValue] = []
            while let value = try next() { values.append(value) }
            return values
        }

        /// - Throws: ``Unreadable`` with `isTooLong` once the bytes are used up.
        private mutating func take(_ count: Int) throws(Unreadable) {
            left -= count
            if left < 0 { throw Unreadable(isTooLong: true) }
        }

        private func check(_ result: Int32) throws(Unreadable) {
            if result < 0 { throw Unreadable(isTooLong: false) }
        }

        /// Reads one value; nil at the end. sd-bus bounds how deep containers are nested.
        private mutating func next() throws(Unreadable) -> BusValue? {
            var type: CChar = 0
            var contents: BusLibrary.Text?
            let result = library.peek(pointer, &type, &contents)
            try check(result)
            if result == 0 { return nil }
            // Charged for each value, so that arrays of small ones are bounded too.
            try take(16)
            switch UInt8(truncatingIfNeeded: type) {
            case UInt8(ascii: "a"):
                guard let contents else { throw Unreadable(isTooLong: false) }
                let element = String(cString: contents)
                if element == "y" { return .bytes(try bytes()) }
                return .array(element, try inside(type, contents))
            case UInt8(ascii: "("), UInt8(ascii: "r"):
                return .structure(try inside(CChar(UInt8(ascii: "r")), contents))
            case UInt8(ascii: "{"), UInt8(ascii: "e"):
                let pair = try inside(CChar(UInt8(ascii: "e")), contents)
                guard pair.count == 2 else { throw Unreadable(isTooLong: false) }
                return .entry(pair[0], pair[1])
            case UInt8(ascii: "v"):
                guard let value = try inside(type, contents).first else {
                    throw Unreadable(isTooLong: false)
                }
                return .variant(value)
            case let type: return try basic(type)
            }
        }

        /// Reads everything in a container.
        ///
        /// - Parameter contents: the signature of what it has.
        private mutating func inside(
            _ type: CChar, _ contents: BusLibrary.Text?
        ) throws(Unreadable) -> [BusValue] {
            // The text is the library's own, which entering replaces.
            let copy = contents.flatMap { strdup($0) }
            defer { free(copy) }
            try check(library.enter(pointer, type, copy))
            let values = try rest()
            try check(library.leave(pointer))
            return values
        }

        // Read at once: a `BusValue` for each byte would take many times the memory.
        private mutating func bytes() throws(Unreadable) -> SecretBytes {
            var start: UnsafeRawPointer?
            var count = 0
            let result = library.readArray(pointer, CChar(UInt8(ascii: "y")), &start, &count)
            // sd-bus gives no array of a message in the other byte order.
            if result == -EOPNOTSUPP { return try singleBytes() }
            try check(result)
            // The smallest piece of locked memory has 64 bytes.
            try take(max(count, 64))
            return SecretBytes(copying: UnsafeRawBufferPointer(start: start, count: count))
        }

        private mutating func singleBytes() throws(Unreadable) -> SecretBytes {
            try check(library.enter(pointer, CChar(UInt8(ascii: "a")), "y"))
            try take(64)
            var bytes: [UInt8] = []
            // Room for most secrets: an array that grows leaves its former bytes in memory.
            bytes.reserveCapacity(1 << 16)
            defer { bytes.withUnsafeMutableBytes { explicit_bzero($0.baseAddress!, $0.count) } }
            var byte: UInt8 = 0
            while case let result = library.readBasic(pointer, CChar(UInt8(ascii: "y")), &byte),
                result != 0
            {
                try check(result)
                try take(1)
                bytes.append(byte)
            }
            try check(library.leave(pointer))
            return SecretBytes(copying: bytes)
        }

        /// The library writes only the bytes of the number's own width. The others stay 0, so the number is right on
        /// little-endian machines alone.
        private func read<Number: FixedWidthInteger>(_ type: UInt8) throws(Unreadable) -> Number {
            var value: UInt64 = 0
            try check(library.readBasic(pointer, CChar(type), &value))
            return Number(truncatingIfNeeded: value)
        }

        private mutating func text(_ type: UInt8) throws(Unreadable) -> String {
            var text: BusLibrary.Text?
            let result = withUnsafeMutablePointer(to: &text) {
                library.readBasic(pointer, CChar(type), UnsafeMutableRawPointer($0))
            }
            try check(result)
            guard let text else { throw Unreadable(isTooLong: false) }
            try take(strlen(text))
            return String(cString: text)
        }

        /// Reads a number, text or descriptor. Numbers of 16 bits become numbers of 32.
        private mutating func basic(_ type: UInt8) throws(Unreadable) -> BusValue {
            switch type {
            case UInt8(ascii: "y"): return .byte(try read(type))
            case UInt8(ascii: "b"): return .boolean(try read(type) as UInt32 != 0)
            case UInt8(ascii: "n"): return .int32(Int32(try read(type) as Int16))
            case UInt8(ascii: "q"): return .uint32(UInt32(try read(type) as UInt16))
            case UInt8(ascii: "i"): return .int32(try read(type))
            case UInt8(ascii: "u"): return .uint32(try read(type))
            case UInt8(ascii: "x"): return .int64(try read(type))
            case UInt8(ascii: "t"): return .uint64(try read(type))
            case UInt8(ascii: "d"): return .double(Double(bitPattern: try read(type)))
            case UInt8(ascii: "s"): return .string(try text(type))
            case UInt8(ascii: "o"): return .path(try text(type))
            case UInt8(ascii: "g"): return .signature(try text(type))
            case UInt8(ascii: "h"):
                // The message closes its own.
                let copy = fcntl(try read(type) as Int32, F_DUPFD_CLOEXEC, 0)
                try check(copy)
                return .descriptor(BusDescriptor(copy))
            default: throw Unreadable(isTooLong: false)
            }
        }
    }
}
