// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainSystem

/// The text that `security dump-keychain -d` prints, on macOS and here.
///
///     keychain: "/Users/jane/Library/Keychains/login.keychain-db"
///     version: 512
///     class: "genp"
///     attributes:
///         0x00000007 <blob>="mail"
///         "acct"<blob>="jane"
///         "cdat"<timedate>=0x32303234303130323033303430355A00  "20240102030405Z\000"
///     data:
///     "correct horse"
///
/// Bytes that aren't all printable come in hexadecimal, before the text that a reader of the dump can see.
struct KeychainDump {
    private static let beginning = Array("keychain: \"".utf8)

    static func recognise(_ bytes: UnsafeRawBufferPointer) -> Bool { bytes.starts(with: beginning) }

    /// An item of the dump.
    private struct Record {
        var line: Int
        var itemClass: [UInt8] = []
        var password = MacPassword()
        /// Whether the dump has the line `data:`.
        var hasData = false
    }

    /// Reads the passwords. Certificates and keys, whose data the text doesn't have, are counted.
    static func read(_ bytes: UnsafeRawBufferPointer) -> ExchangeReading {
        var reading = ExchangeReading()
        var record: Record?
        var isData = false
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() {
            if isData {
                record?.password.secret = secret(line)
                isData = false
            } else if line.starts(with: beginning) {
                take(record, &reading)
                record = Record(line: index + 1)
            } else if line.elementsEqual("data:".utf8) {
                record?.hasData = true
                isData = true
            } else if line.starts(with: "class: ".utf8) {
                record?.itemClass = value(line.dropFirst(7)) ?? []
            } else if line.starts(with: "    ".utf8),
                let (tag, value) = attribute(line.dropFirst(4))
            {
                record?.password.attributes[tag] = value
            }
        }
        take(record, &reading)
        return reading
    }

    /// Reads `"tag"<format>=value`; nil for another line, and for the value `<NULL>`.
    private static func attribute(
        _ line: Slice<UnsafeRawBufferPointer>
    ) -> (tag: String, value: [UInt8])? {
        guard let bracket = line.firstIndex(of: UInt8(ascii: "<")),
            let equals = line[bracket...].firstIndex(of: UInt8(ascii: "=")),
            let tag = value(line[..<bracket]), let value = value(line[(equals + 1)...])
        else { return nil }
        return (String(decoding: tag, as: UTF8.self), value)
    }

    /// Reads `"text"` or `0xHEX`, which may be followed by text; nil for anything else.
    private static func value(_ text: Slice<UnsafeRawBufferPointer>) -> [UInt8]? {
        secret(text)?.withBytes { Array($0) }
    }

    /// Reads a value into locked memory. A text may contain quotation marks, and ends at the last one.
    private static func secret(_ text: Slice<UnsafeRawBufferPointer>) -> SecretBytes? {
        if text.isEmpty { return SecretBytes(copying: EmptyCollection()) }
        if text.starts(with: "0x".utf8) {
            return Hexadecimal.secret(text.dropFirst(2).prefix { $0 != 0x20 })
        }
        guard text.first == UInt8(ascii: "\""),
            let end = text.lastIndex(of: UInt8(ascii: "\"")), end > text.startIndex
        else { return nil }
        return SecretBytes(copying: text[(text.startIndex + 1)..<end])
    }

    /// Adds the entry of a record.
    private static func take(_ record: Record?, _ reading: inout ExchangeReading) {
        guard var record else { return }
        record.password.isInternet = record.itemClass.elementsEqual("inet".utf8)
        guard record.password.isInternet || record.itemClass.elementsEqual("genp".utf8) else {
            return reading.leaveOut(.certificateOrKey)
        }
        do throws(ExchangeFault) {
            guard record.hasData, let secret = record.password.secret else {
                throw ExchangeFault("a password without its data; use dump-keychain -d")
            }
            guard secret.withBytes({ String.isUTF8($0) }) else {
                throw ExchangeFault("a secret that isn't text")
            }
            reading.entries.append(
                try record.password.entry(place: ":\(record.line)", &reading))
        } catch {
            reading.faults.append(ExchangeFault(line: record.line, error.rule))
        }
    }
}
