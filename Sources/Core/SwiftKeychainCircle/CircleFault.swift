// SPDX-License-Identifier: Apache-2.0
/// Why bytes of a relay are not taken. Whoever keeps the relay can cause any of them.
package enum CircleFault: Error, Hashable, Sendable {
    /// Not the bytes of any version, or not canonical.
    case malformed
    /// Of a version that this build doesn't read.
    case newer(UInt64)
    /// Longer than anything that a member writes.
    case tooLarge
    /// The bytes belong to a different circle or device.
    case misplaced
    /// Not signed by the member that they name.
    case notAuthentic
    /// Not sealed under the keys of the epoch that they name, or changed.
    case notOpened
    /// Sealed under keys that this device lacks, or may not use while it is locked.
    case noKey

    /// What is wrong, as the end of a sentence about a file.
    package var sentence: String {
        switch self {
        case .malformed: "is damaged"
        case .newer(let version): "has version \(version), which needs a newer program"
        case .tooLarge: "is larger than any that a device writes"
        case .misplaced: "belongs to another circle or device"
        case .notAuthentic: "isn't signed by that device"
        case .notOpened: "doesn't open under the keys that it names"
        case .noKey:
            "is under keys that this device doesn't have; were they not yet given to it, or was it removed?"
        }
    }
}
