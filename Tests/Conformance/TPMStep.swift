// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainTPM
import TokenTestSupport

/// Holds a step of a row that changes the TPM of its programs.
///
/// | `op` | |
/// |---|---|
/// | `tpm` | from now on there is the TPM of the row (`is`: `present`), none (`absent`), or another one (`another`) |
enum TPMStep: Sendable {
    case present, absent, another

    /// Reads a step; nil where `json` is a call.
    init?(_ json: JSON) throws {
        guard try json.members()["op"]?.text() == "tpm" else { return nil }
        switch try json.members(["op", "is"])["is"]?.text() {
        case "present": self = .present
        case "absent": self = .absent
        case "another": self = .another
        default: throw RowMistake("“tpm” without a known “is”")
        }
    }
}

/// Holds the software TPMs of a row.
struct RowTPM {
    private let own: SoftwareTPM
    private var other: SoftwareTPM?
    private(set) var address: TPMAddress

    init() throws {
        own = try SoftwareTPM()
        address = own.address
    }

    mutating func take(_ step: TPMStep) throws {
        switch step {
        case .present: address = own.address
        case .absent: address = .device(path: "/dev/no-tpm-here")
        case .another:
            let tpm = try other ?? SoftwareTPM()
            other = tpm
            address = tpm.address
        }
    }
}
