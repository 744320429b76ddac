// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainSeam
import SwiftKeychainSystem

/// What is sent on a connection between a program and securityd: a deterministic CBOR array that begins with the number
/// of the case, and the secrets that it names by their places.
///
/// This module is the way to `securityd`, for both ends: frames, connections, and ``RemoteService``, which is the
/// client's ``KeychainService``. It decides nothing; requests are carried out as the embedded service does.
///
/// The idea is that a secret is never in ordinary memory. A frame has two parts: the CBOR, which names secrets by
/// number, and the secrets, which each side reads into locked memory.
///
///     securityd                     program
///     greeting  ──────────────────▶           version, nonce
///               ◀──────────────────   hello   version, the same nonce, the user's store
///               ◀────────────────── request
///     progress  ──────────────────▶           again and again, while the request is carried out
///     reply     ──────────────────▶
///     refusal   ──────────────────▶           instead of any of these; then securityd closes the connection
///
/// 1. One request is in progress on a connection; its reply must come before the next request.
/// 2. Both sides refuse another version of the protocol. Of its greeting they read the version and the program only.
/// 3. A frame has at most 512 MiB, and a greeting or hello 32 KiB.
///
/// What may surprise: nothing in a frame identifies the caller. securityd takes that from the kernel (``Peer``).
/// Docs/reference/securityd.md describes the bytes.
package enum Frame: Sendable {
    /// The version of the protocol. A connection to another version is refused by both sides.
    package static let protocolVersion: UInt64 = 3
    /// The greatest size of a frame in bytes, without the four of its length.
    package static let mostBytes = 512 << 20
    /// The most bytes of a greeting or hello.
    package static let mostBytesOfGreeting = 32 << 10
    /// The length of the nonce, random for each connection.
    package static let nonceBytes = 16

    /// securityd's first frame.
    case greeting(Greeting)
    /// The program's first frame.
    case hello(Hello)
    /// A request and what was granted to it; see ``SentRequest``.
    ///
    /// - Parameter groups: the groups of items that the library keeps for itself, for a request about
    ///   these; otherwise empty.
    case request(Message, groups: [String])
    case reply(Message)
    /// The number of items done and of all, while a request is carried out.
    case progress(done: Int, all: Int)
    /// Why securityd closes the connection.
    case refusal(KeychainError)

    /// securityd's side of the handshake.
    package struct Greeting: Sendable, Equatable {
        package let version: UInt64
        /// The version of securityd, for errors.
        package let program: String
        package let nonce: [UInt8]

        package init(version: UInt64 = protocolVersion, program: String, nonce: [UInt8]) {
            (self.version, self.program, self.nonce) = (version, program, nonce)
        }
    }

    /// The program's side of the handshake. The nonce shows that it answers this greeting.
    package struct Hello: Sendable, Equatable {
        package let version: UInt64
        /// The version of the library, for errors.
        package let program: String
        /// The nonce of the greeting.
        package let nonce: [UInt8]
        /// The folder of the user's own store and the path of its device key, as the program knows them.
        /// Requests about stores in that folder are about those that securityd keeps.
        package let directory: String
        package let deviceKeyPath: String

        package init(
            version: UInt64 = protocolVersion, program: String, nonce: [UInt8], directory: String,
            deviceKeyPath: String
        ) {
            (self.version, self.program, self.nonce) = (version, program, nonce)
            (self.directory, self.deviceKeyPath) = (directory, deviceKeyPath)
        }
    }

    package static let malformed = KeychainError(.decode, "frame: malformed")
}

extension Frame {
    /// The CBOR and the secrets.
    ///
    /// | frame | array |
    /// |---|---|
    /// | greeting | [0, version, program, nonce] |
    /// | hello | [1, version, program, nonce, directory, device key path] |
    /// | request | [2, [group, …], body of the message] |
    /// | reply | [3, body of the message] |
    /// | progress | [4, done, all] |
    /// | refusal | [5, code, detail] |
    ///
    /// Only a request and a reply have secrets.
    package var encoded: Message {
        var secrets: [SecretBytes] = []
        let values: [CanonicalCBOR.Value]
        switch self {
        case .greeting(let greeting):
            values = [
                .unsigned(0), .unsigned(greeting.version), .text(greeting.program),
                .data(greeting.nonce),
            ]
        case .hello(let hello):
            values = [
                .unsigned(1), .unsigned(hello.version), .text(hello.program), .data(hello.nonce),
                .text(hello.directory), .text(hello.deviceKeyPath),
            ]
        case .request(let message, let groups):
            values = [.unsigned(2), .array(groups.map { .text($0) }), .data(message.body)]
            secrets = message.secrets
        case .reply(let message):
            values = [.unsigned(3), .data(message.body)]
            secrets = message.secrets
        case .progress(let done, let all):
            values = [
                .unsigned(4), .unsigned(UInt64(max(0, done))), .unsigned(UInt64(max(0, all))),
            ]
        case .refusal(let error):
            values = [.unsigned(5), .integer(Int64(error.code.rawValue)), .text(error.detail)]
        }
        return Message(body: CanonicalCBOR.array(values), secrets: secrets)
    }

    /// Decodes what ``encoded`` returns.
    ///
    /// - Throws: `decode` for anything else.
    package init(decoding message: Message) throws(KeychainError) {
        do throws(CanonicalCBOR.Malformed) {
            var cbor = CanonicalCBOR.Decoder(message.body)
            self = try Self.read(&cbor, message.secrets)
            guard cbor.isAtEnd || isOfAnotherVersion else { throw CanonicalCBOR.Malformed() }
        } catch {
            throw Self.malformed
        }
    }

    /// Whether this is the greeting or hello of another version of the protocol.
    private var isOfAnotherVersion: Bool {
        switch self {
        case .greeting(let greeting): greeting.version != Self.protocolVersion
        case .hello(let hello): hello.version != Self.protocolVersion
        default: false
        }
    }

    /// Reads a frame, which in this version has exactly its elements. Of another version's greeting or hello, reads the
    /// first three.
    private static func read(
        _ cbor: inout CanonicalCBOR.Decoder, _ secrets: [SecretBytes]
    ) throws(CanonicalCBOR.Malformed) -> Frame {
        let count = try cbor.array()
        let kind = try cbor.unsigned()
        guard secrets.isEmpty || kind == 2 || kind == 3 else { throw CanonicalCBOR.Malformed() }
        switch (kind, count) {
        case (0, 3...):
            let (version, program) = (try cbor.unsigned(), try cbor.text())
            // Of another version no more than its name is known.
            guard version == protocolVersion else {
                return .greeting(Greeting(version: version, program: program, nonce: []))
            }
            guard count == 4 else { throw CanonicalCBOR.Malformed() }
            return .greeting(Greeting(program: program, nonce: try cbor.data(count: nonceBytes)))
        case (1, 3...):
            let (version, program) = (try cbor.unsigned(), try cbor.text())
            guard version == protocolVersion else {
                return .hello(
                    Hello(
                        version: version, program: program, nonce: [], directory: "",
                        deviceKeyPath: ""))
            }
            guard count == 6 else { throw CanonicalCBOR.Malformed() }
            return .hello(
                Hello(
                    program: program, nonce: try cbor.data(count: nonceBytes),
                    directory: try cbor.path(),
                    deviceKeyPath: try cbor.path()))
        case (2, 3):
            var groups: [String] = []
            for _ in 0..<(try cbor.array()) { groups.append(try cbor.text()) }
            return .request(Message(body: try cbor.data(), secrets: secrets), groups: groups)
        case (3, 2): return .reply(Message(body: try cbor.data(), secrets: secrets))
        case (4, 3): return .progress(done: try cbor.number(), all: try cbor.number())
        case (5, 3):
            guard let code = Int32(exactly: try cbor.integer()) else {
                throw CanonicalCBOR.Malformed()
            }
            return .refusal(KeychainError(.init(rawValue: code), try cbor.text()))
        default: throw CanonicalCBOR.Malformed()
        }
    }
}

extension CanonicalCBOR.Decoder {
    /// Reads an absolute path without zero bytes.
    fileprivate mutating func path() throws(CanonicalCBOR.Malformed) -> String {
        let path = try text()
        guard path.hasPrefix("/"), !path.utf8.contains(0) else { throw CanonicalCBOR.Malformed() }
        return path
    }

    fileprivate mutating func number() throws(CanonicalCBOR.Malformed) -> Int {
        guard let number = Int(exactly: try unsigned()) else { throw CanonicalCBOR.Malformed() }
        return number
    }
}
