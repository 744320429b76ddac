// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel
import SwiftKeychainSystem

/// A program that makes requests: the access groups it may use.
package struct Caller: Sendable, Equatable {
    /// The access groups; the first receives new items. Empty for a caller without rights.
    package let groups: [String]
    /// Whether it has no entitlements, and shares one access group with all such programs of the user.
    package let isUnsigned: Bool
    /// Whether the groups come from a file of entitlements, which gives no right to trust settings.
    package let isEntitledByFile: Bool
    /// Why the groups can't be determined; the caller has none then.
    package private(set) var failure: KeychainError?
    /// The group of a new item that names none.
    package var standardGroup: String { groups.first { $0 != "*" } ?? Self.unsignedGroup }
    /// Whether it may use every group ("*") that ``mayUse(_:)`` allows.
    package var mayUseEverything: Bool { groups.contains("*") }

    package init(groups: [String], isUnsigned: Bool = false, isEntitledByFile: Bool = false) {
        self.groups =
            groups.contains(Self.syncGroup) ? groups.filter { $0 != Self.syncGroup } : groups
        self.isUnsigned = isUnsigned
        self.isEntitledByFile = isEntitledByFile
    }

    /// The group of items on tokens, which can be read but not written through this interface.
    package static let tokenGroup = "com.apple.token"

    /// Whether the library acts, for trust settings or preferred identities.
    package var isLibrary: Bool { !groups.isEmpty && groups.allSatisfy(Self.ownGroups.contains) }

    /// Returns the caller without some of its groups.
    package func without(_ lost: [String]) -> Caller {
        Caller(
            groups: groups.filter { !lost.contains($0) }, isUnsigned: isUnsigned,
            isEntitledByFile: isEntitledByFile)
    }

    /// A caller without rights.
    package init(failure: KeychainError) {
        self.init(groups: [])
        self.failure = failure
    }

    /// Returns whether a caller may have the right to a group.
    ///
    /// Only the calls for trust settings change them. Otherwise a file of entitlements that comes with
    /// a program could make it trust any certificate.
    package func mayUse(_ group: String) -> Bool {
        if group == Self.syncGroup { return false }
        if isEntitledByFile, group == Self.trustSettingsGroup { return false }
        return mayUseEverything || groups.contains { $0.hasSameBytes(as: group) }
    }

    /// The running program. If its groups can't be determined now, the next call tries again.
    package static var current: Caller {
        do throws(KeychainError) {
            return try Entitlements.current()
        } catch {
            return Caller(failure: error)
        }
    }

    /// The access group that all programs of a user without entitlements share.
    package static let unsignedGroup = "unsigned"
    package static let unsigned = Caller(groups: [unsignedGroup], isUnsigned: true)
    /// The access group of preferred identities.
    package static let identityPreferencesGroup = "keychain.identity-preferences"
    /// The groups of items that the library keeps for itself, for all programs of the user.
    package static let ownGroups = [trustSettingsGroup, identityPreferencesGroup]
    /// The access group of what the store keeps of its circle, which no program may use.
    package static let syncGroup = "keychain.sync"
    /// The access group of trust settings, to which no file of entitlements gives a right.
    package static let trustSettingsGroup = "keychain.trust-settings"
}
