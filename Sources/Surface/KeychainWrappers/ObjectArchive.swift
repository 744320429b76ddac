// SPDX-License-Identifier: Apache-2.0
import Foundation

/// An object as `NSKeyedArchiver` writes it.
///
/// The archiver of this Foundation ends the process at an object that can't be encoded or a class that
/// isn't allowed, so both are checked before.
struct ObjectArchive {
    let bytes: Data
}

extension ObjectArchive {
    /// Archives `value`; nil when it, or anything in a collection, does not adopt `NSSecureCoding`.
    init?(of value: Any) {
        guard let object = Self.codable(value),
            let bytes = try? NSKeyedArchiver.archivedData(
                withRootObject: object, requiringSecureCoding: true)
        else { return nil }
        self.init(bytes: bytes)
    }

    /// The archived object; nil when the bytes are not an archive of known, secure classes.
    var object: Any? {
        guard namesOnlySecureClasses,
            let unarchiver = try? NSKeyedUnarchiver(forReadingFrom: bytes)
        else { return nil }
        defer { unarchiver.finishDecoding() }
        unarchiver.requiresSecureCoding = false
        unarchiver.decodingFailurePolicy = .setErrorAndReturn
        let object = unarchiver.decodeObject(forKey: NSKeyedArchiveRootObjectKey)
        return unarchiver.error == nil ? object : nil
    }

    private var namesOnlySecureClasses: Bool {
        let list = try? PropertyListSerialization.propertyList(from: bytes, format: nil)
        guard let objects = (list as? [String: Any])?["$objects"] as? [Any] else { return false }
        return objects.allSatisfy { entry in
            guard let name = (entry as? [String: Any])?["$classname"] as? String else {
                return true
            }
            return (NSClassFromString(name) as? NSSecureCoding.Type)?.supportsSecureCoding == true
        }
    }

    private static func codable(_ value: Any) -> NSObject? {
        guard let object = value as? NSObject ?? value as AnyObject as? NSObject,
            isCodable(object.classForCoder)
        else { return nil }
        let parts: [Any] =
            switch object {
            case let array as NSArray: Array(array)
            case let set as NSSet: set.allObjects
            case let dictionary as NSDictionary: dictionary.allKeys + dictionary.allValues
            default: []
            }
        return parts.allSatisfy { codable($0) != nil } ? object : nil
    }

    /// Returns whether a class can be coded: only one that can be found by name, so not nested,
    /// private or generic.
    private static func isCodable(_ type: AnyClass) -> Bool {
        guard let coding = type as? NSSecureCoding.Type, coding.supportsSecureCoding else {
            return false
        }
        return String(reflecting: type).split(separator: ".").count == 2
    }
}
