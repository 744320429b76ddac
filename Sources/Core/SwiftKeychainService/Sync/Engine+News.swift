// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainCircle
import SwiftKeychainModel
import SwiftKeychainStore

// Notices about members. Someone with brief access to a device could add one of their own.
extension Engine {
    /// Returns a sentence for each membership change that wasn't reported to the user yet.
    static func news(_ heads: CircleHeads, _ state: CircleState) -> [String] {
        guard let known = state.known else { return [] }
        let members = state.membership(heads.roster).members.subtracting([state.device])
        let joined = members.subtracting(known).map { member in
            let sponsor = heads.roster.statements.first {
                if case .member(let keys, _, _) = $0.content { keys.name == member } else { false }
            }
            let through = sponsor.map {
                heads.roster.recovery.contains($0.author)
                    ? " with the recovery code" : " through \"\(heads.name($0.author))\""
            }
            return "\"\(heads.name(member))\" joined the circle\(through ?? "")"
        }
        let left = known.subtracting(members).subtracting([state.device]).map {
            "\"\(heads.name($0))\" is no device of the circle any more"
        }
        return joined.sorted() + left.sorted()
    }

    /// Notes that the user knows the present members.
    ///
    /// - Throws: `notAvailable` if the device is in no circle; `interactionNotAllowed` before the first unlock.
    func acknowledgeMembers(_ call: Call) throws(KeychainError) {
        try write(call.deadline) { transaction in
            var circle = try OpenCircle(transaction)
            let heads = CircleHeads(circle, CircleFiles(of: location))
            circle.state.known = circle.state.membership(heads.roster).members
            try circle.store(transaction, system.random)
        }
    }
}
