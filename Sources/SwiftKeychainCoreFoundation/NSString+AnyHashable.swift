import Foundation

/// Lets `AnyHashable(kSecAttrAccount)` equal `AnyHashable("acct")`, as on Apple platforms.
///
/// Without it a `[AnyHashable: Any]` or `[CFString: Any]` keyed with constants could not be asked
/// with Swift strings.
extension NSString: @retroactive _HasCustomAnyHashableRepresentation {
    public func _toCustomAnyHashable() -> AnyHashable? {
        AnyHashable(String._unconditionallyBridgeFromObjectiveC(self))
    }
}
