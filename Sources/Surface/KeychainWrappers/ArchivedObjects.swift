// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftKeychainSystem

/// The objects of an archive: strings, numbers and data, and dictionaries that refer to other objects by their
/// places, among them the object's class.
struct ArchivedObjects {
    let objects: [PropertyList]

    /// The classes of Foundation that are coded; others may end the process.
    private static let usual: [AnyClass] = [
        NSString.self, NSMutableString.self, NSNumber.self, NSData.self, NSMutableData.self,
        NSDate.self, NSURL.self, NSUUID.self, NSNull.self, NSArray.self, NSMutableArray.self,
        NSSet.self, NSMutableSet.self, NSDictionary.self, NSMutableDictionary.self,
    ]

    /// Returns whether a class is coded: a usual one of Foundation, or one of the program that can be found by
    /// name, so not nested, private or generic.
    static func isCodable(_ type: AnyClass?) -> Bool {
        guard let type else { return false }
        let name = String(reflecting: type).split(separator: ".")
        if name.first?.hasPrefix("Foundation") == true { return usual.contains { $0 == type } }
        return name.count == 2 && (type as? NSSecureCoding.Type)?.supportsSecureCoding == true
    }

    /// Returns whether the unarchiver can decode what `top` refers to: every reference has an object, every object
    /// has a class that is coded and the parts of its class, and none contains itself.
    func canBeDecoded(from top: [String: PropertyList]) -> Bool {
        let parts = objects.map { Self.references(in: $0.dictionary ?? [:]) }
        return (parts + [Self.references(in: top)]).allSatisfy {
            $0.allSatisfy(objects.indices.contains)
        } && objects.allSatisfy(isWhole) && Self.end(parts)
    }

    private func isWhole(_ object: PropertyList) -> Bool {
        guard let entry = object.dictionary else { return object.array == nil }
        if let name = entry["$classname"]?.string { return Self.isCodable(NSClassFromString(name)) }
        guard let type = part("$class", of: entry)?.dictionary?["$classname"]?.string else {
            return false
        }
        switch type {
        case "NSNumber": return false
        case "NSString", "NSMutableString": return entry["NS.string"]?.string != nil
        case "NSData", "NSMutableData": return entry["NS.data"]?.data != nil
        case "NSUUID": return entry["NS.uuidbytes"]?.data?.count == 16
        case "NSURL":
            return part("NS.relative", of: entry)?.string.flatMap { URL(string: $0) } != nil
        case "NSDictionary", "NSMutableDictionary":
            let keys = entry["NS.keys"]?.array ?? [], values = entry["NS.objects"]?.array ?? []
            // The first object stands for none.
            return keys.count == values.count
                && (keys + values).allSatisfy { $0.reference ?? 0 > 0 }
        default: return true
        }
    }

    private func part(_ key: String, of entry: [String: PropertyList]) -> PropertyList? {
        entry[key]?.reference.map { objects[$0] }
    }

    private static func references(in entry: [String: PropertyList]) -> Set<Int> {
        Set(entry.values.flatMap { $0.array ?? [$0] }.compactMap(\.reference))
    }

    /// Returns whether following references ends after at most a hundred, from any object.
    private static func end(_ parts: [Set<Int>]) -> Bool {
        var ending = Set<Int>()
        for _ in 0..<100 where ending.count < parts.count {
            ending.formUnion(parts.indices.filter { parts[$0].isSubset(of: ending) })
        }
        return ending.count == parts.count
    }
}
