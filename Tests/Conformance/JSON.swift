// SPDX-License-Identifier: Apache-2.0
import Foundation
import Security

/// Holds a value of a JSON file, numbers in the type they were written in.
enum JSON: Sendable, Equatable {
    case null
    case boolean(Bool)
    case integer(Int64)
    case unsigned(UInt64)
    case number(Double)
    case string(String)
    case array([JSON])
    case object([String: JSON])

    /// Reads the file at `path`, relative to this folder.
    init(file path: String) throws {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        let data = try Data(contentsOf: folder.appendingPathComponent(path))
        self = try JSON(JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed))
    }

    private init(_ parsed: Any) throws {
        switch parsed {
        case let text as String: self = .string(text)
        case let list as [Any]: self = .array(try list.map { try JSON($0) })
        case let members as [String: Any]: self = .object(try members.mapValues { try JSON($0) })
        case let number as NSNumber: self = JSON(number)
        case is NSNull: self = .null
        default: throw RowMistake("\(parsed): not of JSON")
        }
    }

    private init(_ number: NSNumber) {
        if CFGetTypeID(number) == CFBooleanGetTypeID() {
            self = .boolean(number.boolValue)
        } else if ["f", "d"].contains(String(cString: number.objCType)) {
            self = .number(number.doubleValue)
        } else if number.uint64Value > UInt64(Int64.max), number.compare(0) == .orderedDescending {
            self = .unsigned(number.uint64Value)
        } else {
            self = .integer(number.int64Value)
        }
    }
}

extension JSON {
    /// The text of a string, or a mistake in the row.
    func text() throws -> String {
        guard case .string(let text) = self else { throw RowMistake("\(self): not a string") }
        return text
    }

    func list() throws -> [JSON] {
        guard case .array(let list) = self else { throw RowMistake("\(self): not a list") }
        return list
    }

    func integer() throws -> Int {
        guard case .integer(let value) = self else { throw RowMistake("\(self): not an integer") }
        return Int(value)
    }

    func double() throws -> Double {
        switch self {
        case .integer(let value): return Double(value)
        case .number(let value): return value
        default: throw RowMistake("\(self): not a number")
        }
    }

    func boolean() throws -> Bool {
        guard case .boolean(let value) = self else { throw RowMistake("\(self): not a boolean") }
        return value
    }

    /// The members of an object, all of whose names must be among `names`.
    func members(_ names: Set<String>? = nil) throws -> [String: JSON] {
        guard case .object(let members) = self else { throw RowMistake("\(self): not an object") }
        if let names, let unknown = members.keys.first(where: { !names.contains($0) }) {
            throw RowMistake("unknown field “\(unknown)”")
        }
        return members
    }
}

/// Says what is wrong with a row itself, whatever the keychain does.
struct RowMistake: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}
