import Foundation

/// Keeps the bridges of arrays, sets and dictionaries in a statically linked program.
///
/// With `-static-stdlib` the linker takes from Foundation's archive only what is named somewhere.
/// The bridge of an array is looked up while the program runs, when `result as? [[String: Any]]`
/// is tried, and without a name here that cast would quietly be nil.
@usableFromInline nonisolated(unsafe) let keptBridges: [any _ObjectiveCBridgeable.Type] = [
    [Any].self, [AnyHashable: Any].self, Set<AnyHashable>.self, String.self, Data.self, Date.self,
    URL.self, Int.self, UInt.self, Int32.self, UInt32.self, Double.self, Bool.self,
]
