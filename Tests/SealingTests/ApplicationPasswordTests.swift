// SPDX-License-Identifier: Apache-2.0
import KeychainTestSupport
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainSystem
import Testing

@testable import SwiftKeychainSealing

@Suite struct ApplicationPasswordTests {
    private let reference = [UInt8](repeating: 7, count: 16)
    private let password = SecretBytes(copying: "pass".utf8)

    private func wrap(_ secret: String?) throws -> SecretBytes {
        try ApplicationPassword.wrap(
            secret.map { SecretBytes(copying: $0.utf8) }, under: password, reference: reference,
            random: .system)
    }

    @Test func whatWasWrappedOpens() throws {
        for secret in [nil, "", "s", String(repeating: "x", count: 5000)] {
            let wrapped = try wrap(secret)
            let opened = try ApplicationPassword.open(
                wrapped, under: password, reference: reference)
            #expect(opened == secret.map { SecretBytes(copying: $0.utf8) })
        }
        #expect(try wrap("a") != wrap("a"))
    }

    @Test func anotherPasswordOrReferenceDoesNot() throws {
        let wrapped = try wrap("secret")
        for other in ["", "Pass", "pass\0", "pas"] {
            #expect(
                failure {
                    _ = try ApplicationPassword.open(
                        wrapped, under: SecretBytes(copying: other.utf8), reference: reference)
                } == .authenticationFailed)
        }
        #expect(
            failure {
                _ = try ApplicationPassword.open(
                    wrapped, under: password, reference: [UInt8](repeating: 8, count: 16))
            } == .authenticationFailed)
    }

    @Test func whatWasNotWrappedIsDamaged() throws {
        let bytes = try wrap("secret").withBytes { Array($0) }
        var cases: [[UInt8]] = [[], Array(bytes[..<32]), Array(bytes[..<72])]
        // Weaker and stronger parameters than are believed.
        for (position, byte) in [(16, UInt8(1)), (17, 1), (27, 0), (31, 1)] {
            var changed = bytes
            changed[position] = byte
            cases.append(changed)
        }
        for bytes in cases {
            #expect(
                failure {
                    _ = try ApplicationPassword.open(
                        SecretBytes(copying: bytes), under: password, reference: reference)
                } == .decode)
        }
        for position in [0, 40, bytes.count - 1] {
            var changed = bytes
            changed[position] ^= 1
            #expect(
                failure {
                    _ = try ApplicationPassword.open(
                        SecretBytes(copying: changed), under: password, reference: reference)
                } == .authenticationFailed)
        }
    }
}
