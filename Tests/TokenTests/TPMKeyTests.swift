// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainPKI
import SwiftKeychainTPM
import SwiftKeychainTokens
import Testing
import TokenTestSupport

/// Keys in a TPM, compared with libcrypto.
@Suite struct TPMKeyTests {
    private let digests = [1, 20, 28, 32, 48, 64].map { count in
        (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ count) }
    }

    private func verify(_ key: TPMKey, _ hash: HashFunction) throws {
        let half = CryptoKey.inToken(key)
        let message = Array("message".utf8)
        for form in [ECDSAForm.x962, .rfc4754] {
            let algorithm = KeyAlgorithm.ecdsa(form, .message(hash))
            let signature = try message.withUnsafeBytes { try half.sign($0, algorithm) }
            try signature.withUnsafeBytes { signature in
                try message.withUnsafeBytes {
                    try half.publicKey().verify(signature, of: $0, algorithm)
                }
            }
        }
    }

    @Test(arguments: [256, 384]) func signaturesVerify(bits: Int) throws {
        let tpm = try SoftwareTPM()
        let key = try TPMKey.create(.ellipticCurve, bits: bits, in: .tpm, at: tpm.address)
        for hash in HashFunction.allCases { try verify(key, hash) }
        let half = CryptoKey.inToken(key)
        let raw = KeyAlgorithm.ecdsa(.x962, .bytes)
        for digest in digests {
            let signature = try digest.withUnsafeBytes { try half.sign($0, raw) }
            try signature.withUnsafeBytes { signature in
                try digest.withUnsafeBytes { try half.publicKey().verify(signature, of: $0, raw) }
            }
        }
    }

    @Test(arguments: [256, 384]) func exchangesAgree(bits: Int) throws {
        let tpm = try SoftwareTPM()
        let key = CryptoKey.inToken(
            try TPMKey.create(.ellipticCurve, bits: bits, in: .tpm, at: tpm.address))
        let peer = try CryptoKey.generate(.ellipticCurve, bits: bits)
        let none = UnsafeRawBufferPointer(start: nil, count: 0)
        for algorithm in [
            KeyAlgorithm.keyExchange(.standard, nil), .keyExchange(.cofactor, .sha256),
        ] {
            let one = try key.exchange(
                with: try peer.publicKey(), algorithm, count: 32, sharedInfo: none)
            let other = try peer.exchange(
                with: try key.publicKey(), algorithm, count: 32, sharedInfo: none)
            #expect(one == other)
        }
        let algorithm = KeyAlgorithm.ecies(.cofactor, .sha256, .derived)
        let text = Array("secret text".utf8)
        let sealed = try text.withUnsafeBytes { try key.publicKey().encrypt($0, algorithm) }
        let opened = try sealed.withUnsafeBytes { try key.decrypt($0, algorithm) }
        #expect(opened.withBytes { [UInt8]($0) } == text)
    }

    @Test func keySurvivesRestart() throws {
        let first = try SoftwareTPM()
        let key = try TPMKey.create(
            .ellipticCurve, bits: nil, in: .secureEnclave, at: first.address)
        first.stop()
        let second = try SoftwareTPM(state: first.state)
        try verify(
            TPMKey(stored: key.stored, of: .secureEnclave, at: second.address), .sha256)
    }

    @Test func anotherTPMRefusesTheKey() throws {
        let (first, second) = (try SoftwareTPM(), try SoftwareTPM())
        let key = try TPMKey.create(
            .ellipticCurve, bits: nil, in: .secureEnclave, at: first.address)
        let moved = try TPMKey(stored: key.stored, of: .secureEnclave, at: second.address)
        #expect {
            try verify(moved, .sha256)
        } throws: {
            PKIError.Code.external(KeychainError.Code.notAvailable.rawValue) ~= $0
        }
    }

    @Test(.timeLimit(.minutes(5))) func silenceEndsAtTheDeadline() throws {
        let tpm = try SoftwareTPM()
        let key = try TPMKey.create(
            .ellipticCurve, bits: nil, in: .secureEnclave, at: tpm.address)
        tpm.pause()
        #expect {
            try verify(key, .sha256)
        } throws: {
            PKIError.Code.external(KeychainError.Code.internalError.rawValue) ~= $0
        }
        tpm.resume()
        try verify(key, .sha256)
    }

    @Test func missingTPMIsNamed() throws {
        let nowhere = TPMAddress.device(path: "/dev/no-tpm-here")
        #expect {
            _ = try TPMKey.create(.ellipticCurve, bits: nil, in: .secureEnclave, at: nowhere)
        } throws: {
            KeychainError.Code.unimplemented ~= $0
        }
    }

    @Test func damagedFormIsRefused() throws {
        let tpm = try SoftwareTPM()
        let key = try TPMKey.create(
            .ellipticCurve, bits: nil, in: .secureEnclave, at: tpm.address)
        let bytes = key.stored.withBytes { [UInt8]($0) }
        for end in stride(from: 0, to: bytes.count, by: 7) {
            #expect {
                _ = try TPMKey(
                    stored: SecretBytes(copying: bytes[..<end]), of: .secureEnclave,
                    at: tpm.address)
            } throws: {
                KeychainError.Code.decode ~= $0
            }
        }
        // A secret that libtss2 has no room for.
        let long = TPMWriter.unsized { form in
            form.append(Array(bytes.dropLast(70)))
            form.sized([UInt8](repeating: 1, count: 5000))
            form.append(Array(bytes.suffix(36)))
        }
        #expect {
            _ = try TPMKey(
                stored: SecretBytes(copying: long), of: .secureEnclave, at: tpm.address)
        } throws: {
            KeychainError.Code.decode ~= $0
        }
        // A wrong secret, which the TPM refuses.
        var changed = bytes
        changed[bytes.count - 50] ^= 1
        let wrong = try TPMKey(
            stored: SecretBytes(copying: changed), of: .secureEnclave, at: tpm.address)
        #expect(throws: PKIError.self) { try verify(wrong, .sha256) }
        // Nothing is left behind, and the session of the next use is encrypted.
        for _ in 0..<5 { try verify(key, .sha256) }
    }

    @Test func manyUsesWait() async throws {
        let tpm = try SoftwareTPM()
        let key = try TPMKey.create(
            .ellipticCurve, bits: nil, in: .secureEnclave, at: tpm.address)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<8 { group.addTask { try verify(key, .sha256) } }
            try await group.waitForAll()
        }
    }

    @Test func sizesAreThoseOfTheToken() throws {
        let nowhere = TPMAddress.device(path: "/dev/no-tpm-here")
        func refused(_ type: CryptoKey.KeyType, _ bits: Int?, _ token: TokenID) -> Int32? {
            do {
                _ = try TPMKey.create(type, bits: bits, in: token, at: nowhere)
                return nil
            } catch {
                return error.code.rawValue
            }
        }
        #expect(refused(.ellipticCurve, 384, .secureEnclave) == -50)
        #expect(refused(.rsa, 2048, .secureEnclave) == -50)
        #expect(refused(.ellipticCurve, 521, .tpm) == -50)
        #expect(refused(.rsa, 1024, .tpm) == -50)
        #expect(refused(.rsa, 3072, .tpm) == -50)
        #expect(refused(.rsa, 2048, .tpm) == -4)
        #expect(refused(.rsa, nil, .tpm) == -4)
    }
}
