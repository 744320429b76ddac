// SPDX-License-Identifier: Apache-2.0
extension Location {
    /// The audit log of `securityd --user`: a file next to the device key.
    package var auditLogPath: String { siblingOfDeviceKey("audit.log") }

    /// The audit log of the Secret Service.
    package var secretServiceLogPath: String { siblingOfDeviceKey("secret-service.log") }

    /// What the user chose for the Secret Service.
    package var secretServiceSettingsPath: String { siblingOfDeviceKey("secret-service.conf") }

    /// The folder of the audit logs of `securityd --system`, a file `UID.log` for each user.
    package static let systemAuditLogs = "/var/log/keychain"
}
