// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainSealing
import SwiftKeychainSystem

/// What a member gives to a device that shall join: where the circle's relay is, and a secret that both then know.
package struct Invitation: Equatable, Sendable {
    private static let magic = "keychain invitation"
    /// What the text begins with. The digit is the version of the format.
    private static let prefix = "KEYCHAIN-INVITE-1:"
    /// The length of the longest text that is read, in bytes, with its blanks.
    private static let longest = 4096
    private static let mailboxBytes = 16

    package let relay: RelayAddress
    /// The name of the place on the relay where both leave their messages, 16 random bytes.
    package let mailbox: [UInt8]
    /// What the messages are sealed under: 16 random bytes if people compare codes, 32 if no one does.
    package let secret: SecretBytes
    /// When the invitation ends, in milliseconds since 2001, by the clock of the member.
    package let end: UInt64

    /// Whether no one compares codes.
    package var isUnattended: Bool { secret.count == 32 }

    /// Why the text alone gives access, so that it mustn't be an argument, which all users of a machine can read; nil where
    /// two people compare codes. It ends "an invitation that …".
    package var reasonForSecrecy: String? {
        if isUnattended { return "lets its reader join without codes" }
        return (relay.password?.count ?? 0) > 0 ? "has a password" : nil
    }

    package init(
        to relay: RelayAddress, isUnattended: Bool, end: UInt64, _ random: RandomSource = .system
    ) {
        (self.relay, self.end) = (relay, end)
        mailbox = random.bytes(Self.mailboxBytes)
        secret = SecretBytes(count: isUnattended ? 32 : 16) { random.fill($0) }
    }

    /// Runs `body` with the key of a message in the mailbox.
    ///
    /// - Parameter message: the number of the message, from 1 to 5; each has a key of its own.
    func withKey<Result>(of message: Int, _ body: (KeyPointer) -> Result) -> Result {
        // The derivation takes 32 bytes: zeros follow a secret of 16.
        let parent = SecretBytes(count: 32) { output in
            secret.withBytes { output.copyBytes(from: $0) }
        }
        let key = parent.withBytes {
            KeyPurpose.pairing(mailbox, message: message).key(
                under: $0.bindMemory(to: UInt8.self).baseAddress!)
        }
        return key.withKey(body)
    }

    /// The text of the invitation: a prefix and base32, so that a picture of it is small.
    package var text: SecretBytes {
        var encoder = CanonicalCBOR.Encoder()
        encoder.array(5)
        encoder.text(Self.magic)
        encoder.value(relay.value)
        encoder.data(mailbox)
        encoder.unsigned(UInt64(secret.count))
        encoder.unsigned(end)
        let bytes = SecretTail.join(encoder.bytes, [relay.password, secret].compactMap(\.self))
        let digits = bytes.withBytes { Base32.encode($0) }
        return SecretBytes(count: Self.prefix.utf8.count + digits.count) { text in
            text.copyBytes(from: Self.prefix.utf8)
            digits.withBytes {
                UnsafeMutableRawBufferPointer(rebasing: text[Self.prefix.utf8.count...])
                    .copyMemory(from: $0)
            }
        }
    }

    /// Reads an invitation as it was typed or sent, in any case, with blanks and line ends.
    ///
    /// - Throws: ``CircleFault/newer(_:)`` for the text of another version. ``CircleFault/tooLarge`` for more than 4096
    ///   bytes; ``CircleFault/malformed`` for any other text.
    package init(text: SecretBytes) throws(CircleFault) {
        guard text.count <= Self.longest else { throw .tooLarge }
        let bytes = try text.withBytes { text throws(CircleFault) in
            let text = text.lazy.filter { !Base64.isBlank($0) }
            guard let colon = text.firstIndex(of: UInt8(ascii: ":")) else { throw .malformed }
            let prefix = String(decoding: text[...colon], as: UTF8.self).uppercased()
            guard prefix == Self.prefix else {
                // The digits between the name of the format and the colon are its version.
                let number = prefix.dropFirst(Self.prefix.count - 2).dropLast()
                if prefix.hasPrefix(Self.prefix.dropLast(2)), let version = UInt64(number) {
                    throw .newer(version)
                }
                throw .malformed
            }
            return Base32.decode(text[(colon + 1)...])
        }
        guard let bytes, var tail = SecretTail(bytes) else { throw .malformed }
        (relay, mailbox, secret, end) = try CanonicalCBOR.Decoder.read(tail.head) { decoder in
            try decoder.array(of: 5, Self.magic)
            let relay = try RelayAddress(&decoder, secrets: &tail)
            let mailbox = try decoder.data(count: Self.mailboxBytes)
            let count = try decoder.unsigned()
            guard [16, 32].contains(count), let secret = tail.take(count) else {
                throw CanonicalCBOR.Malformed()
            }
            let end = try decoder.number()
            guard tail.isAtEnd else { throw CanonicalCBOR.Malformed() }
            return (relay, mailbox, secret, end)
        }
    }
}
