// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftKeychainModel

/// The shape of a call's result: the parts of each item, and one item or an array.
package struct ResultShape: Sendable, Hashable {
    /// The parts of an item that return keys ask for.
    package struct Parts: OptionSet, Sendable, Hashable {
        package let rawValue: UInt8
        package init(rawValue: UInt8) { self.rawValue = rawValue }

        package static let data = Parts(rawValue: 1 << 0)
        package static let attributes = Parts(rawValue: 1 << 1)
        package static let reference = Parts(rawValue: 1 << 2)
        package static let persistentReference = Parts(rawValue: 1 << 3)
    }

    package let parts: Parts
    package let isArray: Bool

    package init(_ parts: Parts, isArray: Bool) {
        self.parts = parts
        self.isArray = isArray
    }

    /// The parts to read of each item; none when only its existence is asked for.
    var itemParts: Item.Parts {
        var needed: Item.Parts = []
        if parts.contains(.data) { needed.insert(.secret) }
        if parts.contains(.attributes) { needed.insert(.attributes) }
        if !parts.isDisjoint(with: [.reference, .persistentReference]) {
            needed.insert(.reference)
        }
        return needed
    }
}

extension ResultShape {
    /// Stores the result of a call in the caller's variable, where a return key asked for one.
    ///
    /// Without a return key, `result` stays unchanged for one item and becomes an empty array for
    /// several. When only the data was asked for, an item without a secret is nil, and left out of
    /// arrays.
    ///
    /// - Parameters:
    ///   - carried: what each use of a returned key needs.
    ///   - make: makes a dictionary of keys, which are objects of ``keys``, and values.
    /// - Throws: `decode` for a stored certificate or key of which no object can be made.
    package func store(
        _ items: [LocatedItem], in result: UnsafeMutablePointer<AnyObject?>?,
        _ carried: CarriedContext? = nil,
        making make: DictionaryMaker = NSDictionary.init(values:keys:)
    ) throws {
        guard let result else { return }
        if isArray {
            result.pointee =
                parts.isEmpty
                ? NSArray()
                : NSArray(array: try items.compactMap { try element($0, carried, making: make) })
        } else if !parts.isEmpty {
            result.pointee = try items.first.flatMap { try element($0, carried, making: make) }
        }
    }

    package typealias DictionaryMaker = (_ values: [AnyObject], _ keys: [NSObject]) -> AnyObject

    /// The keys of all dictionaries: objects that live as long as the process.
    package static var keys: [NSString] { ResultKeys.all }

    /// Makes the result for one item: the object asked for, or a dictionary of several.
    package func element(
        _ found: LocatedItem, _ carried: CarriedContext? = nil,
        making make: DictionaryMaker = NSDictionary.init(values:keys:)
    ) throws(KeychainError) -> AnyObject? {
        switch parts {
        case []: return nil
        case .data: return found.item.isInToken ? nil : found.item.secret.map(NSData.init(secret:))
        case .reference: return try found.referenceObject(carried)
        case .persistentReference: return found.externalReference
        default:
            let entries = try entries(found, carried)
            return make(entries.values, entries.keys)
        }
    }

    private func entries(
        _ found: LocatedItem, _ carried: CarriedContext?
    ) throws(KeychainError) -> Entries {
        let item = found.item
        var entries = Entries()
        // The class makes the dictionary a valid query for the same item.
        entries.add(ResultKeys.itemClass, NSString(string: item.itemClass.rawValue))
        if parts.contains(.attributes) { entries.addAttributes(of: found) }
        if parts.contains(.data), !item.isInToken, let secret = item.secret {
            entries.add(ResultKeys.data, NSData(secret: secret))
        }
        if parts.contains(.reference) {
            entries.add(ResultKeys.reference, try found.referenceObject(carried))
        }
        if parts.contains(.persistentReference), let reference = found.externalReference {
            entries.add(ResultKeys.persistentReference, reference)
        }
        return entries
    }
}

/// Keys and values of a dictionary to be made at once.
private struct Entries {
    private(set) var keys: [NSObject] = []
    private(set) var values: [AnyObject] = []

    mutating func add(_ key: NSString, _ value: AnyObject) {
        keys.append(key)
        values.append(value)
    }

    /// Adds all attributes; for an object that is stored nowhere, those it would be stored with.
    mutating func addAttributes(of found: LocatedItem) {
        let item = found.item
        let names = ResultKeys.attributes[item.itemClass] ?? []
        keys.reserveCapacity(names.count + 4)
        values.reserveCapacity(names.count + 4)
        for (description, key) in names {
            let attribute = description.attribute
            if found.object != nil {
                if let value = item.stored[attribute] { add(key, value.object(of: attribute)) }
            } else if attribute == .accessControl {
                add(key, SecAccessControl(item.accessControl))
            } else if let value = item[description] {
                add(key, value.object(of: attribute))
            }
        }
    }
}

extension NSDictionary {
    package convenience init(values: [AnyObject], keys: [NSObject]) {
        self.init(objects: values, forKeys: keys, count: keys.count)
    }
}

/// The keys of returned dictionaries, made once.
private enum ResultKeys {
    nonisolated(unsafe) static let itemClass = NSString(string: "class")
    nonisolated(unsafe) static let data = NSString(string: ValueKey.data.rawValue)
    nonisolated(unsafe) static let reference = NSString(string: ValueKey.reference.rawValue)
    nonisolated(unsafe) static let persistentReference = NSString(
        string: ValueKey.persistentReference.rawValue)

    /// The attributes of each class, each with its key.
    nonisolated(unsafe) static let attributes = Dictionary(
        uniqueKeysWithValues: ItemClass.allCases.map { ($0, named($0)) })

    nonisolated(unsafe) static let all =
        [itemClass, data, reference, persistentReference] + attributes.values.joined().map(\.1)

    private static func named(_ itemClass: ItemClass) -> [(AttributeDescription, NSString)] {
        itemClass.attributes.descriptions.map { ($0, NSString(string: $0.attribute.rawValue)) }
    }
}

extension LocatedItem {
    /// The certificate, key or identity, or a reference that knows its keychain.
    fileprivate func referenceObject(
        _ carried: CarriedContext?
    ) throws(KeychainError) -> AnyObject {
        let keychain = keychain.referred
        var made = object
        if made == nil { made = try ItemObject(stored: item, in: keychain, carried) }
        return made?.object ?? SecKeychainItem(item.reference, in: SecKeychain(keychain))
    }

    /// The persistent reference in its external form; nil for an object that is stored nowhere.
    fileprivate var externalReference: NSData? {
        object != nil ? nil : NSData(item.reference.bytes)
    }
}

extension AttributeValue {
    /// Returns the object for the value of `attribute` in a result: the class of a key is text, like its
    /// constants.
    fileprivate func object(of attribute: Attribute) -> AnyObject {
        guard attribute == .keyClass, let number = keyNumber else { return object }
        return NSString(string: String(number))
    }

    /// The object for the value in a result, of the type in which it was given.
    var object: AnyObject {
        switch self {
        case .string(let text): NSString(string: text)
        case .data(let bytes): NSData(bytes)
        case .number(let number): NSNumber(value: number)
        case .boolean(let flag): NSNumber(value: flag)
        case .date(let seconds): NSDate(timeIntervalSinceReferenceDate: seconds)
        }
    }
}
