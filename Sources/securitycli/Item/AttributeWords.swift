import Foundation
import Security
import SwiftKeychainMemory
import SwiftKeychainSystem

/// Reads `name=value,name=value` into the dictionary that the SecItem functions take.
///
/// What the names and values mean is not decided here. Values are text, or data where they are not
/// UTF-8; a backslash takes the next byte as it is; a name without a value is true.
struct AttributeWords {
    enum Value {
        case text(String)
        case data([UInt8])
        case secret(SecretBytes)
        case number(Int)
        case object(AnyObject)
        case flag
    }

    private var entries: [String: AnyObject] = [:]

    init(_ words: [[UInt8]]) throws(CommandFailure) {
        for word in words {
            for (name, value) in try Self.pairs(word) { try set(name, bytes: value) }
        }
    }

    var dictionary: NSDictionary {
        NSDictionary(
            objects: Array(entries.values), forKeys: entries.keys.map { NSString(string: $0) })
    }

    func holds(_ name: String) -> Bool { entries[name] != nil }

    /// Sets one entry; a name that was there before is refused.
    mutating func set(_ name: String, to value: Value) throws(CommandFailure) {
        let object: AnyObject =
            switch value {
            case .text(let text): NSString(string: text)
            case .data(let bytes): NSData(bytes: bytes, length: bytes.count)
            case .secret(let secret): Self.data(secret)
            case .number(let number): NSNumber(value: number)
            case .object(let object): object
            case .flag: NSNumber(value: true)
            }
        if entries.updateValue(object, forKey: name) != nil {
            throw .usage("\(name): given twice")
        }
    }

    private mutating func set(_ name: String, bytes: [UInt8]?) throws(CommandFailure) {
        guard let bytes else { return try set(name, to: .flag) }
        switch name {
        case "v_Data":
            try set(name, to: .secret(SecretBytes(copying: bytes)))
        case "v_PersistentRef":
            guard let reference = Base64.bytes(bytes) else { throw .usage("\(name): not base64") }
            try set(name, to: .data(reference))
        case "accc":
            guard entries[name] == nil else { throw .usage("\(name): given twice") }
            let control = try AccessControlText.read(String(decoding: bytes, as: UTF8.self))
            entries[name] = SecAccessControl(control)
        default:
            let text = String(validating: bytes, as: UTF8.self)
            try set(name, to: text.map { .text($0) } ?? .data(bytes))
        }
    }

    /// Lends the locked memory of a secret, which is wiped when nobody holds the object any more.
    private static func data(_ secret: SecretBytes) -> NSData {
        let address = secret.withBytes { UnsafeMutableRawPointer(mutating: $0.baseAddress) }
        guard let address, secret.count > 0 else { return NSData() }
        return NSData(bytesNoCopy: address, length: secret.count) { _, _ in
            withExtendedLifetime(secret) {}
        }
    }

    /// Splits a word at commas, and each piece at its first equals sign.
    static func pairs(_ word: [UInt8]) throws(CommandFailure) -> [(name: String, value: [UInt8]?)] {
        var pairs: [(name: String, value: [UInt8]?)] = []
        var name: [UInt8] = []
        var value: [UInt8]?
        func end() throws(CommandFailure) {
            guard let text = String(validating: name, as: UTF8.self), !text.isEmpty else {
                throw .usage("an attribute without a name")
            }
            pairs.append((text, value))
            (name, value) = ([], nil)
        }
        var position = 0
        while position < word.count {
            var byte = word[position]
            position += 1
            if byte == UInt8(ascii: ",") {
                try end()
                continue
            }
            if byte == UInt8(ascii: "="), value == nil {
                value = []
                continue
            }
            if byte == UInt8(ascii: "\\") {
                guard position < word.count else { throw .usage("a backslash at the end") }
                byte = word[position]
                position += 1
            }
            if value == nil { name.append(byte) } else { value?.append(byte) }
        }
        try end()
        return pairs
    }
}
