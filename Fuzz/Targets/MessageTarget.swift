// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainService

extension FuzzTarget {
    /// The target for requests and replies: one that is read must survive being encoded and decoded.
    ///
    /// The lowest bit of the first byte chooses which of both is read, the other bits the number of
    /// secrets.
    public static let message = FuzzTarget(name: "message") { bytes throws(Finding) in
        guard let first = bytes.first else { return false }
        let message = Message(
            body: Array(bytes.dropFirst()),
            secrets: (0..<Int(first >> 1)).map { SecretBytes(copying: [UInt8($0)]) })
        do throws(KeychainError) {
            let (once, twice): (Message, Message)
            if first & 1 == 0 {
                once = try SentRequest(decoding: message).encoded
                twice = try SentRequest(decoding: once).encoded
            } else {
                once = try Reply(decoding: message).encoded()
                twice = try Reply(decoding: once).encoded()
            }
            guard once.body == twice.body, once.secrets == message.secrets else {
                throw KeychainError(.internalComponent, "read as two different messages")
            }
            return true
        } catch {
            try require(error.code != .internalComponent, "a message is \(error.detail)")
            return false
        }
    }
}
