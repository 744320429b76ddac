import Foundation

// What `canEvaluatePolicy` hands out is an `NSError`; `error as? LAError` finds the error in it, as on
// Apple platforms.
extension LAError: _ObjectiveCBridgeable {
    /// Reads an error of this domain.
    ///
    /// - Parameter error: of a code that ``Code-swift.enum`` names; another one is
    ///   `authenticationFailed`.
    public init(_nsError error: NSError) {
        self.init(Code(rawValue: error.code) ?? .authenticationFailed, userInfo: error.userInfo)
    }

    public func _bridgeToObjectiveC() -> NSError {
        NSError(domain: Self.errorDomain, code: errorCode, userInfo: userInfo)
    }

    public static func _forceBridgeFromObjectiveC(_ error: NSError, result: inout LAError?) {
        guard _conditionallyBridgeFromObjectiveC(error, result: &result) else {
            preconditionFailure("an error of the domain \(error.domain) is no LAError")
        }
    }

    public static func _conditionallyBridgeFromObjectiveC(
        _ error: NSError, result: inout LAError?
    ) -> Bool {
        guard error.domain == errorDomain, Code(rawValue: error.code) != nil else { return false }
        result = LAError(_nsError: error)
        return true
    }

    public static func _unconditionallyBridgeFromObjectiveC(_ error: NSError?) -> LAError {
        guard let error else { return LAError(.authenticationFailed) }
        return LAError(_nsError: error)
    }
}
