// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainTestSupport
import SeededGenerator

@testable import SwiftKeychain
@testable import SwiftKeychainService

/// Makes items of any bytes.
struct RandomItems {
    var generator: SeededGenerator

    /// Text that programs get wrong: combining marks, emoji, right to left, controls, NUL.
    private static let pieces = [
        "a", "Z", "0", " ", "\n", "\0", "'", "\"", "%", "\\", "\u{e9}", "e\u{301}",
        "\u{1f468}\u{200d}\u{1f469}\u{200d}\u{1f467}",
        "\u{5e9}\u{5dc}\u{5d5}\u{5dd}", "\u{202e}", "\u{feff}", "\u{ffff}", "\u{10ffff}", "\u{df}",
        "\u{130}", "\u{fb01}",
        "\u{1100}\u{1161}", "\u{ac00}", "\u{2126}", "\u{3a9}", "%s", "NULL", "--", ";",
    ]

    private mutating func length(_ most: Int) -> Int {
        // Short ones are met most often, none and the longest now and then.
        switch Int.random(in: 0..<20, using: &generator) {
        case 0: 0
        case 1: most
        case 2..<6: Int.random(in: 0...most, using: &generator)
        default: Int.random(in: 0...min(most, 40), using: &generator)
        }
    }

    mutating func bytes(upTo most: Int) -> [UInt8] {
        (0..<length(most)).map { _ in UInt8.random(in: 0...255, using: &generator) }
    }

    mutating func text(upTo most: Int) -> String {
        (0..<length(most)).map { _ in Self.pieces.randomElement(using: &generator)! }.joined()
    }

    private mutating func value(of description: AttributeDescription) -> AttributeValue? {
        switch description.kind {
        case .blob:
            switch Int.random(in: 0..<3, using: &generator) {
            case 0: .data(bytes(upTo: 2000))
            case 1: .number(Int64.random(in: (.min)...(.max), using: &generator))
            default: .string(text(upTo: 200))
            }
        case .string: .string(text(upTo: 100))
        case .data: .data(bytes(upTo: 500))
        case .number: .number(Int64.random(in: (.min)...(.max), using: &generator))
        case .code: .number(Int64.random(in: 0...(.max), using: &generator))
        case .date, .protectionClass, .accessControl, .lookup: nil
        }
    }

    /// Makes an item that may be added, with attributes of every kind, each there or not.
    mutating func item(secretUpTo most: Int = 3000) throws -> NewItem {
        let itemClass = [ItemClass.genericPassword, .internetPassword]
            .randomElement(using: &generator)!
        var attributes: [Attribute: AttributeValue] = [:]
        let left: Set<Attribute> = [.accessGroup, .synchronizable, .tombstone]
        for description in itemClass.attributes.descriptions
        where !left.contains(description.attribute) && Bool.random(using: &generator) {
            attributes[description.attribute] = value(of: description)
        }
        let secret =
            Int.random(in: 0..<10, using: &generator) == 0
            ? nil : SecretBytes(copying: bytes(upTo: most))
        return try NewItem(itemClass, attributes: attributes, secret: secret)
    }
}
