// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainSystem

/// One block of PEM text (RFC 7468; RFC 1421 for its headers).
///
/// The text around blocks is skipped, as OpenSSL does, because files often have a readable description before each
/// block. The bytes are decoded into locked memory.
///
///     -----BEGIN RSA PRIVATE KEY-----
///     Proc-Type: 4,ENCRYPTED
///     DEK-Info: AES-256-CBC,3F0C41…
///
///     MIIEowIBAAKCAQEA…
///     -----END RSA PRIVATE KEY-----
package struct PEMBlock {
    /// The words behind BEGIN.
    let label: String
    /// The lines `name: value` of encrypted keys, names as they are written.
    let headers: [String: String]
    let bytes: SecretBytes

    private static let dashes = [UInt8]("-----".utf8)
    private static let begin = [UInt8]("-----BEGIN ".utf8)
    private static let end = [UInt8]("-----END ".utf8)

    /// Returns true if text holds a block.
    static func isIn(_ text: UnsafeRawBufferPointer) -> Bool {
        lines(text[...]).contains { $0.starts(with: begin) }
    }

    /// Reads the blocks with a wanted label. What others hold isn't decoded: that of PGP isn't base64 alone.
    ///
    /// - Throws: `malformed` for a block without its end, or whose base64 is broken.
    static func all(
        in text: UnsafeRawBufferPointer, where isWanted: (String) -> Bool
    ) throws(PKIError) -> [PEMBlock] {
        var blocks: [PEMBlock] = []
        var rest = Self.lines(text[...]).makeIterator()
        while let line = rest.next() {
            guard line.starts(with: begin) else { continue }
            let label = try name(line.dropFirst(begin.count))
            var headers: [String: String] = [:]
            // The range of the base64 in the text. `start` is nil as long as headers may come.
            var start: Int?
            var stop: Int?
            while stop == nil, let line = rest.next() {
                if line.starts(with: end) {
                    guard try name(line.dropFirst(end.count)) == label else {
                        throw .malformed("PEM", "the names at the ends of a block differ")
                    }
                    stop = line.startIndex
                    // A block without content has an empty range.
                    start = start ?? line.startIndex
                } else if start == nil, let colon = line.firstIndex(of: UInt8(ascii: ":")) {
                    headers[words(line[..<colon])] = words(line[(colon + 1)...])
                    // Real keys have two.
                    guard headers.count <= 16 else { throw .malformed("PEM", "too many headers") }
                } else if start == nil {
                    start = line.startIndex
                }
            }
            guard let start, let stop else { throw .malformed("PEM", "a block has no end") }
            guard isWanted(label) else { continue }
            blocks.append(
                PEMBlock(
                    label: label, headers: headers, bytes: try Base64.decodeText(text[start..<stop])
                ))
        }
        return blocks
    }

    /// Reads the rest of a boundary line: the label, and dashes after it.
    private static func name(
        _ rest: Slice<UnsafeRawBufferPointer>
    ) throws(PKIError) -> String {
        let text = rest.trimmed(where: Base64.isBlank)
        guard text.count >= dashes.count, text.suffix(dashes.count).elementsEqual(dashes) else {
            throw .malformed("PEM", "a line of dashes is broken")
        }
        return words(text.dropLast(dashes.count))
    }

    private static func words(_ text: Slice<UnsafeRawBufferPointer>) -> String {
        String(decoding: text.trimmed(where: Base64.isBlank), as: UTF8.self)
    }

    /// Returns the lines, which end in CR, LF or both; blanks in front of a line are left out, and so
    /// is the mark of UTF-8 in front of all.
    private static func lines(
        _ text: Slice<UnsafeRawBufferPointer>
    ) -> some Sequence<Slice<UnsafeRawBufferPointer>> {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        return sequence(state: text.starts(with: mark) ? text.dropFirst(3) : text) { rest in
            guard !rest.isEmpty else { return nil }
            let line = rest.prefix { $0 != 0x0A && $0 != 0x0D }
            rest = rest[line.endIndex...].dropFirst()
            return line.drop { $0 == 0x20 || $0 == 0x09 }
        }
    }

    /// Returns PEM of bytes that aren't secret.
    package static func text(_ label: String, _ bytes: [UInt8]) -> String {
        let block = PEMBlock(label: label, headers: [:], bytes: SecretBytes(copying: bytes))
        return write([block]).withBytes { String(decoding: $0, as: UTF8.self) }
    }

    /// Writes blocks, in lines of 64 characters, into locked memory.
    static func write(_ blocks: [PEMBlock]) -> SecretBytes {
        SecretBytes { put in
            for block in blocks { block.write(put) }
        }
    }

    /// Passes each character of the block to `put`: boundaries, headers if there are some, and base64 in lines.
    private func write(_ put: (UInt8) -> Void) {
        "-----BEGIN \(label)-----\n".utf8.forEach(put)
        if !headers.isEmpty {
            // The type comes before the key information, as RFC 1421 wants it.
            for (name, value) in headers.sorted(by: { $0.key > $1.key }) {
                "\(name): \(value)\n".utf8.forEach(put)
            }
            put(0x0A)
        }
        var column = 0
        bytes.withBytes { bytes in
            Base64.encode(bytes) { character in
                put(character)
                column += 1
                if column == 64 {
                    put(0x0A)
                    column = 0
                }
            }
        }
        if column > 0 { put(0x0A) }
        "-----END \(label)-----\n".utf8.forEach(put)
    }
}

extension Base64 {
    /// Decodes base64 in lines.
    ///
    /// - Throws: `malformed` for a character that isn't a digit, blank or line end, for padding that is
    ///   missing or not at the end, and for bits after the last byte.
    static func decodeText(_ text: Slice<UnsafeRawBufferPointer>) throws(PKIError) -> SecretBytes {
        do throws(Malformed) {
            return try decode(text, ignoresBlanks: true)
        } catch {
            let rule =
                switch error {
                case .character: "a character that base64 doesn't have"
                case .length: "base64 that is cut short, or its padding"
                case .trailingBits: "base64 with bits after the last byte"
                }
            throw .malformed("PEM", rule)
        }
    }
}

extension PEMBlock {
    init(_ label: String, _ tree: DERTree) {
        self.init(label: label, headers: [:], bytes: tree.encoded())
    }
}
