// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftKeychain
import SwiftKeychainModel

/// A program, for its entitlements: the running one.
public final class SecTask: CoreFoundationObject, @unchecked Sendable {
    /// The values of its list of entitlements, with the variables expanded.
    fileprivate let values: NSDictionary
    fileprivate let identifier: String

    /// Reads a list; an unsigned program has none, and no entitlements.
    ///
    /// - Throws: `missingEntitlement` for a list that can't be read.
    fileprivate init(_ list: EntitlementList?) throws(KeychainError) {
        var values: Any = NSDictionary()
        if let list {
            do {
                values = try PropertyListSerialization.propertyList(
                    from: Data(list.bytes), options: [], format: nil)
            } catch {
                throw KeychainError(.missingEntitlement, "\(list.path): not a property list")
            }
            values = try translating { try Self.expanded(values, list) }
        }
        self.values = values as? NSDictionary ?? NSDictionary()
        identifier = list?.bundle ?? ProgramFile.name
    }

    /// Returns a value with the variables in its texts expanded.
    private static func expanded(_ value: Any, _ list: EntitlementList) throws -> Any {
        switch value {
        case let text as String: try list.expand(text) as NSString
        case let array as [Any]: try array.map { try expanded($0, list) } as NSArray
        case let dictionary as [String: Any]:
            try dictionary.mapValues { try expanded($0, list) } as NSDictionary
        default: value
        }
    }
}

/// Returns the Core Foundation type of ``SecTask``.
public func SecTaskGetTypeID() -> CFTypeID { CoreFoundationRuntime.type(of: SecTask.self) }

/// Returns the running program, with the entitlements that it has for the keychain.
///
/// - Parameter allocator: nil, or `kCFAllocatorDefault`.
/// - Returns: nil when its list of entitlements can't be read, where the keychain fails with
///   `errSecMissingEntitlement`.
public func SecTaskCreateFromSelf(_ allocator: CFAllocator?) -> SecTask? {
    LastError.keeping {
        try SecTask(try Entitlements.list(ofProgramAt: try ProgramFile.path()))
    }
}

/// Returns the value of an entitlement.
///
/// - Parameters:
///   - entitlement: its name, such as `keychain-access-groups`.
///   - error: receives an error, or nil. Not used: the call doesn't fail.
/// - Returns: nil when the program doesn't have it.
public func SecTaskCopyValueForEntitlement(
    _ task: SecTask, _ entitlement: CFString, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFTypeRef? {
    task.values.object(forKey: entitlement).map { $0 as AnyObject }
}

/// Returns the values of several entitlements, those that the program has.
///
/// - Parameters:
///   - entitlements: their names.
///   - error: receives an error, or nil. The caller must release it.
/// - Returns: nil, with an error of code `errSecParam`, for a name that is not text.
public func SecTaskCopyValuesForEntitlements(
    _ task: SecTask, _ entitlements: CFArray,
    _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFDictionary? {
    handingError(to: error) {
        let values = NSMutableDictionary()
        let refusal = KeychainError(.parameter, "entitlements: not text")
        for name in try CFValue.texts(entitlements, or: refusal) {
            values[NSString(string: name)] = task.values[NSString(string: name)]
        }
        return values
    }
}

/// Returns the identifier of the program: that of its `application-identifier` without the team, or the
/// name of its executable file.
///
/// - Parameter error: receives an error, or nil. Not used: the call doesn't fail.
public func SecTaskCopySigningIdentifier(
    _ task: SecTask, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFString? {
    task.identifier as CFString
}
