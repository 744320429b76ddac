// SPDX-License-Identifier: Apache-2.0
import Foundation
import Synchronization
import SwiftKeychainModel
import SwiftKeychainSystem
import Testing

/// Reads a file of Vectors/.
package func readVectors<File: Decodable>(_ name: String) throws -> File {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
    let data = try Data(contentsOf: folder.appending(path: "Vectors/\(name).json"))
    return try JSONDecoder().decode(File.self, from: data)
}

/// Reads hexadecimal digits.
package func bytes(_ hexadecimal: String) throws -> [UInt8] {
    try #require(Hexadecimal.bytes(hexadecimal.utf8))
}

package func attributes(_ typed: [String: TypedValue]) throws -> [Attribute: AttributeValue] {
    try Dictionary(
        uniqueKeysWithValues: typed.map {
            (try #require(Attribute(rawValue: $0)), try $1.attributeValue())
        })
}

/// Holds a value under the one key that names its type.
package struct TypedValue: Decodable {
    package let text: String?
    package let bytes: String?
    let integer: Int64?
    let boolean: Bool?
    let date: Double?

    package func attributeValue() throws -> AttributeValue {
        if let text { return .string(text) }
        if let bytes { return .data(try VectorSupport.bytes(bytes)) }
        if let integer { return .number(integer) }
        if let boolean { return .boolean(boolean) }
        return .date(try #require(date))
    }
}

extension RandomSource {
    /// Gives out `bytes`, in order, and no more.
    package static func fixed(_ bytes: [UInt8]) -> RandomSource {
        let rest = Mutex(bytes[...])
        return RandomSource { buffer in
            rest.withLock { rest in
                precondition(buffer.count <= rest.count, "the fixed random bytes are used up")
                buffer.copyBytes(from: rest.prefix(buffer.count))
                rest = rest.dropFirst(buffer.count)
            }
        }
    }
}

extension [UInt8] {
    package var hexadecimal: String { Hexadecimal.text(self) }
}
