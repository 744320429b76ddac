// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainTestSupport
import Security
import Testing

/// A case of a file of Vectors/Keys: `number`, `result`, `comment`, and what the head of the file names.
struct KeyVector: CustomStringConvertible {
    /// The line of a key, for the cases below it; without digits the key is nil.
    final class Group {
        let file, algorithm: String
        private let digits: [Substring]
        private(set) lazy var publicKey = key(digits[0], kSecAttrKeyClassPublic)
        private(set) lazy var privateKey = key(digits[1], kSecAttrKeyClassPrivate)

        fileprivate init(_ columns: [Substring]) {
            (file, algorithm) = (String(columns[1]), String(columns[2]))
            digits = Array(columns[3...])
        }

        private func key(_ digits: Substring, _ half: CFString) -> SecKey? {
            guard !digits.isEmpty else { return nil }
            let type = algorithm.contains(":RSA:") ? kSecAttrKeyTypeRSA : kSecAttrKeyTypeEC
            let attributes = [kSecAttrKeyType: type, kSecAttrKeyClass: half] as CFDictionary
            let key = SecKeyCreateWithData(data(digits) as CFData, attributes, nil)
            if key == nil { Issue.record("\(file): the \(half) key can't be read") }
            return key
        }
    }

    let group: Group
    let number, result, comment: String
    let fields: [CFData]
    var description: String { "\(group.file) \(group.algorithm), case \(number): \(comment)" }

    /// True if a call must accept the case. Where Wycheproof leaves it open, small exponents and SHA-1 are accepted. Two
    /// encodings are refused: a point in compressed form, as SecKeyCreateWithData takes 04 ‖ X ‖ Y alone, and a hash
    /// without its NULL, as RFC 8017, 8.2.2, compares with the one right block, and libcrypto does.
    var isValid: Bool {
        result == "valid" || ["acceptable WeakHash", "acceptable SmallPublicKey"].contains(result)
    }

    static func read(_ file: String) throws -> [KeyVector] {
        var group: Group?
        var vectors: [KeyVector] = []
        for columns in try DataTable.lines("Vectors/Keys/\(file).tsv") {
            if columns[0] == "key" {
                group = Group(columns)
            } else {
                let (number, result, comment) = (columns[0], columns[1], columns[2])
                vectors.append(
                    KeyVector(
                        group: try #require(group), number: "\(number)", result: "\(result)",
                        comment: "\(comment)", fields: columns[3...].map { data($0) as CFData }))
            }
        }
        // Without either, a call that always gives the same passes too.
        #expect(vectors.contains { $0.isValid } && vectors.contains { !$0.isValid })
        return vectors
    }
}

/// Reads pairs of hexadecimal digits.
private func data(_ digits: Substring) -> Data {
    func value(_ digit: UInt8) -> UInt8 { digit < 0x40 ? digit - 0x30 : digit - 0x57 }
    let digits = Array(digits.utf8)
    let places = stride(from: 0, to: digits.count, by: 2)
    return Data(places.map { value(digits[$0]) << 4 | value(digits[$0 + 1]) })
}
