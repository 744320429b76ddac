// SPDX-License-Identifier: Apache-2.0
import Foundation

/// The bridges that a statically linked program must keep.
///
/// With `-static-stdlib` the linker takes from Foundation's archive only what is referenced. The bridge
/// of an array is looked up at run time, by `result as? [[String: Any]]`; without the reference here
/// that cast returns nil.
@usableFromInline nonisolated(unsafe) let keptBridges: [any _ObjectiveCBridgeable.Type] = [
    [Any].self, [AnyHashable: Any].self, Set<AnyHashable>.self, String.self, Data.self, Date.self,
    URL.self, Int.self, UInt.self, Int32.self, UInt32.self, Double.self, Bool.self,
]

/// A conformance that makes `AnyHashable(kSecAttrAccount)` equal `AnyHashable("acct")`, as on Apple
/// platforms.
///
/// Without it a `[AnyHashable: Any]` or `[CFString: Any]` keyed with constants could not be read
/// with Swift strings as keys.
extension NSString: @retroactive _HasCustomAnyHashableRepresentation {
    public func _toCustomAnyHashable() -> AnyHashable? {
        AnyHashable(String._unconditionallyBridgeFromObjectiveC(self))
    }
}
