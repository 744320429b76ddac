// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel
import SwiftKeychainSeam
import SwiftKeychainSystem

extension EntitlementList {
    /// Returns where the entitlements of a program come from, and which access groups they give.
    ///
    /// - Parameter list: the list of the program; nil if it has none.
    package static func lines(_ list: EntitlementList?, of program: String) -> [String] {
        let variable = Environment.value("KEYCHAIN_ENTITLEMENTS")
        guard let list else {
            return [
                "list: none: KEYCHAIN_ENTITLEMENTS is not set, and there is no"
                    + " \(program).entitlements",
                "group: \(Caller.unsignedGroup), which all programs of the user without a list share",
            ]
        }
        var lines = [
            "list: \(list.path)" + (variable == nil ? "" : ", named by KEYCHAIN_ENTITLEMENTS")
        ]
        for entry in list.entries {
            let from = entry.written == entry.group ? "" : ": \(entry.written)"
            let meaning = entry.group == "*" ? "every group" : entry.group
            lines.append("group: \(meaning), from \(entry.key)\(from)")
        }
        let error = KeychainError.Code.missingEntitlement.rawValue
        let standard = Caller(groups: list.groups).standardGroup
        lines.append(
            list.entries.isEmpty
                ? "group: none: every call fails with errSecMissingEntitlement (\(error))"
                : "new items: \(standard)")
        return lines
    }
}

extension ProcessEvidence {
    /// Says what the services give the program, by the files of this machine.
    package var rightsLines: [String] {
        [DaemonMode.user, .system].flatMap { mode in
            PeerRules(mode).rights(of: seen(by: mode)).lines.map {
                "securityd --\(mode.rawValue): \($0)"
            }
        }
    }
}
