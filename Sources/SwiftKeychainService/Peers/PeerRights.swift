import SwiftKeychainModel

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

    init(
        _ strength: PeerStrength, _ caller: Caller, program: String?, source: String,
        refused: [Refused] = []
    ) {
        self.strength = strength
        self.caller = caller
        self.program = program
        self.source = source
        self.refused = refused
    }

    /// The rights of a program that gets none.
    init(refusing reason: String, program: String?) {
        strength = nil
        caller = Caller(failure: KeychainError(.missingEntitlement, reason))
        self.program = program
        source = reason
        refused = []
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
        lines += refused.map { "refused: \($0.group): \($0.reason)" }
        return lines
    }
}
