// SPDX-License-Identifier: Apache-2.0
import Foundation
import Security

extension Expectation {
    /// Names the type of a result; booleans, integers and floating numbers are three types.
    static func kind(_ object: AnyObject) -> String {
        switch object {
        case is NSString: return "string"
        case is NSData: return "data"
        case is NSDate: return "date"
        case is NSArray: return "array"
        case is NSDictionary: return "dictionary"
        case is NSNull: return "null"
        case let number as NSNumber:
            if CFGetTypeID(number) == CFBooleanGetTypeID() { return "bool" }
            return ["f", "d"].contains(String(cString: number.objCType)) ? "double" : "int"
        default: return "\(type(of: object))"
        }
    }

    /// Tells whether two objects are of one type and equal, strings and dates bit for bit.
    static func equal(_ left: AnyObject, _ right: AnyObject) -> Bool {
        guard kind(left) == kind(right) else { return false }
        switch (left, right) {
        case (let left as NSString, let right as NSString):
            return String(left).utf8.elementsEqual(String(right).utf8)
        case (let left as NSDate, let right as NSDate):
            return left.timeIntervalSinceReferenceDate == right.timeIntervalSinceReferenceDate
        case (let left as NSArray, let right as NSArray):
            return left.count == right.count
                && (0..<left.count).allSatisfy {
                    equal(left.object(at: $0) as AnyObject, right.object(at: $0) as AnyObject)
                }
        case (let left as NSDictionary, let right as NSDictionary):
            return left.count == right.count
                && left.allKeys.allSatisfy { key in
                    guard let one = left.object(forKey: key), let other = right.object(forKey: key)
                    else { return false }
                    return equal(one as AnyObject, other as AnyObject)
                }
        case (let left as NSObject, let right as NSObject):
            return left.isEqual(right)
        default:
            return left === right
        }
    }
}
