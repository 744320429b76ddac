// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel

extension Keychain {
    /// Connects to securityd with the group of this set-group-ID program, and gives the group up, so that
    /// programs it starts don't have its access groups.
    ///
    ///     try Keychain.connectAndDropGroup()
    ///     let items = try Keychain.login.find(Query(.genericPassword, .init()))
    ///
    /// Call it first in `main`, before other threads start. From then on every call on a keychain in the folder
    /// of ``login`` uses one of these connections, with the access groups of the set-group-ID program; further
    /// calls wait. When securityd is started again or closes them, calls throw `notAvailable`, because the
    /// program can't connect with its group again. A child of `fork()` connects without the group.
    ///
    /// - Parameter connections: 1 to 16, the number of calls at the same time.
    /// - Throws: `parameter` for a program whose effective group is its real one, or another number;
    ///   `notAvailable` when securityd doesn't answer, or isn't used. The program still has its group then, and
    ///   should end.
    public static func connectAndDropGroup(connections: Int = 4) throws(KeychainError) {
        guard 1...16 ~= connections else {
            throw KeychainError(.parameter, "connections: \(connections), not 1 to 16")
        }
        let location = try login.location.get()
        guard let securityd = try ConfiguredService().remote(location) else {
            throw KeychainError(
                .notAvailable,
                "\(location.directory): no securityd keeps these keychains, and their files can't be"
                    + " opened by a group")
        }
        try securityd.connectAndDropGroup(connections: connections)
    }
}
