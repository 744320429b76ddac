// SPDX-License-Identifier: Apache-2.0
import Foundation

/// Writes archives whose objects refer to each other as a test says.
enum ForgedArchive {
    /// An object of the archive. References count from 1; object 1 is the root.
    indirect enum Value {
        case text(String)
        case reference(Int)
        case list([Int])
        case object([String: Value])
    }

    /// Makes the object that describes a class.
    static func type(_ name: String) -> Value { .object(["$classname": .text(name)]) }

    /// Returns the archive, as a binary property list.
    static func bytes(of objects: [Value]) -> Data {
        var body = Data("bplist00".utf8), places: [Int] = []
        /// Appends an object after its parts, and returns its number.
        func write(_ part: Data) -> Int {
            places.append(body.count)
            body.append(part)
            return places.count - 1
        }
        func count(_ kind: UInt8, _ count: Int) -> Data {
            Data([kind | 0x0f, 0x12]) + bytes(count)
        }
        func bytes(_ number: Int) -> Data {
            withUnsafeBytes(of: UInt32(number).bigEndian) { Data($0) }
        }
        func write(_ value: Value) -> Int {
            switch value {
            case .text(let text): return write(count(0x50, text.utf8.count) + Data(text.utf8))
            case .reference(let index): return write(Data([0x83]) + bytes(index))
            case .list(let list):
                let parts = list.map { write(.reference($0)) }
                return write(parts.reduce(into: count(0xa0, parts.count)) { $0 += bytes($1) })
            case .object(let object):
                let parts = object.map { (write(.text($0.key)), write($0.value)) }
                let whole = parts.map(\.0) + parts.map(\.1)
                return write(whole.reduce(into: count(0xd0, parts.count)) { $0 += bytes($1) })
            }
        }
        let entries = [write(.text("$null"))] + objects.map { write($0) }
        let list = write(entries.reduce(into: count(0xa0, entries.count)) { $0 += bytes($1) })
        let version = write(Data([0x12]) + bytes(100_000))
        let parts = [
            (write(.text("$archiver")), write(.text("NSKeyedArchiver"))),
            (write(.text("$objects")), list), (write(.text("$version")), version),
            (write(.text("$top")), write(.object(["root": .reference(1)]))),
        ]
        let whole = parts.map(\.0) + parts.map(\.1)
        let top = write(whole.reduce(into: count(0xd0, parts.count)) { $0 += bytes($1) })
        let table = body.count
        for place in places { body.append(bytes(place)) }
        body.append(Data(count: 6) + [4, 4])
        for number in [places.count, top, table] { body.append(Data(count: 4) + bytes(number)) }
        return body
    }
}
