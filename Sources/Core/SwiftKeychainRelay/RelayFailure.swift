// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychainSystem

/// Why a relay didn't do what it was asked to. The text names the file or server, and the reason.
package enum RelayFailure: Error, Equatable, Sendable {
    /// It isn't there: a folder on a medium that isn't mounted, a server that doesn't answer.
    case unreachable(String)
    /// It refuses the access.
    case denied(String)
    /// It has no room.
    case full(String)
    /// A name has more bytes than any device writes.
    case tooLarge(String)
    /// A name is no file.
    case noFile(String)

    package var text: String {
        switch self {
        case .unreachable(let text), .denied(let text), .full(let text), .tooLarge(let text),
            .noFile(let text):
            text
        }
    }

    /// Sorts errors of the file system; any that isn't about room or permission counts as unreachable.
    init(_ error: SystemError) {
        let text = "\(error.path): \(error.sentence)"
        switch error.number {
        case ENOSPC, EDQUOT: self = .full(text)
        case EACCES, EPERM, EROFS: self = .denied(text)
        default: self = .unreachable(text)
        }
    }
}
