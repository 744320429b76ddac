// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel

/// The place of a TPM: a device, or the socket of a software TPM.
package enum TPMAddress: Sendable, Equatable {
    case device(path: String)
    /// swtpm on a TCP port of a numeric IPv4 address.
    case port(host: String, UInt16)
    /// swtpm on a Unix socket.
    case socket(path: String)

    package static let standard = TPMAddress.device(path: "/dev/tpmrm0")

    /// Reads `device:PATH`, `swtpm:host=ADDRESS,port=NUMBER` or `swtpm:path=PATH`, as the TCTI strings of libtss2
    /// are written.
    ///
    /// - Throws: `notAvailable` for other text.
    package init(_ text: String) throws(KeychainError) {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let rest = parts.count == 2 ? String(parts[1]) : ""
        switch parts[0] {
        case "device":
            self = .device(path: rest.isEmpty ? "/dev/tpmrm0" : rest)
        case "swtpm":
            var host = "127.0.0.1"
            var port: UInt16? = 2321
            var path: String?
            for entry in rest.split(separator: ",") {
                let pair = entry.split(separator: "=", maxSplits: 1).map(String.init)
                switch (pair.first, pair.count) {
                case ("host", 2): host = pair[1] == "localhost" ? "127.0.0.1" : pair[1]
                case ("port", 2): port = UInt16(pair[1])
                case ("path", 2): path = pair[1]
                default: port = nil
                }
            }
            guard let port else { throw Self.malformed }
            self = path.map { .socket(path: $0) } ?? .port(host: host, port)
        default: throw Self.malformed
        }
    }

    private static var malformed: KeychainError {
        KeychainError(
            .notAvailable,
            "TPM address: must be device:PATH, swtpm:host=ADDRESS,port=NUMBER or swtpm:path=PATH")
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
        case .port(let host, let port): "TPM at \(host), port \(port)"
        case .socket(let path): "TPM at \(path)"
        }
    }
}
