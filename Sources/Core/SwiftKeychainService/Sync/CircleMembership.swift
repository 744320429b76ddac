// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel
import SwiftKeychainSystem

/// Whether the store is a member of a circle, so that deletions of synchronized items leave tombstones. It is an entry
/// of the manifest, so that a deletion needn't read the state of the circle.
struct CircleMembership: StoreSetting {
    static let name = "sync"
    var isMember = false

    init() {}
    init(isMember: Bool) { self.isMember = isMember }

    init(decoding decoder: inout CanonicalCBOR.Decoder) throws(CanonicalCBOR.Malformed) {
        isMember = try decoder.boolean()
    }

    func encode(to encoder: inout CanonicalCBOR.Encoder) { encoder.boolean(isMember) }
}

extension Transaction {
    /// Whether other devices have to learn of deletions.
    var isCircleMember: Bool {
        get throws(KeychainError) {
            try keybag.setting(CircleMembership.self, of: writer).isMember
        }
    }
}
