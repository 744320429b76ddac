// SPDX-License-Identifier: Apache-2.0
import Foundation
import Security

/// Makes the objects that rows describe.
///
/// A string stands for itself, or for the value of the constant it names. Everything else is an
/// object of one of these forms:
///
///     {"text": "kSecClass"}  {"data": "text"}  {"hex": "00ff"}  {"int": 5}  {"uint": 5}
///     {"double": 1.5}  {"bool": true}  {"date": 123.456}  {"null": true}  {"object": true}
///     {"uuid": "6D0A6C2E-…"}
///     {"list": […]}  {"dictionary": {…}}
///     {"accc": {"class": "ak", "flags": ["userPresence"]}}  {"keychain": "default"}
///     {"context": {"interactionNotAllowed": true, "password": "p", "invalidated": true}}
///     {"context": {"name": "c"}}     the same object wherever the row names it
///     {"repeat": "x", "count": 70000}, and "as": "data" for bytes
///     {"saved": "name"}, and "index": 0 for an element, "key": "kSecValueRef" for an entry of it
///     {"last": {"saved": …}, "count": 16}    the last bytes of data
///     {"shifted": {"saved": …}, "by": 0.001} another date
///     {"certificate": "alice"}  {"key": "alice"}  {"publicKey": "alice"}  {"identity": "alice"}
///     {"policy": "basic"}, or "revocation", "server", "client", "mail", "mail:a@example.org"
///     {"fixture": "alice", "field": "der"}   data of Fixtures/fixtures.json
///     {"cut": {…}, "by": 1}  {"longer": {…}, "by": 1}   data without its last bytes, or with more
///     {"largeCertificate": 1048576}          the DER of a certificate of so many bytes
///
/// The key of a dictionary names a constant or stands for itself; "#5" is the number 5, "!null" a
/// null and "!data" data.
struct Values {
    /// Results of earlier calls, by the names they were saved under.
    var saved: [String: AnyObject] = [:]
    /// Contexts by their names.
    private let contexts = NSMutableDictionary()

    func object(_ json: JSON) throws -> AnyObject {
        if case .string(let text) = json { return NSString(string: try Constants.resolve(text)) }
        let fields = try json.members()
        if let base = fields["saved"] {
            return try savedObject(base, json.members(["saved", "index", "key"]))
        }
        if let text = fields["repeat"] {
            return try repeated(text, json.members(["repeat", "count", "as"]))
        }
        if let base = fields["last"], let count = fields["count"], fields.count == 2 {
            guard let data = try object(base) as? NSData else { throw RowMistake("not data") }
            return data.subdata(
                with: NSRange(
                    location: data.length - (try count.integer()), length: try count.integer()))
                as NSData
        }
        if let base = fields["shifted"], let seconds = fields["by"], fields.count == 2 {
            guard let date = try object(base) as? NSDate else { throw RowMistake("not a date") }
            return date.addingTimeInterval(try seconds.double()) as NSDate
        }
        if fields.count == 2, let made = try data(of: fields) { return made }
        guard fields.count == 1, let (kind, value) = fields.first else {
            throw RowMistake("\(json): no form of a value")
        }
        return try object(kind, value)
    }

    /// Makes a dictionary, or takes a saved one: `{"saved": "name"}`, and "index", "adding": {…}
    /// and "without": […] with it.
    func dictionary(_ json: JSON) throws -> NSDictionary {
        let entries = try json.members()
        let dictionary = NSMutableDictionary()
        if let base = entries["saved"] {
            let fields = try json.members(["saved", "index", "adding", "without"])
            let found = try savedObject(base, fields)
            guard let found = found as? NSDictionary else { throw RowMistake("no dictionary") }
            for case let key as NSObject in found.allKeys.map({ $0 as AnyObject }) {
                dictionary.setObject(found.object(forKey: key) as AnyObject, forKey: key)
            }
            for name in try fields["without"]?.list() ?? [] {
                dictionary.removeObject(
                    forKey: NSString(string: try Constants.resolve(name.text())))
            }
            for (name, value) in try fields["adding"]?.members() ?? [:] {
                dictionary.setObject(try object(value), forKey: try key(named: name))
            }
        } else {
            for (name, value) in entries {
                dictionary.setObject(try object(value), forKey: try key(named: name))
            }
        }
        return dictionary
    }

    private func key(named name: String) throws -> NSObject {
        if name == "!null" { return NSNull() }
        if name == "!data" { return NSData(data: Data([1])) }
        if name.hasPrefix("#"), let number = Int(name.dropFirst()) {
            return NSNumber(value: number)
        }
        return NSString(string: try Constants.resolve(name))
    }

    private func object(_ kind: String, _ value: JSON) throws -> AnyObject {
        switch kind {
        case "text": return NSString(string: try value.text())
        case "data": return Data(try value.text().utf8) as NSData
        case "hex": return try Self.bytes(value.text()) as NSData
        case "int":
            // The smallest number can't be written in JSON and read back: it is a string.
            if case .string(let text) = value, let number = Int64(text) {
                return NSNumber(value: number)
            }
            return NSNumber(value: try value.integer())
        case "uint":
            if case .unsigned(let number) = value { return NSNumber(value: number) }
            return NSNumber(value: UInt64(try value.integer()))
        case "double": return NSNumber(value: try value.double())
        case "bool": return NSNumber(value: try value.boolean())
        case "date": return NSDate(timeIntervalSinceReferenceDate: try value.double())
        case "null": return NSNull()
        case "object": return NSObject()
        case "uuid": return try uuid(value)
        case "list": return NSArray(array: try value.list().map { try object($0) })
        case "dictionary": return try dictionary(value)
        case "accc": return try Self.accessControl(value)
        case "keychain": return SecKeychain(.login)
        case "context": return try context(value)
        case "certificate": return try Fixtures.certificate(value.text())
        case "key": return try Fixtures.key(value.text(), "private")
        case "publicKey": return try Fixtures.key(value.text(), "public")
        case "identity": return try Fixtures.identity(value.text())
        case "policy": return try Fixtures.policy(value.text())
        case "largeCertificate": return try Fixtures.largeCertificate(value.integer()) as NSData
        default: throw RowMistake("“\(kind)”: no form of a value")
        }
    }

    /// Makes data of a fixture, or of other data; nil where the fields say nothing of the kind.
    private func data(of fields: [String: JSON]) throws -> NSData? {
        if let name = fields["fixture"], let field = fields["field"] {
            return try Fixtures.data(name.text(), field.text()) as NSData
        }
        guard let count = try fields["by"]?.integer(), let base = fields["cut"] ?? fields["longer"]
        else { return nil }
        guard let data = try object(base) as? NSData else { throw RowMistake("not data") }
        let bytes = data as Data
        return (fields["cut"] != nil ? bytes.dropLast(count) : bytes + Data(count: count))
            as NSData
    }

    private func context(_ json: JSON) throws -> Context {
        let names: Set = ["interactionNotAllowed", "password", "invalidated", "name"]
        let name = try json.members(names)["name"]?.text()
        if let name, let known = contexts[name] as? Context { return known }
        let made = try Context(json)
        if let name { contexts[name] = made }
        return made
    }

    private func savedObject(_ name: JSON, _ fields: [String: JSON]) throws -> AnyObject {
        let name = try name.text()
        guard var found = saved[name] else { throw RowMistake("nothing saved as “\(name)”") }
        if let index = try fields["index"]?.integer() {
            guard let array = found as? NSArray, index < array.count else {
                throw RowMistake("“\(name)” has no element \(index)")
            }
            found = array.object(at: index) as AnyObject
        }
        if let key = try fields["key"]?.text() {
            guard let dictionary = found as? NSDictionary,
                let value = dictionary.object(forKey: NSString(string: try Constants.resolve(key)))
            else { throw RowMistake("“\(name)” has no \(key)") }
            found = value as AnyObject
        }
        return found
    }

    /// Makes a UUID of its text, or of 16 bytes of data.
    private func uuid(_ value: JSON) throws -> NSUUID {
        switch try object(value) {
        case let data as NSData where data.length == 16:
            return NSUUID(uuidBytes: data.bytes.assumingMemoryBound(to: UInt8.self))
        case let text as NSString:
            if let uuid = NSUUID(uuidString: String(text)) { return uuid }
            fallthrough
        default: throw RowMistake("\(value): no UUID")
        }
    }

    private func repeated(_ text: JSON, _ fields: [String: JSON]) throws -> AnyObject {
        guard let count = try fields["count"]?.integer() else { throw RowMistake("no “count”") }
        let part = try text.text()
        // Doubled, because appending part by part takes seconds for megabytes.
        var text = part
        while text.utf8.count < part.utf8.count * count { text += text }
        text = String(decoding: text.utf8.prefix(part.utf8.count * count), as: UTF8.self)
        return fields["as"] == .string("data")
            ? Data(text.utf8) as NSData : NSString(string: text)
    }

    private static func bytes(_ hex: String) throws -> Data {
        let digits = hex.compactMap(\.hexDigitValue)
        guard digits.count == hex.count, hex.count % 2 == 0 else { throw RowMistake("not hex") }
        return Data(
            stride(from: 0, to: digits.count, by: 2).map { (i: Int) -> UInt8 in
                UInt8(digits[i] * 16 + digits[i + 1])
            })
    }
}
