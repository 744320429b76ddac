// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftKeychainMemory
import SwiftKeychainModel

@_silgen_name("CFGetTypeID") private func typeID(_ object: UnsafeRawPointer) -> UInt
@_silgen_name("CFBooleanGetTypeID") private func booleanTypeID() -> UInt
@_silgen_name("CFUUIDGetTypeID") private func uuidTypeID() -> UInt
@_silgen_name("CFUUIDGetUUIDBytes")
private func uuidBytes(_ uuid: UnsafeRawPointer) -> (UInt64, UInt64)
@_silgen_name("CFStringGetCStringPtr")
private func asciiCharacters(_ string: UnsafeRawPointer, _ encoding: UInt32) -> UnsafePointer<
    UInt8
>?

/// An object of the caller, read by its exact type.
///
/// On Linux a cast to `Bool` also succeeds for the number 1, so the class is checked instead.
struct CFValue {
    let object: AnyObject

    init(_ object: AnyObject) { self.object = object }

    var isNull: Bool { object is NSNull }

    /// Returns the object as an instance of `kind` or of a class below it; nil for any other.
    ///
    /// `as?` also looks for boxed Swift values, which takes longer than comparing the class.
    private func cast<Kind: AnyObject>(to kind: Kind.Type) -> Kind? {
        type(of: object) == kind ? unsafeDowncast(object, to: kind) : object as? Kind
    }

    /// The object as a string.
    var string: NSString? { cast(to: NSString.self) }

    /// The text of a string; nil for anything else and for one with half a surrogate pair.
    var text: String? { string.flatMap(Self.text) }

    /// A boolean, or the number 0 or 1.
    var boolean: Bool? {
        switch number {
        case .boolean(let flag): flag
        case .integer(0): false
        case .integer(1): true
        default: nil
        }
    }

    /// Reads a boolean, the value of `key`.
    func flag(_ key: @autoclosure () -> String) throws(KeychainError) -> Bool {
        guard let boolean else { throw KeychainError(.parameter, "\(key()): not a boolean") }
        return boolean
    }

    /// Reads text, the value of `key`.
    func unicode(_ key: @autoclosure () -> String) throws(KeychainError) -> String {
        guard let text else { throw KeychainError(.parameter, "\(key()): not valid Unicode text") }
        return text
    }

    /// The integer of a number that is neither a boolean nor of a floating type.
    var integer: Int64? {
        guard case .integer(let integer) = number else { return nil }
        return integer
    }

    enum Number {
        case boolean(Bool)
        case integer(Int64)
        /// A number of a floating type, even one with an integral value.
        case floating
        /// An unsigned number over the largest signed one.
        case tooLarge
    }

    /// The kind of number; nil when the object is not a number.
    var number: Number? {
        guard let number = cast(to: NSNumber.self) else { return nil }
        defer { withExtendedLifetime(number) {} }
        if typeID(Unmanaged.passUnretained(number).toOpaque()) == Self.boolean {
            return .boolean(number.boolValue)
        }
        switch UInt8(truncatingIfNeeded: number.objCType.pointee) {
        case UInt8(ascii: "f"), UInt8(ascii: "d"): return .floating
        case UInt8(ascii: "Q") where number.uint64Value > UInt64(Int64.max): return .tooLarge
        default: return .integer(number.int64Value)
        }
    }

    /// The 16 bytes of a UUID object of Foundation or Core Foundation.
    var uuid: [UInt8]? {
        if let uuid = object as? NSUUID {
            return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 16) { buffer in
                uuid.getBytes(buffer.baseAddress!)
                return Array(buffer)
            }
        }
        guard let other = object as? NSObject else { return nil }
        let pointer = Unmanaged.passUnretained(other).toOpaque()
        defer { withExtendedLifetime(other) {} }
        guard typeID(pointer) == Self.uuid else { return nil }
        return withUnsafeBytes(of: uuidBytes(pointer)) { Array($0) }
    }

    /// Copies the bytes of data; nil for anything else.
    var bytes: [UInt8]? {
        guard let data = object as? NSData else { return nil }
        defer { withExtendedLifetime(data) {} }
        return [UInt8](Self.lend(data))
    }

    private static let boolean = booleanTypeID()
    private static let uuid = uuidTypeID()

    private static func text(of string: NSString) -> String? {
        let kind: AnyClass = type(of: string)
        // These two hold a Swift string, which never has half a surrogate pair.
        if kind == NSString.self || kind == NSMutableString.self { return string as String }
        defer { withExtendedLifetime(string) {} }
        let pointer = Unmanaged.passUnretained(string).toOpaque()
        let count = string.length
        guard count > 0 else { return "" }
        // Core Foundation holds most strings of C programs as ASCII.
        if let characters = asciiCharacters(pointer, 0x0600) {
            return String(
                decoding: UnsafeBufferPointer(start: characters, count: count), as: UTF8.self)
        }
        return withUnsafeTemporaryAllocation(of: UInt16.self, capacity: count) { buffer in
            string.getCharacters(
                buffer.baseAddress!, range: NSRange(location: 0, length: count))
            return String(validating: buffer, as: UTF16.self)
        }
    }

    private static func lend(_ data: NSData) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: data.bytes, count: data.length)
    }
}

extension CFValue {
    /// Copies the bytes of data, or the UTF-8 of a string, straight into locked memory.
    ///
    /// - Parameter takesText: whether a string is accepted as well as data.
    /// - Throws: `parameter` for anything else and for a secret larger than ``Limits``, of which
    ///   nothing is copied.
    func secret(takesText: Bool) throws(KeychainError) -> SecretBytes {
        if let data = object as? NSData {
            try Self.checkSize(data.length)
            defer { withExtendedLifetime(data) {} }
            return SecretBytes(count: data.length) { $0.copyMemory(from: Self.lend(data)) }
        }
        guard takesText, var text else {
            throw KeychainError(
                .parameter,
                takesText
                    ? "kSecValueData: neither data nor valid Unicode text"
                    : "kSecValueData: not data")
        }
        try Self.checkSize(text.utf8.count)
        return text.withUTF8 { utf8 in
            SecretBytes(count: utf8.count) { $0.copyMemory(from: UnsafeRawBufferPointer(utf8)) }
        }
    }

    private static func checkSize(_ count: Int) throws(KeychainError) {
        if count > Limits.secretBytes {
            throw KeychainError(
                .parameter, "kSecValueData: larger than \(Limits.secretBytes) bytes")
        }
    }
}

extension CFValue {
    /// The elements of an array, or the object itself; nil for a null pointer.
    var elements: [AnyObject?] { (object as? NSArray)?.elements ?? [object] }
}
