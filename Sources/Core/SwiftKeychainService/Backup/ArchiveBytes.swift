// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel

/// An archive that becomes part of a reply.
final class ArchiveBytes {
    private(set) var bytes: [UInt8] = []
    private let call: Call
    /// The number of bytes that room was claimed for.
    private var claimed = 0

    init(_ call: Call) { self.call = call }

    func append(_ more: [UInt8]) throws(KeychainError) {
        guard bytes.count + more.count <= ArchiveRequest.mostBytesOfMessage else {
            throw ArchiveRequest.tooLongForMessage
        }
        bytes += more
        if bytes.count > claimed {
            try call.found(bytes: bytes.count - claimed)
            claimed = bytes.count
        }
    }
}
