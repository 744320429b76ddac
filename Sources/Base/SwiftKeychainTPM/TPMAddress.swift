// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel

/// The place of a TPM: a device, or the Unix socket of a software TPM.
package enum TPMAddress: Sendable, Equatable {
    case device(path: String)
    /// The socket of swtpm, to try keys without a chip.
    case socket(path: String)

    /// The device with the kernel's resource manager, which programs can share.
    package static let standard = TPMAddress.device(path: "/dev/tpmrm0")

    /// Reads `device:PATH` or `swtpm:path=PATH`, as the TCTI strings of libtss2 are written.
    ///
    /// - Throws: `notAvailable` for other text.
    package init(_ text: String) throws(KeychainError) {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let rest = parts.count == 2 ? parts[1] : ""
        switch parts[0] {
        case "device": self = rest.isEmpty ? .standard : .device(path: String(rest))
        case "swtpm" where rest.hasPrefix("path=") && rest.count > 5:
            self = .socket(path: String(rest.dropFirst(5)))
        default:
            throw KeychainError(
                .notAvailable, "TPM address: must be device:PATH or swtpm:path=PATH")
        }
    }

    /// Whether the kernel gives each connection separate handles, and removes them when it ends.
    var hasResourceManager: Bool {
        if case .device(let path) = self { path.hasPrefix("/dev/tpmrm") } else { false }
    }
}

extension TPMAddress: CustomStringConvertible {
    package var description: String {
        switch self {
        case .device(let path): "TPM \(path)"
        case .socket(let path): "TPM at \(path)"
        }
    }
}
