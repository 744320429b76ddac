// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychainSystem

/// The variables of the environment, and of files of lines `NAME=value`.
///
/// A value may stand in quotes. Empty lines, lines that begin with `#` and the word `export` before a
/// name are ignored.
///
///     # the account of the service
///     export USER=jane
///     PASSWORD='keychain://service/jane'
///
/// Variables aren't expanded and backslashes have no meaning, so a value can't run or include anything.
package enum EnvironmentFile {
    package typealias Variable = (name: [UInt8], value: [UInt8])

    /// The variables of this process.
    package static var own: [Variable] {
        var variables: [Variable] = []
        var next = environ
        while let entry = next.pointee {
            let bytes = Array(UnsafeRawBufferPointer(start: entry, count: strlen(entry)))
            if let split = bytes.firstIndex(of: UInt8(ascii: "=")) {
                variables.append((Array(bytes[..<split]), Array(bytes[(split + 1)...])))
            }
            next += 1
        }
        return variables
    }

    /// Reads lines of `NAME=value`, as `.env` files are written. Empty lines and comments are skipped.
    ///
    /// - Parameter name: the name of the file, for messages.
    package static func variables(
        in text: [UInt8], of name: String
    ) throws(WordFault) -> [Variable] {
        var variables: [Variable] = []
        // Editors of Windows begin a file with a byte order mark.
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let text = text.starts(with: mark) ? text[3...] : text[...]
        let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (number, line) in lines.enumerated() {
            let line = line.trimmed(where: isBlank)
            if line.isEmpty || line.first == UInt8(ascii: "#") { continue }
            guard let variable = variable(line) else {
                throw .message("\(name): line \(number + 1): not NAME=value")
            }
            variables.append(variable)
        }
        return variables
    }

    /// Reads one line: a name, an equals sign and a value, which may be in quotes; nil for anything else.
    private static func variable(_ line: ArraySlice<UInt8>) -> Variable? {
        var line = line
        if line.starts(with: Array("export ".utf8)) {
            line = line.dropFirst(7).trimmed(where: isBlank)
        }
        guard let split = line.firstIndex(of: UInt8(ascii: "=")) else { return nil }
        let name = line[..<split]
        var value = line[(split + 1)...]
        guard !name.isEmpty, name.allSatisfy({ isInName($0) }), !value.contains(0) else {
            return nil
        }
        if let quote = value.first, quote == UInt8(ascii: "'") || quote == UInt8(ascii: "\"") {
            guard value.count >= 2, value.last == quote else { return nil }
            value = value.dropFirst().dropLast()
        }
        return (Array(name), Array(value))
    }

    /// Returns whether a name may contain a byte: ASCII letters, digits and the underscore.
    private static func isInName(_ byte: UInt8) -> Bool {
        switch Unicode.Scalar(byte) {
        case "A"..."Z", "a"..."z", "0"..."9", "_": true
        default: false
        }
    }

    /// Returns whether a byte is a space, a tab or a carriage return, which files of Windows have.
    private static func isBlank(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0D].contains(byte) }
}
