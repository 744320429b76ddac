// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel
import SwiftKeychainSeam
import SwiftKeychainSystem

extension Location {
    /// The audit log of `securityd --user`: a file next to the device key.
    package var auditLogPath: String { siblingOfDeviceKey("audit.log") }

    /// The audit log of the Secret Service.
    package var secretServiceLogPath: String { siblingOfDeviceKey("secret-service.log") }

    /// What the user chose for the Secret Service.
    package var secretServiceSettingsPath: String { siblingOfDeviceKey("secret-service.conf") }

    /// The folder of the audit logs of `securityd --system`, a file `UID.log` for each user.
    package static let systemAuditLogs = "/var/log/keychain"

    /// The log that a user wants to see: that of the system's service if it has the user's keychains. Otherwise that of the
    /// user's service if there is one, else that of the system's; where neither exists, the former.
    package var shownAuditLog: String {
        get throws(KeychainError) {
            if case .securityd(_, _, let source) = try ServiceMode.written(for: self),
                source == .adoption || source == .machine
            {
                return Self.systemAuditLogs
            }
            return [auditLogPath, Self.systemAuditLogs].first { System.exists($0) } ?? auditLogPath
        }
    }
}
