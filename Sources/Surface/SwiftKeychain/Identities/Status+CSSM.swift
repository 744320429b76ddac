// SPDX-License-Identifier: Apache-2.0
// Table: the names of CSSM that macOS prints for statuses of trust.
import SwiftKeychainModel

extension Status {
    /// The names that macOS prints, which scripts look for; those of CSSM, not of the statuses.
    private static let namesOfCSSM: [Int32: String] = [
        -67843: "CSSMERR_TP_NOT_TRUSTED",
        // The issuer is missing.
        -25318: "CSSMERR_TP_NOT_TRUSTED",
        -67818: "CSSMERR_TP_CERT_EXPIRED",
        -67819: "CSSMERR_TP_CERT_NOT_VALID_YET",
        -67820: "CSSMERR_TP_CERT_REVOKED",
        -67821: "CSSMERR_TP_CERT_SUSPENDED",
        -67602: "CSSMERR_APPLETP_HOSTNAME_MISMATCH",
        -67603: "CSSMERR_APPLETP_UNKNOWN_CRITICAL_EXTEN",
        -67604: "CSSMERR_APPLETP_NO_BASIC_CONSTRAINTS",
        -67605: "CSSMERR_APPLETP_INVALID_CA",
        -67608: "CSSMERR_APPLETP_INVALID_KEY_USAGE",
        -67609: "CSSMERR_APPLETP_INVALID_EXTENDED_KEY_USAGE",
        -67610: "CSSMERR_APPLETP_INVALID_ID_LINKAGE",
        -67611: "CSSMERR_APPLETP_PATH_LEN_CONSTRAINT",
        -67623: "CSSMERR_APPLETP_SMIME_EMAIL_ADDRS_NOT_FOUND",
        -67627: "CSSMERR_APPLETP_SMIME_NO_EMAIL_ADDRS",
        -67635: "CSSMERR_APPLETP_INCOMPLETE_REVOCATION_CHECK",
        -67654: "CSSMERR_APPLETP_TRUST_SETTING_DENY",
        -67655: "CSSMERR_APPLETP_INVALID_EMPTY_SUBJECT",
    ]

    /// Returns the name that macOS prints for a status.
    package static func nameOnMacOS(of code: Int32) -> String {
        namesOfCSSM[code] ?? name(of: code) ?? String(code)
    }
}
