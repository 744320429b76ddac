// SPDX-License-Identifier: Apache-2.0
extension Location {
    /// The audit log of `securityd --user`: a file next to the device key.
    package var auditLogPath: String {
        let end = deviceKeyPath.lastIndex(of: "/") ?? deviceKeyPath.startIndex
        return deviceKeyPath[..<end] + "/audit.log"
    }

    /// The folder of the audit logs of `securityd --system`, a file `UID.log` for each user.
    package static let systemAuditLogs = "/var/log/keychain"
}
