// SPDX-License-Identifier: Apache-2.0
import CKeychainLinux
import Foundation
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainPKI
import Testing
import TokenTestSupport

@testable import SwiftKeychainTPM
@testable import SwiftKeychainTokens

/// What crosses the bus, what killed programs leave, and answers that are wrong.
@Suite struct TPMFaultTests {
    private func make(_ address: TPMAddress) throws -> TPMKey {
        try TPMKey.create(.ellipticCurve, bits: nil, in: .secureEnclave, at: address)
    }

    private func sign(_ key: TPMKey) throws {
        let half = CryptoKey.inToken(key)
        let digest = [UInt8](repeating: 7, count: 32)
        let algorithm = KeyAlgorithm.ecdsa(.x962, .digest(.sha256))
        let signature = try digest.withUnsafeBytes { try half.sign($0, algorithm) }
        try signature.withUnsafeBytes { signature in
            try digest.withUnsafeBytes { try half.publicKey().verify(signature, of: $0, algorithm) }
        }
    }

    private func at(_ address: TPMAddress, _ key: TPMKey) throws -> TPMKey {
        try TPMKey(stored: key.stored, of: .secureEnclave, at: address)
    }

    /// The secret within the stored form: behind it is the name of the parent, 34 bytes, with its size.
    private func secret(_ key: TPMKey) -> [UInt8] {
        key.stored.withBytes { Array($0.dropLast(36).suffix(32)) }
    }

    private func contains(_ whole: [UInt8], _ part: [UInt8]) -> Bool {
        Data(whole).range(of: Data(part)) != nil
    }

    @Test func noSecretCrossesInClear() throws {
        let tpm = try SoftwareTPM()
        let proxy = TPMProxy(tpm)
        defer { proxy.stop() }
        let key = try make(proxy.address)
        let half = CryptoKey.inToken(key)
        let peer = try CryptoKey.generate(.ellipticCurve, bits: 256)
        let none = UnsafeRawBufferPointer(start: nil, count: 0)
        var shared: [[UInt8]] = []
        for _ in 0..<3 {
            try sign(key)
            // An error, after which libtss2 would leave the session in clear.
            #expect(throws: PKIError.self) {
                _ = try key.sharedCoordinate(with: [4] + [UInt8](repeating: 1, count: 64))
            }
            shared.append(
                try half.exchange(
                    with: try peer.publicKey(), .keyExchange(.standard, nil), count: nil,
                    sharedInfo: none
                ).withBytes { [UInt8]($0) })
        }
        let recorded = proxy.recorded
        // The record is one: the public key is in it.
        #expect(contains(recorded, Array(key.publicKey.publicBytes[1..<33])))
        #expect(!contains(recorded, secret(key)))
        for value in shared { #expect(!contains(recorded, value)) }
    }

    @Test func leftoversOfKilledProgramsGo() throws {
        let tpm = try SoftwareTPM()
        let key = try make(tpm.address)
        let primary = TPMWriter.unsized {
            $0.long(0x4000_0001)
            $0.long(9)
            $0.long(0x4000_0009)
            $0.append([0, 0, 0, 0, 0])
            $0.append([0, 4, 0, 0, 0, 0])
            $0.sized(TPMTemplate.parent.publicArea())
            $0.append([0, 0, 0, 0, 0, 0])
        }
        let session = TPMWriter.unsized {
            $0.long(0x4000_0007)
            $0.long(0x4000_0007)
            $0.sized([UInt8](repeating: 1, count: 16))
            $0.sized([])
            $0.append([0, 0x00, 0x10, 0x00, 0x0b])
        }
        func command(_ tag: UInt16, _ code: UInt32, _ rest: [UInt8]) -> [UInt8] {
            TPMWriter.unsized {
                $0.short(tag)
                $0.long(UInt32(10 + rest.count))
                $0.long(code)
                $0.append(rest)
            }
        }
        func fill() throws -> [UInt32] {
            let connection = try TPMConnection(tpm.address)
            var results: [UInt32] = []
            for (tag, code, rest) in [(0x8002, 0x131, primary), (0x8001, 0x176, session)]
                as [(UInt16, UInt32, [UInt8])]
            {
                for _ in 0..<4 {
                    var answer = TPMReader(try connection.exchange(command(tag, code, rest)))
                    _ = answer.bytes(6)
                    results.append(answer.long() ?? 1)
                }
            }
            return results
        }
        // Three objects and three sessions, and then no room.
        #expect(try fill() == [0, 0, 0, 0x902, 0, 0, 0, 0x903])
        try sign(key)
        // Nothing of ours stays: there is room for as much again.
        #expect(try fill() == [0, 0, 0, 0x902, 0, 0, 0, 0x903])
    }

    /// A child of fork() keeps no connection, with which swtpm or `/dev/tpm0` would serve nobody else.
    @Test func aChildKeepsNoConnection() async {
        await #expect(processExitsWith: .exitCode(77)) {
            TPMConnection.limit.store(2, ordering: .relaxed)
            let tpm = try SoftwareTPM()
            var connection: TPMConnection? = try TPMConnection(tpm.address)
            _ = try connection?.capability(1, from: 0x8000_0000, count: 1)
            let child = keychain_fork()
            if child == 0 {
                pause()
                _exit(0)
            }
            connection = nil
            let answer = try? TPMConnection(tpm.address).capability(1, from: 0x8000_0000, count: 1)
            kill(child, SIGKILL)
            tpm.stop()
            try FileManager.default.removeItem(atPath: tpm.state)
            exit(answer != nil ? 77 : 1)
        }
    }

    @Test(arguments: 0..<14) func wrongAnswersAreErrors(number: Int) throws {
        let tpm = try SoftwareTPM()
        let key = try make(tpm.address)
        let changes: [@Sendable ([UInt8]) -> [UInt8]] = [
            { answer in answer.enumerated().map { $0 < 10 ? $1 : $1 ^ 0x5a } },
            { _ in [UInt8](repeating: 0xff, count: 100) },
            { Array($0.prefix(6)) + [0, 0, 9, 0x21] },
            { answer in
                var answer = answer
                answer[5] &+= 3
                return answer + [1, 2, 3]
            },
        ]
        for change in changes {
            let proxy = TPMProxy(tpm) { $0 == number ? change($1) : $1 }
            defer { proxy.stop() }
            // The answers about leftovers and to the removal of handles aren't secret, nor needed.
            do { try sign(at(proxy.address, key)) } catch is PKIError {}
            try sign(key)
        }
    }

    @Test func lockedAndBusyAreNamed() throws {
        let tpm = try SoftwareTPM()
        let key = try make(tpm.address)
        for code: UInt16 in [0x921, 0x922, 0x920] {
            let proxy = TPMProxy(tpm) { number, answer in
                number < 2 || answer.isEmpty
                    ? answer
                    : [0x80, 0x01, 0, 0, 0, 10, 0, 0, UInt8(code >> 8), UInt8(code & 0xff)]
            }
            defer { proxy.stop() }
            #expect {
                try sign(at(proxy.address, key))
            } throws: {
                PKIError.Code.external(KeychainError.Code.notAvailable.rawValue) ~= $0
            }
        }
    }

    @Test func addressesAreRead() throws {
        #expect(try TPMAddress("device:/dev/tpm9") == .device(path: "/dev/tpm9"))
        #expect(try TPMAddress("device") == .standard)
        #expect(try TPMAddress("swtpm:path=/a/b") == .socket(path: "/a/b"))
        for text in ["", "x", "mssim:port=1", "swtpm:port=1", "swtpm:path="] {
            #expect {
                _ = try TPMAddress(text)
            } throws: {
                KeychainError.Code.notAvailable ~= $0
            }
        }
    }

    @Test func stateIsALine() throws {
        let tpm = try SoftwareTPM()
        #expect(try tpm.address.state().hasPrefix("TPM 2.0 of "))
        #expect(throws: KeychainError.self) {
            _ = try TPMAddress.device(path: "/dev/no-tpm-here").state()
        }
    }
}
