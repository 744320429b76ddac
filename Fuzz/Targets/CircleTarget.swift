// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainCircle
import SwiftKeychainMemory

extension FuzzTarget {
    /// The target for what a circle exchanges, and what a device keeps of it. The first byte of an input chooses the format of the others. What is read
    /// must be the same when it is written and read again; what is signed or sealed must not open.
    public static let circle = FuzzTarget(name: "circle") { bytes throws(Finding) in
        guard let format = bytes.first else { return false }
        let rest = Array(bytes.dropFirst())
        switch format {
        case UInt8(ascii: "g"):
            guard let genesis = try? Genesis(rest) else { return false }
            try require(genesis.encoded == rest, "a genesis has two forms")
        case UInt8(ascii: "s"):
            guard let statement = try? MemberStatement(rest) else { return false }
            let isForged = statement.verify(by: CircleRules.keys.publicKeys)
            try require(!isForged, "a statement is signed by nobody")
        case UInt8(ascii: "h"):
            guard let head = try? Head(rest) else { return false }
            let body = try? head.open(
                from: CircleRules.keys.publicKeys, circle: head.circle,
                under: CircleRules.epoch.keys(circle: head.circle))
            try require(body == nil, "a head is signed by nobody")
        case UInt8(ascii: "b"):
            guard let body = try? HeadBody(rest) else { return false }
            try require((try? HeadBody(body.encoded)) == body, "a body is not read again")
        case UInt8(ascii: "p"):
            let plaintext = SecretBytes(copying: rest)
            guard let read = try? PackContents(plaintext, kind: .whenUnlocked) else { return false }
            let again = try? PackContents(read.plaintext, kind: .whenUnlocked)
            try require(
                again?.records.map(\.summary) == read.records.map(\.summary)
                    && again?.records.map(\.key) == read.records.map(\.key)
                    && again?.dropped == read.dropped, "a pack is not read again")
        case UInt8(ascii: "i"):
            guard let invitation = try? Invitation(text: SecretBytes(copying: rest)) else {
                return false
            }
            try require(
                (try? Invitation(text: invitation.text)) == invitation,
                "an invitation is not read again")
        case UInt8(ascii: "c"):
            guard let state = try? CircleState(SecretBytes(copying: rest)) else { return false }
            let bytes = state.encoded
            try require(
                (try? CircleState(bytes))?.encoded == bytes, "a state is not read again")
        case UInt8(ascii: "a"):
            guard let pairing = try? Pairing(SecretBytes(copying: rest)) else { return false }
            let bytes = pairing.encoded
            try require((try? Pairing(bytes))?.encoded == bytes, "a pairing is not read again")
        default: return false
        }
        return true
    }
}

private enum CircleRules {
    /// Keys that no input was made with.
    static let keys: MemberKeys = {
        guard let keys = try? MemberKeys.generate() else { fatalError("libsodium doesn't start") }
        return keys
    }()
    static let epoch = EpochSecret.generate()
}
