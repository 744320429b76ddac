// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainTestSupport
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainSealing
import SwiftKeychainSystem
import Testing
import TokenTestSupport

@testable import SwiftKeychain
@testable import SwiftKeychainService
@testable import SwiftKeychainTPM

/// The device key behind a TPM: what opens the keychains, and what no longer does.
@Suite struct DeviceKeyInTPMTests {
    private let tpm: SoftwareTPM
    private let home = TemporaryHome()

    init() throws { tpm = try SoftwareTPM() }

    private var state: String { home.path + "/state/" }

    /// A process that starts now: nothing is remembered, unless the kernel keeps it.
    private func keychain(
        _ folder: String? = nil, file: String? = nil, keepsInKernel: Bool = false
    ) -> Keychain {
        var system = SystemSources()
        system.passcodeCost = .leastPasscode
        system.keepsUnlockedInKernel = keepsInKernel
        let location = Location(home: folder ?? home.path)
        return Keychain(
            location: .success(file.map { location.sibling($0) } ?? location),
            service: EmbeddedService(system: system), caller: .unsigned)
    }

    /// Forgets what this process unsealed, as a restart of the machine does.
    private func restart(_ folder: String? = nil) throws {
        let path = (folder ?? home.path) + "/state/device.tpm"
        let record = try #require(try DeviceKeySource.record(at: path))
        RememberedSecret(of: record, SystemSources()).forget()
        Engines.forget(Location(home: folder ?? home.path))
    }

    private func add(_ name: String, to keychain: Keychain) throws {
        try keychain.add(
            NewItem(
                .genericPassword, attributes: [.account: .string(name)],
                secret: SecretBytes(copying: name.utf8)))
    }

    private func find(_ name: String, in keychain: Keychain) throws -> String? {
        let query = try Query(.genericPassword, .init([.account: .string(name)]))
        return try keychain.find(query, returning: [.secret]).first?.secret
            .map { $0.withBytes { String(decoding: $0, as: UTF8.self) } }
    }

    private func enable(_ keychain: Keychain, pcrs: [Int] = []) throws -> String {
        let code = try #require(try keychain.moveDeviceKey(.toTPM(pcrs: pcrs)))
        #expect(try keychain.wrapUnderPresentDeviceKey())
        return code.withBytes { String(decoding: $0, as: UTF8.self) }
    }

    private func recover(_ code: String, _ keychain: Keychain) throws {
        #expect(
            try keychain.moveDeviceKey(.recover(code: SecretBytes(copying: code.utf8))) == nil)
    }

    /// The files of the device key.
    private func files() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: state).filter {
            !["device.lock", "known-keychains"].contains($0)
        }.sorted()
    }

    /// Checks that no item can be read, for a reason that names the record and holds `text`.
    private func expectClosed(
        _ keychain: Keychain, _ text: String, _ location: SourceLocation = #_sourceLocation
    ) {
        let error = #expect(throws: KeychainError.self, sourceLocation: location) {
            _ = try find("a", in: keychain)
        }
        #expect(error?.code == .notAvailable, sourceLocation: location)
        #expect(
            error.map { $0.detail.contains("device.tpm") && $0.detail.contains(text) } == true,
            "\(error as Any)", sourceLocation: location)
    }

    private func withTPM<R>(_ tpm: SoftwareTPM? = nil, _ body: () throws -> R) rethrows -> R {
        try TPMAddress.$override.withValue((tpm ?? self.tpm).address, operation: body)
    }

    @Test func itemsOpenThroughTheTPMAlone() throws {
        try withTPM {
            let keychain = keychain()
            try add("a", to: keychain)
            _ = try enable(keychain)
            #expect(try files() == ["device.recovery", "device.tpm"])
            for name in try files() {
                var status = stat()
                #expect(stat(state + name, &status) == 0)
                #expect(status.st_mode & 0o7777 == 0o600)
            }
            try restart()
            #expect(try find("a", in: self.keychain()) == "a")
            try add("b", to: self.keychain())
            #expect(try find("b", in: self.keychain()) == "b")
        }
    }

    @Test func unsealedOnceUntilARestart() throws {
        let proxy = TPMProxy(tpm)
        defer { proxy.stop() }
        try TPMAddress.$override.withValue(proxy.address) {
            for keepsInKernel in [false, true] {
                let keychain = keychain(keepsInKernel: keepsInKernel)
                try add("a\(keepsInKernel)", to: keychain)
                _ = try enable(keychain)
                try restart()
                let before = proxy.answers
                #expect(try find("afalse", in: keychain) == "afalse")
                let once = proxy.answers
                #expect(once > before)
                Engines.forget(Location(home: home.path))
                #expect(try find("afalse", in: keychain) == "afalse")
                _ = try keychain.setPasscode(SecretBytes(copying: "p".utf8), old: nil)
                _ = try keychain.setPasscode(nil, old: SecretBytes(copying: "p".utf8))
                #expect(proxy.answers == once)
                try restart()
            }
        }
    }

    /// The files of one machine on another: neither the passcode nor the other TPM helps, the code does.
    @Test(arguments: [nil, "1234"]) func copiedFilesOpenNothingOnAnotherMachine(
        passcode: String?
    ) throws {
        let copy = TemporaryHome()
        let passcode = passcode.map { SecretBytes(copying: $0.utf8) }
        var code = ""
        try withTPM {
            let keychain = keychain()
            try add("a", to: keychain)
            if let passcode { try keychain.setPasscode(passcode, old: nil) }
            code = try #require(try keychain.moveDeviceKey(.toTPM(pcrs: [])))
                .withBytes { String(decoding: $0, as: UTF8.self) }
            #expect(try keychain.wrapUnderPresentDeviceKey() == (passcode == nil))
            if let passcode { try keychain.unlock(passcode: passcode) }
            #expect(try keychain.wrapUnderPresentDeviceKey())
            _ = try keychain.backUp(
                to: home.path + "/archive", passphrase: SecretBytes(copying: "p".utf8),
                cost: .leastArchive)
        }
        try restart()
        try FileManager.default.removeItem(atPath: copy.path)
        try FileManager.default.copyItem(atPath: home.path, toPath: copy.path)
        let other = try SoftwareTPM()
        try withTPM(other) {
            let copied = keychain(copy.path)
            expectClosed(copied, "made by another TPM")
            if let passcode {
                #expect { try copied.unlock(passcode: passcode) } throws: {
                    KeychainError.Code.notAvailable ~= $0
                }
            }
            #expect { try add("b", to: copied) } throws: {
                KeychainError.Code.notAvailable ~= $0
            }
            let elsewhere = TemporaryHome()
            let tally = try keychain(elsewhere.path).restore(
                from: copy.path + "/archive", passphrase: SecretBytes(copying: "p".utf8))
            #expect(tally.added == 1)
            #expect(try find("a", in: keychain(elsewhere.path)) == "a")
            try recover(code, copied)
            if let passcode { try copied.unlock(passcode: passcode) }
            #expect(try find("a", in: copied) == "a")
        }
    }

    @Test func clearedTPMMovesNothingAndTheCodeOpens() throws {
        try withTPM {
            let keychain = keychain()
            try add("a", to: keychain)
            let code = try enable(keychain)
            try TPMCommands(tpm).clear()
            try restart()
            let before = try files()
            expectClosed(self.keychain(), "cleared")
            expectClosed(self.keychain(), "security tpm recover")
            #expect(try files() == before)
            #expect { try recover("0000-" + code.dropFirst(5), keychain) } throws: {
                KeychainError.Code.authenticationFailed ~= $0
            }
            #expect(try files() == before)
            try recover(code, keychain)
            #expect(try files() == ["device.key"])
            #expect(try find("a", in: self.keychain()) == "a")
            // The TPM that was cleared is as good as a new one.
            _ = try enable(self.keychain())
            try restart()
            #expect(try find("a", in: self.keychain()) == "a")
        }
    }

    @Test func otherRegisterValuesCloseItAndTheCodeOpens() throws {
        try withTPM {
            let keychain = keychain()
            try add("a", to: keychain)
            let code = try enable(keychain, pcrs: [16])
            try restart()
            #expect(try find("a", in: self.keychain()) == "a")
            try TPMCommands(tpm).extend(16)
            try restart()
            expectClosed(self.keychain(), "PCRs changed")
            try recover(code, keychain)
            #expect(try find("a", in: self.keychain()) == "a")
        }
    }

    @Test func keyGoesBackIntoItsFile() throws {
        try withTPM {
            let keychain = keychain()
            try add("a", to: keychain)
            _ = try enable(keychain)
            #expect(try keychain.moveDeviceKey(.toFile) == nil)
            #expect(try files() == ["device.key"])
            #expect { try keychain.moveDeviceKey(.toFile) } throws: {
                KeychainError.Code.itemNotFound ~= $0
            }
            #expect { try recover("0", keychain) } throws: {
                KeychainError.Code.itemNotFound ~= $0
            }
        }
        tpm.stop()
        #expect(try find("a", in: keychain()) == "a")
    }

    @Test func enablingAgainMakesAnotherKeyAndCode() throws {
        try withTPM {
            let keychain = keychain()
            try add("a", to: keychain)
            let first = try enable(keychain)
            let record = try Data(contentsOf: URL(fileURLWithPath: state + "device.tpm"))
            let second = try enable(keychain)
            #expect(first != second)
            #expect { try recover(first, keychain) } throws: {
                KeychainError.Code.authenticationFailed ~= $0
            }
            // The record of before, put back, has only the earlier key.
            try restart()
            try record.write(to: URL(fileURLWithPath: state + "device.tpm"))
            expectEarlier(self.keychain())
            try recover(second, keychain)
            #expect(try find("a", in: self.keychain()) == "a")
        }
    }

    /// A process that is killed between the records: the TPM's has a key that the earlier code doesn't open.
    @Test(arguments: [true, false]) func interruptedMoveAndTheEarlierCode(tpmOpens: Bool) throws {
        let code = try withTPM {
            let keychain = keychain()
            try add("a", to: keychain)
            let code = try enable(keychain)
            let prepared = state + "device.recovery.prepared"
            #expect(throws: KeychainError.self) {
                try SystemFaults.inject({ $0 == .rename && $1 == prepared ? EIO : nil }) {
                    _ = try keychain.moveDeviceKey(.toTPM(pcrs: []))
                }
            }
            #expect(try files() == ["device.recovery", "device.tpm"])
            try restart()
            #expect(try keychain.wrapUnderPresentDeviceKey())
            let problems = try problems(keychain)
            #expect(problems.count == 1 && problems[0].contains("security tpm enable again"))
            try restart()
            return code
        }
        if tpmOpens {
            try withTPM { try recover(code, keychain()) }
            #expect(try files() == ["device.key"])
        } else {
            try withTPM(SoftwareTPM()) { try recover(code, keychain()) }
            expectEarlier(keychain())
            let name = try #require(try files().first { $0.hasPrefix("device.tpm.unopened-") })
            let aside = keychain().diagnose().filter { $0.subject == Finding.unopenedRecord }
            #expect(aside.count == 1 && aside[0].text.contains(name))
            try FileManager.default.moveItem(atPath: state + name, toPath: state + "device.tpm")
            _ = try withTPM { try keychain().moveDeviceKey(.toFile) }
        }
        #expect(try find("a", in: keychain()) == "a")
    }

    /// Records of earlier versions don't say to which others they belong.
    @Test func codeOfAnEarlierVersion() throws {
        try withTPM {
            let keychain = keychain()
            try add("a", to: keychain)
            _ = try enable(keychain)
            let source = DeviceKeySource(
                location: Location(home: home.path), system: SystemSources())
            let code = RecoveryCode.generate()
            let record = DeviceKeyRecord(try #require(try source.keys()), under: code.secret)
            try Data(record.encoded).write(to: URL(fileURLWithPath: state + "device.recovery"))
            #expect(try problems(keychain) == [])
            try recover(code.text.withBytes { String(decoding: $0, as: UTF8.self) }, keychain)
            #expect(try files() == ["device.key"])
        }
    }

    private func expectEarlier(_ keychain: Keychain) {
        let error = #expect(throws: KeychainError.self) { _ = try find("a", in: keychain) }
        #expect(error?.code == .notAvailable)
        #expect(error?.detail.contains("made under device key") == true, "\(error as Any)")
    }

    /// The file of before opens nothing any more: it may lie in free blocks of the disk.
    /// Where a new code can't be written, the earlier one opens everything that is wrapped later, too.
    @Test func aFullDiskLeavesTheEarlierCode() throws {
        try withTPM {
            let keychain = keychain()
            try add("a", to: keychain)
            let code = try enable(keychain)
            let state = state
            #expect {
                try SystemFaults.inject({ call, path in
                    call == .pwrite && path.hasPrefix(state + "device.recovery") ? ENOSPC : nil
                }) { _ = try enable(keychain) }
            } throws: {
                KeychainError.Code.diskFull ~= $0
            }
            #expect(try files() == ["device.recovery", "device.tpm"])
            #expect(try self.keychain().wrapUnderPresentDeviceKey())
            try recover(code, self.keychain())
            Engines.forget(Location(home: home.path))
            #expect(try find("a", in: self.keychain()) == "a")
        }
    }

    @Test func earlierFileOpensNothing() throws {
        try withTPM {
            let keychain = keychain()
            try add("a", to: keychain)
            let file = try Data(contentsOf: URL(fileURLWithPath: home.deviceKeyPath))
            _ = try enable(keychain)
            try restart()
            for name in try files() { try FileManager.default.removeItem(atPath: state + name) }
            try file.write(to: URL(fileURLWithPath: home.deviceKeyPath))
            chmod(home.deviceKeyPath, 0o600)
            expectEarlier(self.keychain())
        }
    }

    /// A keychain that wasn't at hand when the key moved: it opens, and is wrapped when its password is given.
    @Test func otherKeychainsOpenWithTheEarlierKey() throws {
        try withTPM {
            let keychain = keychain()
            try add("a", to: keychain)
            let password = SecretBytes(copying: "other".utf8)
            let (plain, locked) = (
                self.keychain(file: "plain.db"), self.keychain(file: "locked.db")
            )
            try add("b", to: plain)
            try add("c", to: locked)
            try locked.setPasscode(password, old: nil)
            _ = try enable(keychain)
            try restart()
            #expect(try find("b", in: plain) == "b")
            try locked.unlock(passcode: password)
            #expect(try find("c", in: locked) == "c")
            #expect(try locked.wrapUnderPresentDeviceKey())
            #expect(try problems(plain).count == 1)
            #expect(try plain.wrapUnderPresentDeviceKey())
            #expect(try problems(plain).isEmpty)
            _ = try keychain.moveDeviceKey(.toFile)
            for (name, keychain) in [("a", keychain), ("b", plain), ("c", locked)] {
                #expect(try find(name, in: keychain) == name)
            }
        }
    }

    private func problems(_ keychain: Keychain) throws -> [String] {
        keychain.diagnose().filter { $0.isProblem && $0.subject == "device key" }.map(\.text)
    }

    @Test func archiveOfBeforeHasItsBoundItems() throws {
        try withTPM {
            let keychain = keychain()
            try keychain.add(
                NewItem(
                    .genericPassword,
                    attributes: [
                        .account: .string("a"),
                        .accessible: .string(ProtectionClass.whenUnlockedThisDeviceOnly.rawValue),
                    ],
                    secret: SecretBytes(copying: "a".utf8)))
            let passphrase = SecretBytes(copying: "p".utf8)
            _ = try keychain.backUp(
                to: home.path + "/archive", passphrase: passphrase, cost: .leastArchive)
            _ = try enable(keychain)
            _ = try keychain.delete(Query(.genericPassword, .init()))
            #expect(
                try keychain.restore(from: home.path + "/archive", passphrase: passphrase).added
                    == 1)
            #expect(try find("a", in: keychain) == "a")
        }
    }

    @Test func withoutTPMNothingMoves() throws {
        let keychain = keychain()
        try add("a", to: keychain)
        TPMAddress.$override.withValue(.device(path: home.path + "/none")) {
            #expect { try keychain.moveDeviceKey(.toTPM(pcrs: [])) } throws: {
                KeychainError.Code.unimplemented ~= $0
            }
        }
        #expect(try files() == ["device.key"])
        #expect(try find("a", in: keychain) == "a")
    }

    /// A chip whose answer to one command is a failure: either nothing moved, or that command didn't matter.
    @Test func failingCommandMovesNothing() throws {
        let keychain = keychain()
        try add("a", to: keychain)
        var failures = 0
        for number in 0..<30 {
            let proxy = TPMProxy(tpm) {
                $0 == number ? [0x80, 0x01, 0, 0, 0, 10, 0, 0, 0x01, 0x01] : $1
            }
            defer { proxy.stop() }
            let before = try Data(contentsOf: URL(fileURLWithPath: home.deviceKeyPath))
            try TPMAddress.$override.withValue(proxy.address) {
                if (try? keychain.moveDeviceKey(.toTPM(pcrs: []))) == nil {
                    failures += 1
                    #expect(
                        try Data(contentsOf: URL(fileURLWithPath: home.deviceKeyPath)) == before)
                } else {
                    _ = try keychain.moveDeviceKey(.toFile)
                }
            }
            #expect(try files() == ["device.key"])
        }
        #expect(failures > 8)
        #expect(try find("a", in: keychain) == "a")
    }

    @Test func damagedRecordIsNamed() throws {
        try withTPM {
            let keychain = keychain()
            try add("a", to: keychain)
            let code = try enable(keychain)
            try restart()
            for bytes in [[], Array("no record".utf8)] as [[UInt8]] {
                try Data(bytes).write(to: URL(fileURLWithPath: state + "device.tpm"))
                expectClosed(self.keychain(), "not a record")
                #expect(try problems(keychain).contains { $0.contains("not a record") })
            }
            try recover(code, keychain)
            #expect(try find("a", in: self.keychain()) == "a")
        }
    }

    @Test func damagedRecordBesideTheFileIsNamed() throws {
        let keychain = keychain()
        try add("a", to: keychain)
        try Data().write(to: URL(fileURLWithPath: state + "device.tpm"))
        #expect(try find("a", in: keychain) == "a")
        #expect(try problems(keychain) == ["\(state)device.tpm: not a record of a device key"])
    }

    @Test func missingRecordIsNamedWithTheWayBack() throws {
        try withTPM {
            let keychain = keychain()
            try add("a", to: keychain)
            _ = try enable(keychain)
            try restart()
            try FileManager.default.removeItem(atPath: state + "device.tpm")
            let error = #expect(throws: KeychainError.self) {
                _ = try find("a", in: self.keychain())
            }
            #expect(error?.code == .notAvailable)
            #expect(error?.detail.contains("security tpm recover") == true, "\(error as Any)")
        }
    }

    /// Another program made a keychain with a key in the file while the key moved.
    @Test func keyOfAnotherProcessStays() throws {
        try withTPM {
            let other = TemporaryHome()
            try add("b", to: keychain(other.path))
            let keychain = keychain()
            _ = try keychain.moveDeviceKey(.toTPM(pcrs: []))
            try FileManager.default.copyItem(
                atPath: other.deviceKeyPath, toPath: home.deviceKeyPath)
            try FileManager.default.copyItem(
                atPath: other.path + "/keychains", toPath: home.path + "/keychains")
            #expect(try find("b", in: keychain) == "b")
            _ = try enable(keychain)
            #expect(try files() == ["device.recovery", "device.tpm"])
            try restart()
            #expect(try find("b", in: self.keychain()) == "b")
        }
    }

    @Test func newKeychainHasTheKeyOfTheTPM() throws {
        try withTPM {
            let keychain = keychain()
            _ = try keychain.moveDeviceKey(.toTPM(pcrs: []))
            try add("a", to: keychain)
            #expect(try files() == ["device.recovery", "device.tpm"])
            try restart()
            #expect(try find("a", in: self.keychain()) == "a")
        }
    }
}
