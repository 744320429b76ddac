// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainSystem

// How a device keeps a pairing between two messages: a CBOR array, with the text of the invitation and the seed as secrets.
extension Pairing {
    package var encoded: SecretBytes {
        let text = invitation.text
        var encoder = CanonicalCBOR.Encoder()
        encoder.array(9)
        encoder.unsigned(1)
        encoder.unsigned(role.rawValue)
        encoder.unsigned(UInt64(text.count))
        encoder.unsigned(UInt64(seed.count))
        encoder.text(name)
        paths.encode(to: &encoder)
        encoder.data(nonce)
        encoder.list(contents + [welcome]) { encoder, content in
            if let content { encoder.data(content) } else { encoder.null() }
        }
        encoder.boolean(isConfirmed)
        return SecretTail.join(encoder.bytes, [text, seed])
    }

    /// Reads what ``encoded`` wrote.
    package init(_ bytes: SecretBytes) throws(CircleFault) {
        guard var tail = SecretTail(bytes) else { throw .malformed }
        let version: UInt64
        var fields: (role: Role, text: UInt64, seed: UInt64, name: String, paths: RelayPaths)
        let nonce: [UInt8]
        var contents: [[UInt8]?]
        let isConfirmed: Bool
        (version, fields, nonce, contents, isConfirmed) = try CanonicalCBOR.Decoder.readStart(
            of: tail.head
        ) { decoder in
            try decoder.array(of: 9)
            let version = try decoder.unsigned()
            guard let role = Role(rawValue: try decoder.unsigned()) else {
                throw CanonicalCBOR.Malformed()
            }
            let fields = (
                role, try decoder.unsigned(), try decoder.unsigned(), try decoder.text(),
                try RelayPaths(&decoder)
            )
            let nonce = try decoder.data(count: Pairing.nonceBytes)
            let contents: [[UInt8]?] = try decoder.list {
                if try $0.next() != .null { return try $0.data() }
                try $0.null()
                return nil
            }
            guard contents.count == 4 else { throw CanonicalCBOR.Malformed() }
            return (version, fields, nonce, contents, try decoder.boolean())
        }
        guard version == 1 else { throw .newer(version) }
        guard let text = tail.take(fields.text), let seed = tail.take(fields.seed), tail.isAtEnd
        else { throw .malformed }
        self.init(
            fields.role, try Invitation(text: text), name: fields.name, paths: fields.paths,
            seed: seed, nonce: nonce, isConfirmed: isConfirmed)
        welcome = contents.removeLast()
        self.contents = contents
    }
}
