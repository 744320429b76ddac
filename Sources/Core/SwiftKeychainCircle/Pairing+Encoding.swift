// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainSystem

// How a device keeps a pairing between two messages: a CBOR array, with the text of the invitation and the seed as secrets.
extension Pairing {
    /// `[1, role, lengths of the text and the seed, name, paths, random bytes, messages, isConfirmed]`. The messages
    /// are the contents of 1 to 3 and the welcome, with null for those that aren't known.
    package var encoded: SecretBytes {
        let text = invitation.text
        var encoder = CanonicalCBOR.Encoder()
        encoder.array(9)
        encoder.unsigned(1)
        encoder.unsigned(role.rawValue)
        encoder.unsigned(UInt64(text.count))
        encoder.unsigned(UInt64(seed.count))
        encoder.text(name)
        encoder.value(paths.value)
        encoder.data(nonce)
        encoder.list(contents + [welcome]) { encoder, content in
            if let content { encoder.data(content) } else { encoder.null() }
        }
        encoder.boolean(isConfirmed)
        return SecretTail.join(encoder.bytes, [text, seed])
    }

    /// Reads what ``encoded`` wrote.
    ///
    /// - Throws: ``CircleFault/newer(_:)`` for another version; ``CircleFault/malformed``.
    package init(_ bytes: SecretBytes) throws(CircleFault) {
        guard var tail = SecretTail(bytes) else { throw .malformed }
        let (version, fields) = try CanonicalCBOR.Decoder.readStart(of: tail.head) { decoder in
            try decoder.array(of: 9)
            let version = try decoder.unsigned()
            guard let role = Role(rawValue: try decoder.unsigned()) else {
                throw CanonicalCBOR.Malformed()
            }
            let fields = (
                role: role, text: try decoder.unsigned(), seed: try decoder.unsigned(),
                name: try decoder.text(), paths: try RelayPaths(&decoder),
                nonce: try decoder.data(count: Pairing.nonceBytes),
                contents: try decoder.list { value -> [UInt8]? in
                    if try value.next() != .null { return try value.data() }
                    try value.null()
                    return nil
                },
                isConfirmed: try decoder.boolean()
            )
            guard fields.contents.count == 4 else { throw CanonicalCBOR.Malformed() }
            return (version, fields)
        }
        guard version == 1 else { throw .newer(version) }
        guard let text = tail.take(fields.text), let seed = tail.take(fields.seed), tail.isAtEnd
        else { throw .malformed }
        self.init(
            fields.role, try Invitation(text: text), name: fields.name, paths: fields.paths,
            seed: seed, nonce: fields.nonce, isConfirmed: fields.isConfirmed)
        contents = fields.contents.dropLast()
        welcome = fields.contents[3]
    }
}
