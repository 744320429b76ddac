// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychainSystem

/// The messages to systemd through the socket `$NOTIFY_SOCKET` (sd_notify(3)).
package enum Readiness {
    /// Sends a state such as `READY=1`; does nothing without the variable.
    package static func tell(_ state: String) {
        guard let path = Environment.value("NOTIFY_SOCKET") else { return }
        var name = path.pathBytes
        // A name in the abstract namespace is written with @.
        if name.first == UInt8(ascii: "@") { name[0] = 0 }
        let descriptor = socket(
            AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        let bytes = Array(state.utf8)
        _ = System.withSocketAddress(name) {
            sendto(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL), $0, $1)
        }
    }
}
