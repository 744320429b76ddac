// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftKeychainExchange
import SwiftKeychainMemory

/// A file in the folder Samples, and what it contains.
struct SampleFile {
    let bytes: SecretBytes

    static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "Samples")

    init(_ name: String) throws {
        bytes = SecretBytes(copying: try Data(contentsOf: Self.folder.appending(path: name)))
    }

    init(bytes: [UInt8]) { self.bytes = SecretBytes(copying: bytes) }

    init(text: String) { bytes = SecretBytes(copying: text.utf8) }

    var format: ExchangeFormat? { bytes.withBytes { ExchangeFormat.recognise($0) } }

    func read(_ format: ExchangeFormat? = nil) throws -> ExchangeReading {
        let format = format ?? self.format ?? .chrome
        return try bytes.withBytes { (bytes) throws(ExchangeFault) in try format.read(bytes) }
    }
}

extension ExchangeEntry {
    /// The entry as lines, for comparisons.
    var lines: [String] {
        var lines = ["title \(title)", "user \(user)"]
        if let secret { lines.append("secret \(secret.text ?? "?")") }
        lines += urls.map { "url \($0)" }
        if !notes.isEmpty { lines.append("notes \(notes)") }
        if let oneTimePassword { lines.append("totp \(oneTimePassword.text ?? "?")") }
        lines += fields.map {
            "\($0.isProtected ? "protected" : "field") \($0.name)=\($0.value.text ?? "?")"
        }.sorted()
        if !folder.isEmpty { lines.append("folder \(folder.joined(separator: " > "))") }
        if !realm.isEmpty { lines.append("realm \(realm)") }
        if isNote { lines.append("note") }
        return lines
    }
}

extension ExchangeFault {
    /// Runs `body` and gives what it throws; nil for success.
    static func thrown(by body: () throws -> Void) -> ExchangeFault? {
        do { try body() } catch { return error as? ExchangeFault }
        return nil
    }
}
