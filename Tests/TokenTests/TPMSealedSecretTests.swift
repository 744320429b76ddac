// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftKeychainMemory
import SwiftKeychainModel
import Testing
import TokenTestSupport

@testable import SwiftKeychainTPM

/// Secrets that a TPM seals: it alone gives them back, and nothing of them crosses in clear.
@Suite struct TPMSealedSecretTests {
    private let tpm: SoftwareTPM
    private let commands: TPMCommands
    private let secret = SecretBytes(copying: (0..<32).map { _ in UInt8.random(in: 0...255) })

    init() throws {
        tpm = try SoftwareTPM()
        commands = TPMCommands(tpm)
    }

    private func sealed(_ pcrs: [Int] = []) throws -> TPMSealedSecret {
        let sealed = try TPMSealedSecret(secret, pcrs: pcrs, at: tpm.address)
        return try TPMSealedSecret(stored: sealed.stored)
    }

    private func expectLost(
        _ sealed: TPMSealedSecret, at other: SoftwareTPM? = nil, _ text: String,
        _ location: SourceLocation = #_sourceLocation
    ) throws {
        let address = (other ?? tpm).address
        let error = #expect(throws: KeychainError.self, sourceLocation: location) {
            try sealed.unsealed(at: address)
        }
        #expect(error?.code == .notAvailable, sourceLocation: location)
        #expect(error?.detail.contains(text) == true, "\(error as Any)", sourceLocation: location)
        #expect(try commands.handles() == [], sourceLocation: location)
    }

    @Test(arguments: [[], [7], [0, 16, 23]]) func comesBack(pcrs: [Int]) throws {
        let sealed = try sealed(pcrs)
        #expect(sealed.pcrs == pcrs)
        for _ in 0..<2 { #expect(try sealed.unsealed(at: tpm.address) == secret) }
        #expect(try commands.handles() == [])
    }

    @Test func otherRegistersDoNotMatterAndTheNamedOnesDo() throws {
        let (free, bound) = (try sealed(), try sealed([16]))
        try commands.extend(23)
        #expect(try bound.unsealed(at: tpm.address) == secret)
        try commands.extend(16)
        try expectLost(bound, "PCRs changed")
        #expect(try free.unsealed(at: tpm.address) == secret)
        #expect(try sealed([16]).unsealed(at: tpm.address) == secret)
    }

    /// Who changes the list of registers doesn't get around them.
    @Test func listOfRegistersIsNotTrusted() throws {
        let stored = try sealed([16]).stored
        try commands.extend(16)
        #expect(stored.suffix(3) == [0, 1, 16])
        for end: [UInt8] in [[0, 0], [0, 1, 23]] {
            let forged = try TPMSealedSecret(stored: stored.dropLast(3) + end)
            #expect(throws: KeychainError.self) { try forged.unsealed(at: tpm.address) }
        }
        #expect(try commands.handles() == [])
    }

    /// Whoever can write the file can make a field longer than any that a TPM makes.
    @Test func aLongPrivateAreaIsRefused() throws {
        var reader = TPMReader(Array(try sealed().stored.dropFirst()))
        // The public area, the private one, the name of the parent, and registers.
        var fields = (0..<4).map { _ in reader.sized() ?? [] }
        fields[1] = [UInt8](repeating: 0, count: 5000)
        let forged = TPMWriter.unsized { form in
            form.append([1])
            for field in fields { form.sized(field) }
        }
        #expect {
            try TPMSealedSecret(stored: forged).unsealed(at: tpm.address)
        } throws: {
            KeychainError.Code.decode ~= $0
        }
        #expect(try commands.handles() == [])
    }

    @Test func anotherTPMDoesNotHaveIt() throws {
        let other = try SoftwareTPM()
        try expectLost(try sealed(), at: other, "another TPM")
    }

    @Test func clearedTPMHasLostIt() throws {
        let sealed = try sealed()
        try commands.clear()
        try expectLost(sealed, "cleared")
    }

    /// The longest password of a TPM, of 64 bytes, too.
    @Test(arguments: [5, 32, 64]) func ownerPasswordNeedsTheKeptParent(count: Int) throws {
        let before = try sealed()
        let password = (1...UInt8(count)).map { $0 }
        try commands.setOwnerPassword(password)
        try expectLost(before, "security tpm provision")
        for wrong in [password.dropLast(), password + [1]] {
            #expect {
                try TPMStorageKey.make(
                    in: tpm.address, ownerPassword: SecretBytes(copying: wrong))
            } throws: {
                KeychainError.Code.authenticationFailed ~= $0
            }
        }
        try TPMStorageKey.make(in: tpm.address, ownerPassword: SecretBytes(copying: password))
        #expect(try before.unsealed(at: tpm.address) == secret)
    }

    @Test(arguments: [[], [16]]) func nothingCrossesInClear(pcrs: [Int]) throws {
        let proxy = TPMProxy(tpm)
        defer { proxy.stop() }
        let sealed = try TPMSealedSecret(secret, pcrs: pcrs, at: proxy.address)
        for _ in 0..<3 { _ = try sealed.unsealed(at: proxy.address) }
        let recorded = Data(proxy.recorded)
        // The record is one: the public area is in it, behind its size and a version.
        #expect(recorded.range(of: Data(sealed.stored.dropFirst(3).prefix(40))) != nil)
        #expect(recorded.range(of: Data(secret.withBytes { Array($0) }.prefix(16))) == nil)
        #expect(recorded.range(of: Data(secret.withBytes { Array($0) }.suffix(16))) == nil)
    }

    @Test func otherBytesAreRefused() throws {
        let stored = try sealed([7]).stored
        var bad = stored.indices.map { Array(stored.prefix($0)) }
        bad += [stored + [0], [2] + stored.dropFirst(), stored.dropLast() + [24]]
        for bytes in bad {
            #expect { try TPMSealedSecret(stored: bytes) } throws: {
                KeychainError.Code.notAvailable ~= $0
            }
        }
        for position in stride(from: 1, to: stored.count - 40, by: 7) {
            var changed = stored
            changed[position] ^= 1
            #expect(throws: KeychainError.self, "byte \(position)") {
                _ = try TPMSealedSecret(stored: changed).unsealed(at: tpm.address)
            }
        }
        #expect(try commands.handles() == [])
    }

    /// A register that the TPM doesn't have in the bank of SHA-256 would bind the secret to nothing.
    @Test func registersMustBeInTheBank() throws {
        try commands.leaveOutSHA256()
        tpm.stop()
        let again = try SoftwareTPM(state: tpm.state)
        let error = #expect(throws: KeychainError.self) {
            try TPMSealedSecret(secret, pcrs: [7], at: again.address)
        }
        #expect(error?.code == .notAvailable)
        #expect(error?.detail.contains("no SHA-256 bank for PCR 7") == true, "\(error as Any)")
        let free = try TPMSealedSecret(secret, at: again.address)
        #expect(try free.unsealed(at: again.address) == secret)
        #expect(try TPMCommands(again).handles() == [])
    }

    @Test func eachRegisterMustBeInTheBank() throws {
        // SHA-256, with all registers but the last.
        let (whole, part): ([UInt8], [UInt8]) = ([0, 0x0b, 3, 255, 255, 255], [255, 255, 127])
        let proxy = TPMProxy(tpm) { _, answer in
            guard let range = Data(answer).range(of: Data(whole)) else { return answer }
            return answer[..<(range.upperBound - 3)] + part + answer[range.upperBound...]
        }
        defer { proxy.stop() }
        _ = try TPMSealedSecret(secret, pcrs: [7, 22], at: proxy.address)
        #expect {
            try TPMSealedSecret(secret, pcrs: [7, 23], at: proxy.address)
        } throws: {
            KeychainError.Code.notAvailable ~= $0
        }
    }

    @Test func registersMustExist() {
        #expect { try TPMSealedSecret(secret, pcrs: [24], at: tpm.address) } throws: {
            KeychainError.Code.parameter ~= $0
        }
    }
}
