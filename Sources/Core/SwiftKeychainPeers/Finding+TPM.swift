// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychainModel
import SwiftKeychainSeam
import SwiftKeychainSystem

extension Finding {
    /// Names the users who may use the device of a TPM through its group.
    ///
    /// - Parameter isClearable: whether users of the device may clear the TPM, too.
    package static func access(
        toTPM path: String, isClearable: Bool, _ accounts: UnixAccounts = UnixAccounts()
    ) -> [Finding] {
        guard let status = try? System.status(following: path), status.st_mode & 0o060 == 0o060,
            status.st_gid != 0
        else { return [] }
        let (name, members) = accounts.group(status.st_gid)
        let users = members.isEmpty ? "" : " (\(members.joined(separator: ", ")))"
        return [
            Finding(
                "TPM",
                "\(path): the group \(name)\(users) may use it"
                    + (isClearable
                        ? ", and may clear it, which destroys the keys in it, as its lockout hierarchy has"
                            + " no password" : ""))
        ]
    }
}
