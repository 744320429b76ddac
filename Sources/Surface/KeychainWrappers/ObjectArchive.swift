// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftKeychainSystem

/// An object as `NSKeyedArchiver` writes it.
///
/// The archiver of this Foundation ends the process at an object that can't be encoded, and the unarchiver
/// at an archive that no archiver wrote, such as a list that contains itself. Both are checked before. The archiver also
/// writes equal objects once, although one may be `1` and the other `true`: see ``SeparateObject``.
struct ObjectArchive {
    let bytes: Data
}

extension ObjectArchive {
    /// Archives `value`; nil when it, or anything in a collection, is of a class that isn't archived, or
    /// when the archive could not be read again.
    init?(of value: Any) {
        var seen: [NSObject: NSObject] = [:]
        guard let object = Self.codable(value, &seen),
            let bytes = try? NSKeyedArchiver.archivedData(
                withRootObject: object, requiringSecureCoding: true)
        else { return nil }
        self.init(bytes: bytes)
        if !isWellFormed { return nil }
    }

    /// The archived object; nil when the bytes are not an archive of known, secure classes.
    var object: Any? {
        guard isWellFormed, let unarchiver = try? NSKeyedUnarchiver(forReadingFrom: bytes)
        else { return nil }
        defer { unarchiver.finishDecoding() }
        unarchiver.requiresSecureCoding = false
        unarchiver.decodingFailurePolicy = .setErrorAndReturn
        let object = unarchiver.decodeObject(forKey: NSKeyedArchiveRootObjectKey)
        return unarchiver.error == nil ? object.flatMap(Self.joined) : nil
    }

    /// Returns the object that is archived for `value`; nil for one that can't be archived.
    ///
    /// - Parameter seen: the objects that the archive has so far, under themselves.
    private static func codable(_ value: Any, _ seen: inout [NSObject: NSObject]) -> NSObject? {
        // A decimal number is coded as a number, but the archiver never ends at one.
        guard let object = value as? NSObject ?? value as AnyObject as? NSObject,
            !(object is NSDecimalNumber), ArchivedObjects.isCodable(object.classForCoder)
        else { return nil }
        // Texts in two normalization forms are equal, and their hashes differ.
        let text = (object as? String)?.precomposedStringWithCanonicalMapping
        let key = text.map { NSString(string: $0) } ?? object
        if let first = seen[key], first !== object, !isSame(first, object) {
            return ObjectArchive(of: object).map { SeparateObject($0) }
        }
        seen[key] = object
        return map(object) { codable($0, &seen) }
    }

    /// Returns whether two equal objects are written in the same way.
    private static func isSame(_ one: NSObject, _ other: NSObject) -> Bool {
        if let one = one as? String, let other = other as? String {
            return one.hasSameBytes(as: other)
        }
        return ObjectArchive(of: one)?.bytes == ObjectArchive(of: other)?.bytes
    }

    /// Puts what was archived apart into its place.
    private static func joined(_ value: Any) -> Any? {
        if let separate = value as? SeparateObject { return separate.archive.object }
        return (value as? NSObject).map { map($0) { joined($0) as? NSObject } } ?? value
    }

    /// Replaces the parts of a collection; returns any other object as it is.
    ///
    /// - Returns: nil if a part is replaced by nil.
    private static func map(_ object: NSObject, _ part: (Any) -> NSObject?) -> NSObject? {
        func all(_ parts: [Any]) -> [NSObject]? {
            let mapped = parts.compactMap(part)
            return mapped.count == parts.count ? mapped : nil
        }
        switch object {
        case let array as NSArray:
            guard let parts = all(Array(array)) else { return nil }
            return array is NSMutableArray ? NSMutableArray(array: parts) : NSArray(array: parts)
        case let set as NSSet:
            guard let parts = all(set.allObjects) else { return nil }
            return set is NSMutableSet ? NSMutableSet(array: parts) : NSSet(array: parts)
        case let dictionary as NSDictionary:
            let keys = dictionary.allKeys
            guard let names = all(keys), let values = all(keys.map { dictionary[$0]! }) else {
                return nil
            }
            return dictionary is NSMutableDictionary
                ? NSMutableDictionary(objects: values, forKeys: names)
                : NSDictionary(objects: values, forKeys: names)
        default: return object
        }
    }

    private var isWellFormed: Bool {
        guard let list = try? PropertyList([UInt8](bytes)).dictionary,
            let objects = list["$objects"]?.array, let top = list["$top"]?.dictionary
        else { return false }
        return ArchivedObjects(objects: objects).canBeDecoded(from: top)
    }
}
