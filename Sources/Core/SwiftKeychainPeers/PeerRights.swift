// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel
import SwiftKeychainSeam
import SwiftKeychainSystem

/// How strongly the kernel attests which program calls.
package enum PeerStrength: String, Sendable {
    /// The program has a Unix group that only a set-group-ID program has, or is a unit of the system.
    case strong
    /// Only root can change the program's file, and root installed a list of entitlements for it.
    case medium
    /// Any other program of the user.
    case weak
}

/// What a program gets from `securityd`, and why.
package struct PeerRights: Sendable {
    /// An access group that the program's list names and that it doesn't get.
    package struct Refused: Sendable, Equatable {
        package let group: String
        package let reason: String
    }

    /// nil for a program without rights.
    package let strength: PeerStrength?
    package let caller: Caller
    /// The path of the program; nil when it isn't known.
    package let program: String?
    /// The file and entry that give the rights, or why there are none.
    package let source: String
    package let refused: [Refused]
    /// Groups that only the library's own calls reach.
    private let ofLibrary: [String]

    init(
        _ strength: PeerStrength, _ caller: Caller, program: String?, source: String,
        refused: [Refused] = []
    ) {
        self.strength = strength
        ofLibrary =
            caller.isEntitledByFile
            ? caller.groups.filter { $0 == Caller.trustSettingsGroup } : []
        self.caller = ofLibrary.isEmpty ? caller : caller.without(ofLibrary)
        self.program = program
        self.source = source
        self.refused = refused
    }

    /// The rights of a program that gets none.
    init(refusing reason: String, program: String?) {
        self.init(refusing: KeychainError(.missingEntitlement, reason), program: program)
    }

    /// The rights of a program whose calls fail with an error.
    init(refusing error: KeychainError, program: String?) {
        strength = nil
        caller = Caller(failure: error)
        self.program = program
        source = error.detail
        refused = []
        ofLibrary = []
    }

    /// Whether root has a part in the evidence: the program is strong or medium.
    package var isAttested: Bool { strength == .strong || strength == .medium }

    /// Returns what the program gets for a request about items that the library keeps for itself, which all
    /// programs of the user obey. Whether the library or the program makes the request can't be known.
    ///
    /// Through the service of the system every program may read them, and only one to which the
    /// administrator gave their group may change them.
    package func callerOfLibrary(
        _ groups: [String], changes: Bool, _ mode: DaemonMode
    ) -> Caller {
        if mode == .user || !changes { return Caller(groups: groups) }
        let granted = isAttested ? caller.groups + ofLibrary : []
        let missing = groups.first { group in
            !granted.contains { $0.hasSameBytes(as: group) || $0 == "*" }
        }
        guard let missing else { return Caller(groups: groups) }
        return Caller(
            failure: KeychainError(
                .missingEntitlement,
                "\(missing): the administrator allows this program no changes of what all programs"
                    + " of the user obey"))
    }

    /// Checks that the program may make a request that changes how the keychains of its user are guarded against theft, or
    /// who else reads them. Through the service of the system no weak program may: it could undo what the administrator set up.
    ///
    /// - Throws: `missingEntitlement`.
    package func requireRight(
        to operation: Request.Operation, _ mode: DaemonMode
    ) throws(KeychainError) {
        guard mode == .system, !isAttested, operation.guardsAgainstTheft else { return }
        throw KeychainError(
            .missingEntitlement,
            "the system's securityd lets only strong and medium programs change the device key,"
                + " the anchor and the circle; see security entitlements")
    }

    /// The lines of an explanation.
    package var lines: [String] {
        var lines = ["strength: \(strength?.rawValue ?? "none")", "because: \(source)"]
        let error = KeychainError.Code.missingEntitlement.rawValue
        if caller.groups.isEmpty {
            lines.append(
                "group: none: every call fails with errSecMissingEntitlement (\(error))")
        }
        lines += caller.groups.map { "group: \($0 == "*" ? "every group" : $0)" }
        lines += ofLibrary.map { "group: \($0), in the calls for trust settings" }
        lines += refused.map { "refused: \($0.group): \($0.reason)" }
        return lines
    }
}
