// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftKeychainModel
import Security

@_silgen_name("CFArrayCreate")
private func createArray(
    _ allocator: UnsafeRawPointer?, _ values: UnsafeRawPointer?, _ count: Int,
    _ callBacks: UnsafeRawPointer?
) -> Unmanaged<AnyObject>?

extension Nonsense {
    /// Makes an object that few keys or none accept as a value.
    static func odd(_ input: inout FuzzBytes, depth: Int) -> AnyObject {
        switch input.choose(19) {
        case 0: return NSNull()
        case 1: return NSDate(timeIntervalSinceReferenceDate: Double(bitPattern: input.word()))
        case 2: return Context(forbids: input.byte() & 1 == 1)
        case 3, 4: return NSArray(array: list(&input, depth: depth))
        case 5: return NSMutableArray(array: list(&input, depth: depth))
        case 6:
            return NSDictionary(object: value(&input, depth: depth + 1), forKey: NSString("key"))
        case 7: return NSSet(object: NSString(string: input.choose(of: Words.values)))
        case 8: return NSObject()
        case 9: return Stranger()
        // Swift wraps a value without a Foundation class in a box of a private class.
        case 10: return Boxed() as AnyObject
        case 11: return NSURL(string: "https://example.org")!
        case 12: return NSError(domain: "nonsense", code: 1)
        case 13: return Stranger.self as AnyObject
        case 14: return arrayOfNullPointers
        case 15: return NSIndexSet(index: 1)
        default: return input.choose(of: HeldObjects.all)
        }
    }

    nonisolated(unsafe) private static let arrayOfNullPointers: AnyObject = {
        let nothing: [UnsafeRawPointer?] = [nil, nil]
        return createArray(nil, nothing, nothing.count, nil)!.takeRetainedValue()
    }()

    private static func list(_ input: inout FuzzBytes, depth: Int) -> [AnyObject] {
        (0..<input.choose(5)).map { _ in value(&input, depth: depth + 1) }
    }

    /// A class that doesn't derive from NSObject.
    final class Stranger {}

    struct Boxed { var word = 1 }

    /// A replacement for LAContext.
    private final class Context: _KeychainAuthenticationContext, Sendable {
        let interactionNotAllowed: Bool
        init(forbids: Bool) { interactionNotAllowed = forbids }

        var localizedReason: String { "" }
        let _keychainContext = AuthenticationContext()
    }
}
