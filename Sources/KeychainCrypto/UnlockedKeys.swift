import KeychainMemory
import KeychainModel

/// Holds the metadata and the secret keys of the classes of one ``LockGroup``, in locked memory,
/// for the length of a call.
struct UnlockedKeys: Sendable {
    /// Which of a class's two keys is meant.
    enum Role { case metadata, secret }

    private let bytes: SecretBytes

    private static func byteCount(_ group: LockGroup) -> Int {
        group.classes.count * 2 * KeyedHash.keyBytes
    }

    init(_ group: LockGroup, from roots: RootKeys) {
        bytes = SecretBytes(count: Self.byteCount(group)) { buffer in
            for (index, protection) in group.classes.enumerated() {
                let start = buffer.baseAddress! + index * 2 * KeyedHash.keyBytes
                roots.withKey(protection.rawValue) { key in
                    KeyPurpose.metadata.derive(under: key, into: start)
                    KeyPurpose.secret.derive(under: key, into: start + KeyedHash.keyBytes)
                }
            }
        }
    }

    /// Lends one key of `protection`, which belongs to `group`.
    func withKey<Result>(
        _ role: Role, of protection: ProtectionClass, in group: LockGroup,
        _ body: (KeyPointer) -> Result
    ) -> Result {
        guard let index = group.classes.firstIndex(of: protection) else {
            preconditionFailure("\(protection.rawValue) is of another group")
        }
        return bytes.withBytes { bytes in
            body(
                bytes.bindMemory(to: UInt8.self).baseAddress!
                    + (2 * index + (role == .metadata ? 0 : 1)) * KeyedHash.keyBytes)
        }
    }

    // MARK: Kept between calls

    /// Seals the keys for where they wait for the next call; `context` binds them to their keybag.
    func sealed(context: [UInt8], nonce: [UInt8], under key: KeyArena) -> [UInt8] {
        bytes.withBytes { bytes in
            key.withBytes { key in
                Box.seal(
                    bytes, associatedData: context, nonce: nonce,
                    under: key.bindMemory(to: UInt8.self).baseAddress!)
            }
        }
    }

    /// Opens what ``sealed(context:nonce:under:)`` made; nil for everything else.
    init?(_ group: LockGroup, sealed: [UInt8], context: [UInt8], under key: KeyArena) {
        guard sealed.count == Self.byteCount(group) + Box.overhead else { return nil }
        let opened = key.withBytes { key in
            Box.openSecret(
                sealed, associatedData: context,
                under: key.bindMemory(to: UInt8.self).baseAddress!)
        }
        guard let opened else { return nil }
        bytes = opened
    }
}
