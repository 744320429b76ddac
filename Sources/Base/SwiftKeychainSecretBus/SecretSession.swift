// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainBus
import SwiftKeychainMemory
import SwiftKeychainPKI
import SwiftKeychainSystem

/// A session of a client, in which secrets travel.
package struct SecretSession: Sendable {
    /// The unique name of the connection that opened it.
    package let owner: String
    /// The path of its object, which is the first field of each secret.
    package let path: String
    /// The key that secrets are encrypted under; nil for a session in clear.
    private let key: SecretBytes?

    /// A secret and its media type.
    package struct Secret: Sendable {
        package let value: SecretBytes
        package let contentType: String

        package init(value: SecretBytes, contentType: String) {
            (self.value, self.contentType) = (value, contentType)
        }

        /// The content type for other programs. libsecret gives a password only if it is `text/plain`; other libraries
        /// add its encoding, or write none.
        fileprivate var shownContentType: String {
            let texts = ["", "text/plain", "text/plain;charset=utf-8", "text/plain;charset=utf8"]
            let type = contentType.lowercased().filter { $0 != " " }
            return texts.contains(type) ? "text/plain" : contentType
        }
    }

    /// - Parameter owner: empty for the session that a client itself has opened.
    init(owner: String = "", path: String, key: SecretBytes?) {
        (self.owner, self.path, self.key) = (owner, path, key)
    }

    /// The algorithm with a key exchange and AES-128-CBC (Secret Service API, "Transfer of Secrets").
    static let encrypted = "dh-ietf1024-sha256-aes128-cbc-pkcs7"

    /// Opens a session.
    ///
    /// - Returns: the session, and the answer to the client's input.
    /// - Throws: `NotSupported` for another algorithm, `InvalidArgs` for an input that doesn't belong to it.
    package static func open(
        _ algorithm: String, _ input: BusValue, owner: String, path: String
    ) throws(BusFailure) -> (SecretSession, BusValue) {
        switch algorithm {
        case "plain":
            guard input.text == "" else {
                throw .invalid("the input of a session without encryption must be an empty text")
            }
            return (SecretSession(owner: owner, path: path, key: nil), .string(""))
        case encrypted:
            let own = DiffieHellmanKey()
            guard
                // One byte more than the longest number is enough to refuse it. Java writes a zero before a number whose
                // highest bit is set.
                let peer = input.bytes?.withBytes({
                    Array($0.drop { $0 == 0 }.prefix(DiffieHellmanKey.count + 1))
                }),
                let key = own.sessionKey(with: peer)
            else { throw .invalid("the input is no public key of the group") }
            let answer = BusValue.bytes(SecretBytes(copying: own.publicKey))
            return (SecretSession(owner: owner, path: path, key: key), answer)
        default: throw .notSupported("no such algorithm")
        }
    }

    private static let blockBytes = 16

    /// Returns a secret for the other side: session, parameters, value, content type.
    ///
    /// Each call takes a new initialization vector, of 16 bytes, as the parameters. In clear they are empty.
    ///
    /// - Throws: `Failed` if libcrypto can't encrypt.
    package func sealed(_ secret: Secret, _ random: RandomSource = .system) throws(BusFailure)
        -> BusValue
    {
        var parameters = SecretBytes(count: 0) { _ in }
        var value = secret.value
        if let key {
            let vector = random.bytes(Self.blockBytes)
            guard let encrypted = try? BlockCipher.aes128.encrypt(value, key: key, vector: vector)
            else { throw .failed("AES is unavailable") }
            parameters = SecretBytes(copying: vector)
            value = SecretBytes(copying: encrypted)
        }
        return .structure([
            .path(path), .bytes(parameters), .bytes(value), .string(secret.shownContentType),
        ])
    }

    /// Opens a secret of the other side.
    ///
    /// - Parameter parameters: the initialization vector; empty in a session in clear.
    /// - Throws: `InvalidArgs`, without saying what is wrong.
    package func opened(
        _ parameters: SecretBytes, _ value: SecretBytes, _ contentType: String
    ) throws(BusFailure) -> Secret {
        guard let key else {
            guard parameters.count == 0 else { throw Self.malformed }
            return Secret(value: value, contentType: contentType)
        }
        guard parameters.count == Self.blockBytes,
            let secret = try? BlockCipher.aes128.decrypt(
                value.withBytes { Array($0) }, key: key,
                vector: parameters.withBytes { Array($0) })
        else { throw Self.malformed }
        return Secret(value: secret, contentType: contentType)
    }

    private static let malformed = BusFailure.invalid("the secret isn't encrypted for this session")
}
