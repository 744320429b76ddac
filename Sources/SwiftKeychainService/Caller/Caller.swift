import SwiftKeychainModel
import SwiftKeychainSystem

/// A program that makes requests: the access groups it may use.
package struct Caller: Sendable, Equatable {
    /// In order of preference; the first receives new items. Empty: no right to anything.
    package let groups: [String]
    /// Has no entitlements: shares one access group with all such programs of the user.
    package let isUnsigned: Bool
    /// The groups come from a file of entitlements, which gives no right to trust settings.
    package let isEntitledByFile: Bool
    /// Why the groups can't be told; a caller without groups then.
    package private(set) var failure: KeychainError?
    /// May use every group ("*"), as far as ``mayUse(_:)`` goes.
    var mayUseEverything: Bool { groups.contains("*") }

    package init(groups: [String], isUnsigned: Bool = false, isEntitledByFile: Bool = false) {
        self.groups = groups
        self.isUnsigned = isUnsigned
        self.isEntitledByFile = isEntitledByFile
    }

    /// Tells whether the caller may use a group at all.
    ///
    /// Only the calls for trust settings change them: a file of entitlements that comes with a
    /// program could otherwise make it trust any certificate.
    func mayUse(_ group: String) -> Bool {
        if isEntitledByFile, group == Self.trustSettingsGroup { return false }
        return mayUseEverything || groups.contains { $0.hasSameBytes(as: group) }
    }

    /// The running program. What can't be told now is found out again at the next call.
    package static var current: Caller {
        do throws(KeychainError) {
            return try Entitlements.current()
        } catch {
            var caller = Caller(groups: [])
            caller.failure = error
            return caller
        }
    }

    static let unsignedGroup = "unsigned"
    package static let unsigned = Caller(groups: [unsignedGroup], isUnsigned: true)
    /// The access group of trust settings, which no file of entitlements gives.
    package static let trustSettingsGroup = "keychain.trust-settings"
}
