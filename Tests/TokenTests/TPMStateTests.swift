// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import Security
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainPKI
import SwiftKeychainSystem
import Synchronization
import Testing
import TokenTestSupport

@testable import SwiftKeychainTPM
@testable import SwiftKeychainTokens

/// A TPM that isn't as it was when a key was made: each fault has its status and text, and leaves nothing in the
/// chip.
@Suite struct TPMStateTests {
    private let tpm: SoftwareTPM
    private let commands: TPMCommands

    init() throws {
        tpm = try SoftwareTPM()
        commands = TPMCommands(tpm)
    }

    private func make() throws -> TPMKey {
        try TPMKey.create(.ellipticCurve, bits: nil, in: .secureEnclave, at: tpm.address)
    }

    private func sign(_ key: TPMKey, at address: TPMAddress? = nil) throws {
        let key = try TPMKey(stored: key.stored, of: .secureEnclave, at: address ?? tpm.address)
        let digest = [UInt8](repeating: 7, count: 32)
        let signature = try key.ecdsaSignature(of: digest)
        try signature.withUnsafeBytes { signature in
            try digest.withUnsafeBytes {
                try key.publicKey.verify(signature, of: $0, .ecdsa(.rfc4754, .digest(.sha256)))
            }
        }
    }

    /// Checks that a use of the key fails with `errSecNotAvailable` and a line that holds `text`.
    private func expectLost(
        _ key: TPMKey, _ text: String, _ location: SourceLocation = #_sourceLocation
    ) throws {
        let error = #expect(throws: PKIError.self, sourceLocation: location) { try sign(key) }
        #expect(
            error?.code == .external(KeychainError.Code.notAvailable.rawValue),
            sourceLocation: location)
        #expect(error?.detail.contains(text) == true, "\(error as Any)", sourceLocation: location)
        #expect(try commands.handles() == [], sourceLocation: location)
    }

    @Test func clearedTPMHasLostTheKey() throws {
        let key = try make()
        try commands.clear()
        try expectLost(key, "cleared")
        try sign(try make())
        #expect(try commands.handles() == [])
    }

    @Test func copiedKeyIsOfNoUse() throws {
        let other = try SoftwareTPM()
        let key = try TPMKey.create(
            .ellipticCurve, bits: nil, in: .secureEnclave, at: other.address)
        try expectLost(key, "another TPM")
        // The encrypted key of another TPM below the parent of this one.
        let own = try make()
        let fields = [UInt8](own.stored.withBytes { [UInt8]($0) }.suffix(34))
        let moved = key.stored.withBytes { [UInt8]($0) }.dropLast(34) + fields
        let forged = try TPMKey(
            stored: SecretBytes(copying: Array(moved)), of: .secureEnclave, at: tpm.address)
        try expectLost(forged, "another TPM")
        try sign(own)
    }

    /// Another program keeps a key of another kind at the handle of the parent.
    @Test func foreignObjectAtTheHandleIsPassedOver() throws {
        let before = try make()
        try commands.keep(TPMTemplate.ellipticCurve(.p256).publicArea())
        try sign(before)
        let after = try make()
        try sign(after)
        try commands.removeParent()
        try sign(after)
        #expect(try commands.handles() == [])
    }

    /// A storage key of the same template, but of another hierarchy, is another parent.
    @Test func swappedParentIsNoticed() throws {
        let before = try make()
        try commands.keep(TPMTemplate.parent.publicArea(), of: TPMCommands.endorsement)
        try sign(before)
        let after = try make()
        try sign(after)
        try commands.removeParent()
        try expectLost(after, "another TPM, or this one was cleared")
        try sign(before)
    }

    @Test func keptParentIsUsed() throws {
        let before = try make()
        try commands.keep(TPMTemplate.parent.publicArea())
        try sign(before)
        let after = try make()
        try commands.removeParent()
        try sign(after)
    }

    @Test func ownerPasswordNeedsTheKeptParent() throws {
        let before = try make()
        let password = Array("owner".utf8)
        try commands.setOwnerPassword(password)
        let error = #expect(throws: KeychainError.self) { _ = try make() }
        #expect(error?.code == .notAvailable)
        #expect(error?.detail.contains("owner password") == true, "\(error as Any)")
        try expectLost(before, "owner password")
        try commands.keep(TPMTemplate.parent.publicArea(), password: password)
        try sign(before)
        try sign(try make())
        #expect(try commands.handles() == [])
    }

    /// The path of a TPM is bytes, of which text alone can't stand for all.
    @Test func anyPathIsOpened() throws {
        let folder = Array(tpm.state.utf8) + [0x2f, 0x74, 0xef]
        #expect(String(path: folder).withPath { symlink(tpm.state, $0) } == 0)
        let socket = TPMAddress.socket(path: String(path: folder + Array("/socket".utf8)))
        #expect(try socket.state().hasPrefix("TPM 2.0 of "))
        let device = folder + [0xef]
        #expect(String(path: device).withPath { symlink("/dev/null", $0) } == 0)
        let error = #expect(throws: KeychainError.self) {
            _ = try TPMAddress.device(path: String(path: device)).state()
        }
        #expect(error?.detail.contains("the connection ended") == true, "\(error as Any)")
    }

    /// A program may start without standard input, and must not read the TPM in its place.
    @Test func connectionIsNoStandardStream() async {
        await #expect(processExitsWith: .exitCode(77)) {
            close(0)
            let connection = try TPMConnection(.device(path: "/dev/null"))
            exit(fcntl(0, F_GETFD) == -1 && connection.failure == nil ? 77 : 1)
        }
    }

    @Test func fullNVDoesNotMatter() throws {
        let before = try make()
        try commands.fillNV()
        try sign(before)
        try sign(try make())
        #expect(try commands.handles() == [])
    }

    /// No room for another object or session, where a resource manager would have to make it.
    @Test(arguments: [0x902, 0x903]) func fullMemoryIsNamed(code: Int) throws {
        let key = try make()
        let proxy = TPMProxy(tpm) { number, answer in
            number < 2 || answer.count < 30
                ? answer
                : [0x80, 0x01, 0, 0, 0, 10, 0, 0, UInt8(code >> 8), UInt8(code & 0xff)]
        }
        defer { proxy.stop() }
        let error = #expect(throws: PKIError.self) { try sign(key, at: proxy.address) }
        #expect(error?.code == .external(KeychainError.Code.notAvailable.rawValue))
        #expect(error?.detail.contains("no room") == true, "\(error as Any)")
        try sign(key)
        #expect(try commands.handles() == [])
    }

    @Test(.timeLimit(.minutes(5))) func chipInUseIsGivenUp() throws {
        let key = try make()
        let other = try TPMConnection(tpm.address)
        try commands.send(
            0x17a, [0, 0, 0, 1, 0x80, 0, 0, 0, 0, 0, 0, 1], isAuthorized: false, on: other)
        let error = #expect(throws: PKIError.self) { try sign(key) }
        #expect(error?.detail.contains("no answer within ") == true, "\(error as Any)")
        withExtendedLifetime(other) {}
    }

    /// A program is killed after each answer of the TPM, with its objects and sessions there.
    @Test(arguments: ["create", "sign"]) func killedProgramHindersNobody(use: String) throws {
        let key = try make()
        var (number, isKilled) = (0, true)
        var most = 0
        while isKilled {
            let child = Mutex<pid_t>(0)
            let end = number
            let proxy = TPMProxy(tpm) { number, answer in
                if number == end { child.withLock { if $0 > 0 { kill($0, SIGKILL) } } }
                return answer
            }
            let process = Process()
            process.executableURL = Self.program
            process.arguments = [
                use, proxy.address.text,
                key.stored.withBytes { Data($0) }.base64EncodedString(),
            ]
            // Killed before the first answer: the connection waits for the lock.
            try child.withLock {
                try process.run()
                $0 = process.processIdentifier
            }
            process.waitUntilExit()
            proxy.stop()
            isKilled = process.terminationReason == .uncaughtSignal
            if !isKilled { #expect(process.terminationStatus == 0) }
            most = max(most, try commands.handles().count)
            // The next call removes what the killed program left.
            if isKilled {
                try sign(key)
                #expect(try commands.handles() == [])
            }
            number += 1
        }
        #expect(number > 5)
        #expect(most > 1)
    }

    private static let program: URL = {
        let tests = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        return URL(fileURLWithPath: tests ?? CommandLine.arguments[0])
            .deletingLastPathComponent().appendingPathComponent("TPMProbe")
    }()
}
