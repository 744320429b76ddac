// SPDX-License-Identifier: Apache-2.0
import KeychainTestSupport
import SwiftKeychainBus
import SwiftKeychainMemory
import Testing

@testable import SwiftKeychainSecretBus

/// Secrets as they travel in a session.
@Suite struct SecretSessionTests {
    private let key = SecretBytes(copying: Array(1...16))
    private var session: SecretSession { SecretSession(path: "/s", key: key) }

    private func open(_ value: BusValue) throws -> SecretSession.Secret {
        let fields = try #require(value.fields)
        return try session.opened(
            #require(fields[1].bytes), #require(fields[2].bytes), #require(fields[3].text))
    }

    @Test func everyLengthComesBack() throws {
        for count in [0, 1, 15, 16, 17, 31, 32, 100_000] {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
            let sealed = try session.sealed(
                .init(value: SecretBytes(copying: bytes), contentType: "text/plain"))
            let fields = try #require(sealed.fields)
            #expect(sealed.type == "(oayays)")
            #expect(fields[1].bytes?.count == 16)
            #expect(fields[2].bytes?.count == (count / 16 + 1) * 16)
            #expect(try open(sealed).value.copied == bytes)
        }
    }

    @Test func aSecretIsNeverEncryptedTwiceAlike() throws {
        let secret = SecretSession.Secret(
            value: SecretBytes(copying: "a".utf8), contentType: "text/plain")
        let values = try (0..<2).map { _ in try #require(session.sealed(secret).fields?[2].bytes) }
        #expect(values[0] != values[1])
    }

    /// Parameters and values of wrong lengths, and values whose padding is wrong.
    @Test func malformedSecretsAreRefusedAlike() throws {
        func bytes(_ count: Int) -> SecretBytes {
            SecretBytes(copying: [UInt8](repeating: 7, count: count))
        }
        for (parameters, value) in [
            (0, 16), (15, 16), (17, 16), (16, 0), (16, 15), (16, 17), (16, 16),
        ] {
            #expect(throws: BusFailure.self) {
                do throws(BusFailure) {
                    _ = try session.opened(bytes(parameters), bytes(value), "")
                } catch {
                    #expect(error.name == "org.freedesktop.DBus.Error.InvalidArgs")
                    #expect(error.message == "the secret isn't encrypted for this session")
                    throw error
                }
            }
        }
    }

    /// A byte of the first block changes the same byte of the second, whose last twelve are padding.
    @Test(arguments: 4..<16)
    func eachByteOfThePaddingCounts(_ position: Int) throws {
        let secret = SecretBytes(copying: [UInt8](repeating: 1, count: 20))
        let fields = try #require(
            session.sealed(.init(value: secret, contentType: "")).fields)
        var bytes = try #require(fields[2].bytes).copied
        bytes[position] ^= 1
        #expect(throws: BusFailure.self) {
            try session.opened(#require(fields[1].bytes), SecretBytes(copying: bytes), "")
        }
    }

    @Test func sessionsInClearHaveNoParameters() throws {
        let (plain, output) = try SecretSession.open(
            "plain", .string(""), owner: ":1.1", path: "/s")
        #expect(output.text == "")
        let value = SecretBytes(copying: "x".utf8)
        #expect(try plain.opened(SecretBytes(copying: []), value, "").value == value)
        #expect(throws: BusFailure.self) { try plain.opened(value, value, "") }
        #expect(throws: BusFailure.self) {
            try SecretSession.open("plain", .bytes(value), owner: "", path: "/s")
        }
        #expect(throws: BusFailure.self) {
            try SecretSession.open("plain", .string("x"), owner: "", path: "/s")
        }
        #expect(throws: BusFailure.self) {
            try SecretSession.open("rot13", .string(""), owner: "", path: "/s")
        }
        for length in [0, 1, 129, 4096] {
            #expect(throws: BusFailure.self) {
                try SecretSession.open(
                    SecretSession.encrypted,
                    .bytes(SecretBytes(copying: [UInt8](repeating: 0, count: length))), owner: "",
                    path: "/s")
            }
        }
    }
}
