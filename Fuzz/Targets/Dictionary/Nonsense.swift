// SPDX-License-Identifier: Apache-2.0
import Foundation
import Security
import SwiftKeychain
import SwiftKeychainModel

// Declared by their symbols, as in Security/Runtime.
@_silgen_name("CFStringCreateWithCharacters")
private func createString(
    _ allocator: UnsafeRawPointer?, _ characters: UnsafePointer<UInt16>?, _ count: Int
) -> Unmanaged<AnyObject>?
@_silgen_name("CFUUIDCreateFromUUIDBytes")
private func createUUID(
    _ allocator: UnsafeRawPointer?, _ first: UInt64, _ second: UInt64
) -> Unmanaged<AnyObject>?

/// The objects that an input asks for: valid, invalid and unusual ones.
enum Nonsense {
    /// A character that marks values. It is in no key, so an error that contains it shows a value.
    static let canary: Character = "\u{10fffd}"

    static func key(_ input: inout FuzzBytes) -> AnyObject {
        switch input.choose(8) {
        case 0...4: NSString(string: input.choose(of: Words.keys))
        case 5: NSString(string: String(decoding: (0..<4).map { _ in input.byte() }, as: UTF8.self))
        default: withoutCanary(value(&input, depth: 1))
        }
    }

    /// Replaces a key that contains the canary, because errors may name keys.
    private static func withoutCanary(_ key: AnyObject) -> AnyObject {
        guard let text = key as? NSString, (text as String).contains(canary) else { return key }
        return NSNull()
    }

    static func value(_ input: inout FuzzBytes, depth: Int = 0) -> AnyObject {
        switch input.choose(8) {
        case 0, 1: NSString(string: input.choose(of: Words.values))
        case 2: text(&input)
        case 3: NSNumber(value: input.byte() & 1 == 1)
        case 4: number(&input)
        case 5: data(&input)
        case 6: reference(&input)
        default: depth < 4 ? odd(&input, depth: depth) : NSNull()
        }
    }

    private static func text(_ input: inout FuzzBytes) -> AnyObject {
        switch input.choose(8) {
        case 0, 1: return NSString(string: String(decoding: input.piece(), as: UTF8.self))
        case 2: return NSMutableString(string: String(decoding: input.piece(), as: UTF8.self))
        case 3, 4:
            let text = String(decoding: input.piece(), as: UTF8.self)
            return NSString(string: String(canary) + text)
        case 5: return NSString(string: longText[input.choose(2)])
        default:
            // Any UTF-16, half surrogate pairs included.
            let piece = input.piece()
            let starts = stride(from: 0, to: piece.count - piece.count % 2, by: 2)
            let units = starts.map { (i: Int) -> UInt16 in
                UInt16(piece[i]) << 8 | UInt16(piece[i + 1])
            }
            return createString(nil, units, units.count)!.takeRetainedValue()
        }
    }

    private static func number(_ input: inout FuzzBytes) -> NSNumber {
        let kind = input.choose(14)
        let word = input.word()
        return switch kind {
        case 0: NSNumber(value: Int8(truncatingIfNeeded: word))
        case 1: NSNumber(value: UInt8(truncatingIfNeeded: word))
        case 2: NSNumber(value: Int16(truncatingIfNeeded: word))
        case 3: NSNumber(value: UInt16(truncatingIfNeeded: word))
        case 4: NSNumber(value: Int32(truncatingIfNeeded: word))
        case 5: NSNumber(value: UInt32(truncatingIfNeeded: word))
        case 6: NSNumber(value: Int(truncatingIfNeeded: word))
        case 7: NSNumber(value: UInt(word))
        case 8: NSNumber(value: Float(bitPattern: UInt32(truncatingIfNeeded: word)))
        case 9: NSNumber(value: Double(bitPattern: word))
        case 10: NSDecimalNumber(value: word)
        case 11: NSDecimalNumber.notANumber
        case 12: NSNumber(value: UInt64(word))
        default: NSNumber(value: Int64(bitPattern: word))
        }
    }

    private static func data(_ input: inout FuzzBytes) -> NSData {
        switch input.choose(8) {
        case 0...3: NSData(data: Data(input.piece()))
        case 4...6: NSMutableData(data: Data(input.piece()))
        default: longData[input.choose(2)]
        }
    }

    // As long as an attribute may be, and one longer. Values as long as secrets take too long to bridge.
    private static let longText = [0, 1].map {
        String(repeating: "x", count: Limits.attributeBytes + $0)
    }
    nonisolated(unsafe) private static let longData = longText.map { NSData(data: Data($0.utf8)) }

    private static func reference(_ input: inout FuzzBytes) -> AnyObject {
        let kind = input.choose(7)
        let itemClass = input.choose(of: ItemClass.allCases)
        let uuid = Array(repeating: input.byte() & 3, count: 16)
        let item = PersistentReference(itemClass: itemClass, uuid: uuid)
        switch kind {
        case 0: return SecKeychainItem(item)
        case 1: return NSData(data: Data(item.bytes))
        case 2: return NSData(data: Data(uuid))
        case 3: return UUID(uuid: uuid.withUnsafeBytes { $0.load(as: uuid_t.self) }) as NSUUID
        case 4: return createUUID(nil, input.word(), input.word())!.takeRetainedValue()
        case 5:
            let isLogin = input.byte() & 1 == 0
            return SecKeychain(isLogin ? .login : Keychain(path: "/\(input.byte() & 3)"))
        default: return accessControl(&input)
        }
    }

    private static func accessControl(_ input: inout FuzzBytes) -> AnyObject {
        let protection = input.choose(of: ProtectionClass.allCases)
        let flags = AccessControl.Flags(rawValue: 1 << UInt64(input.choose(33)))
        if let constrained = try? AccessControl(protection: protection, flags: flags) {
            return SecAccessControl(constrained)
        }
        return SecAccessControl(AccessControl(plain: protection))
    }
}
