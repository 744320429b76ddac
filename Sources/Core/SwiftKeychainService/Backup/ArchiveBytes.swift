// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel

/// An archive that becomes part of a reply.
final class ArchiveBytes {
    private(set) var bytes: [UInt8] = []
    private let call: Call

    init(_ call: Call) { self.call = call }

    func append(_ more: [UInt8]) throws(KeychainError) {
        guard bytes.count + more.count <= ArchiveRequest.mostBytesOfMessage else {
            throw ArchiveRequest.tooLongForMessage
        }
        bytes += more
        try call.found(bytes: more.count)
    }
}
