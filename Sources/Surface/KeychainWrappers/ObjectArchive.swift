// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftKeychainSystem

/// An object as `NSKeyedArchiver` writes it.
///
/// The archiver of this Foundation ends the process at an object that can't be encoded, and the unarchiver
/// at an archive that no archiver wrote, such as a list that contains itself. Both are checked before.
struct ObjectArchive {
    let bytes: Data
}

extension ObjectArchive {
    /// Archives `value`; nil when it, or anything in a collection, is of a class that isn't archived, or
    /// when the archive could not be read again.
    init?(of value: Any) {
        guard let object = Self.codable(value),
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
        return unarchiver.error == nil ? object : nil
    }

    private static func codable(_ value: Any) -> NSObject? {
        // A decimal number is coded as a number, but the archiver never ends at one.
        guard let object = value as? NSObject ?? value as AnyObject as? NSObject,
            !(object is NSDecimalNumber), ArchivedObjects.isCodable(object.classForCoder)
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

    private var isWellFormed: Bool {
        guard let list = try? PropertyList([UInt8](bytes)).dictionary,
            let objects = list["$objects"]?.array, let top = list["$top"]?.dictionary
        else { return false }
        return ArchivedObjects(objects: objects).canBeDecoded(from: top)
    }
}
