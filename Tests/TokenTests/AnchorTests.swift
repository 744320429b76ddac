// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainTestSupport
import SwiftKeychain
import SwiftKeychainMemory
import SwiftKeychainSealing
import SwiftKeychainTPM
import Synchronization
import Testing
import TokenTestSupport

@testable import SwiftKeychainService

/// The anchor of a store: when its counter moves, and what is refused.
@Suite struct AnchorTests {
    private let test: AnchoredHome

    init() throws { test = try AnchoredHome() }

    /// Turns the anchor on, and returns its value.
    private func start() throws -> Int64 {
        if (try? test.services()) == nil { try test.add("first") }
        #expect(try test.change(.enable).hasPrefix("on, "))
        return try #require(try test.committed()).counted.value
    }

    /// Checks that each of the four calls is refused with a line that holds `text`.
    private func expectRefusal(
        _ text: String, at address: TPMAddress? = nil,
        _ location: SourceLocation = #_sourceLocation
    ) throws {
        let calls: [(Keychain) throws -> Void] = [
            { _ = try $0.find(.password([:])) },
            { _ = try $0.add(.password(service: "new")) },
            { _ = try $0.update(.password([:]), Change([.comment: .string("c")])) },
            { _ = try $0.delete(.password([:])) },
        ]
        for call in calls {
            try test.using(address) { keychain in
                let error = #expect(throws: KeychainError.self, sourceLocation: location) {
                    try call(keychain)
                }
                #expect(error?.code == .notAvailable, sourceLocation: location)
                #expect(
                    error?.detail.contains(text) == true, "\(error as Any)",
                    sourceLocation: location)
            }
        }
        #expect(
            try test.findings("anchor", at: address).contains { $0.isProblem },
            sourceLocation: location)
    }

    /// An anchor protects against earlier copies of one keychain; another keychain in its place is found by its identity.
    @Test func anotherKeychainInItsPlaceIsRefused() throws {
        _ = try start()
        try test.using { keychain in
            _ = try Keychain.$override.withValue(keychain) {
                try Keychain.create(path: "work.keychain", password: nil)
            }
        }
        for name in ["keychain-2.db", "work.keychain-db"] {
            Engines.forget(test.location.sibling(name))
            Engines.forget(test.location.sibling(name, mustExist: true))
        }
        let folder = test.home.path + "/keychains/"
        for suffix in ["", "-wal", "-shm"] {
            try? FileManager.default.removeItem(atPath: folder + "keychain-2.db" + suffix)
            try? FileManager.default.moveItem(
                atPath: folder + "work.keychain-db" + suffix,
                toPath: folder + "keychain-2.db" + suffix)
        }
        try test.using { keychain in
            let error = #expect(throws: KeychainError.self) {
                try keychain.add(.password(service: "new"))
            }
            #expect(error?.code == .notAvailable)
            #expect(error?.detail.contains("--accept-keychain") == true, "\(error as Any)")
        }
    }

    @Test func counterMovesOncePerBatch() throws {
        let start = try start()
        #expect(try test.distance(from: start) == 0)
        // A change within the batch.
        try test.add("a")
        test.pass(599)
        try test.add("b")
        #expect(try test.distance(from: start) == 0)
        test.pass(1)
        try test.add("c")
        #expect(try test.distance(from: start) == 1)
        try test.add("d")
        #expect(try test.distance(from: start) == 1)
        // Reading isn't a change.
        test.pass(10_000)
        _ = try test.services()
        #expect(try test.distance(from: start) == 1)
        // A clock that was set back doesn't stop the counter.
        test.pass(-50_000)
        try test.add("e")
        #expect(try test.distance(from: start) == 2)
        try test.add("f")
        #expect(try test.distance(from: start) == 2)
    }

    @Test func lockAndPasscodeMoveTheCounter() throws {
        let start = try start()
        try test.using { try $0.setPasscode("1".passcode, old: nil) }
        #expect(try test.distance(from: start) == 1)
        try test.using { try $0.lock() }
        #expect(try test.distance(from: start) == 1)
        try test.using { try $0.unlock(passcode: "1".passcode) }
        try test.add("a")
        try test.using { try $0.lock() }
        #expect(try test.distance(from: start) == 2)
        try test.using { try $0.setPasscode(nil, old: "1".passcode) }
        #expect(try test.distance(from: start) == 3)
    }

    @Test(arguments: [true, false]) func earlierCopyIsRefusedUntilAccepted(_ rebooted: Bool) throws
    {
        let start = try start()
        try test.using { try $0.setPasscode("1".passcode, old: nil) }
        let copy = try test.copy()
        test.pass(600)
        try test.add("second")
        #expect(try test.distance(from: start) == 2)
        try test.putBack(copy)
        if rebooted { test.reboot() }
        try expectRefusal("is an earlier copy")
        try expectRefusal("security doctor --accept-rollback")
        // Without the right passcode nothing changes.
        for wrong in [nil, "2"] {
            let error = #expect(throws: KeychainError.self) {
                try test.change(.accept, passcode: wrong)
            }
            #expect(error?.code == (wrong == nil ? .userCanceled : .authenticationFailed))
            try expectRefusal("is an earlier copy")
        }
        // The anchor can't be turned off without it either.
        let error = #expect(throws: KeychainError.self) { try test.change(.disable) }
        #expect(error?.code == .userCanceled)
        #expect(try test.change(.accept, passcode: "1").hasPrefix("accepted"))
        try test.using { try $0.unlock(passcode: "1".passcode) }
        #expect(try test.services() == ["first"])
        // The counter didn't move, and moves from there.
        #expect(try test.distance(from: start) == 2)
        #expect(try test.findings("incident").contains { $0.text.contains("earlier copy") })
        #expect(try test.findings("anchor").allSatisfy { !$0.isProblem })
        test.pass(600)
        try test.add("third")
        #expect(try test.distance(from: start) == 3)
        try test.using { _ = try $0.repair() }
        #expect(try test.findings("incident").isEmpty)
        test.reboot()
        try test.using { try $0.unlock(passcode: "1".passcode) }
        #expect(try test.services() == ["first", "third"])
        #expect(try test.change(.accept).contains("nothing is refused"))
    }

    /// The device key is behind the same TPM, which serves one connection at a time.
    @Test func deviceKeyInTheSameTPM() throws {
        func restart() throws {
            test.reboot()
            let path = test.location.tpmDeviceKeyPath
            let record = try #require(try DeviceKeySource.record(at: path))
            RememberedSecret(of: record, SystemSources()).forget()
        }
        try test.add("a")
        try test.change(.enable)
        try test.using { keychain in
            _ = try keychain.moveDeviceKey(.toTPM(pcrs: []))
            #expect(try keychain.wrapUnderPresentDeviceKey())
        }
        let copy = try test.copy()
        try restart()
        #expect(try test.services() == ["a"])
        test.pass(3600)
        try test.add("b")
        try restart()
        #expect(try test.services() == ["a", "b"])
        try test.putBack(copy)
        try restart()
        try expectRefusal("earlier copy")
        try test.change(.accept)
        try restart()
        #expect(try test.services() == ["a"])
        try test.using { keychain in _ = try keychain.moveDeviceKey(.toFile) }
        test.reboot()
        #expect(try test.services() == ["a"])
        test.pass(3600)
        try test.add("c")
        #expect(try test.services() == ["a", "c"])
    }

    /// What was compared in an earlier boot, or forged, is compared again.
    @Test func comparedValueIsOfItsBoot() throws {
        _ = try start()
        let engine = Engine(location: test.location, system: test.system)
        let store = try #require(try engine.committedAnchor(.standard)).keybag.storeIdentifier
        let kept = try #require(UserKeyring.payload(of: store, "anchor"))
        let copy = try test.copy()
        test.pass(600)
        try test.add("second")
        #expect(UserKeyring.payload(of: store, "anchor") != kept)
        try test.putBack(copy)
        test.reboot()
        for payload in [kept, kept.map { ~$0 }, [1]] {
            UserKeyring.put(payload, for: store, "anchor")
            try expectRefusal("is an earlier copy")
        }
    }

    /// What Docs/reference/anchor.md says isn't seen.
    @Test func copyWithinABatchIsNotSeen() throws {
        _ = try start()
        let copy = try test.copy()
        test.pass(599)
        try test.add("second")
        try test.putBack(copy)
        test.reboot()
        #expect(try test.services() == ["first"])
    }

    /// The state of the TPM put back with the folder, as the snapshot of a virtual machine does.
    @Test func snapshotIsNotSeen() throws {
        let start = try start()
        let copy = try test.copy()
        let tpm = try test.secondTPM()
        test.pass(600)
        try test.add("second", at: tpm.address)
        #expect(try test.committed()?.counted.value == start + 1)
        tpm.stop()
        try test.putBack(copy)
        test.reboot()
        let again = try SoftwareTPM(state: test.tpm.state)
        #expect(try test.services(at: again.address) == ["first"])
        let later = try test.copy()
        test.pass(600)
        try test.add("third", at: again.address)
        test.pass(600)
        try test.add("fourth", at: again.address)
        try test.putBack(later)
        test.reboot()
        try expectRefusal("is an earlier copy", at: again.address)
    }

    /// The state of the TPM put back without the folder.
    @Test func earlierStateOfTheTPMIsRefusedUntilAccepted() throws {
        let start = try start()
        let tpm = try test.secondTPM()
        for (name, value) in [("second", start + 1), ("third", start + 2)] {
            test.pass(600)
            try test.add(name, at: tpm.address)
            #expect(try test.committed()?.counted.value == value)
        }
        tpm.stop()
        test.reboot()
        let earlier = try SoftwareTPM(state: test.tpm.state)
        try expectRefusal(
            "was put back: it is at \(start), the folder at \(start + 2)", at: earlier.address)
        #expect(try test.change(.accept, at: earlier.address).hasPrefix("accepted"))
        #expect(try test.services(at: earlier.address) == ["first", "second", "third"])
        // It counts from there.
        #expect(try test.committed()?.counted.value == start)
        test.reboot()
        #expect(try test.services(at: earlier.address) == ["first", "second", "third"])
    }

    /// Only one below the store is what a process leaves that ended before its increment.
    @Test func valuesBesideTheStores() {
        let stored: Int64 = 7
        let counter = StoreAnchor.Counter(
            counted: CountedValue(index: 0x0180_0000, value: stored), parentName: [], date: 0,
            revision: 1)
        func state(_ value: UInt64) -> AnchorState { AnchorState(.value(value), counter) }
        #expect(state(7) == .current && state(6) == .behind)
        for value: UInt64 in [0, 5, 8, .max] {
            guard case .refused(_, let found) = state(value) else {
                Issue.record("\(value) is accepted")
                continue
            }
            #expect(found == Int64(clamping: value))
        }
    }

    @Test func counterOfAnotherProgramIsAnAlarm() throws {
        let start = try start()
        let index = try #require(try test.committed()).counted.index
        try test.commands.undefine(index)
        // In this boot, the TPM isn't asked again.
        test.restartProcess()
        #expect(try test.services() == ["first"])
        test.reboot()
        try expectRefusal("has no counter")
        try test.commands.define(at: index)
        try test.commands.increment(index)
        try expectRefusal("another program")
        #expect(try test.change(.accept).contains("new TPM counter"))
        #expect(try test.services() == ["first"])
        #expect(try test.committed()?.counted.value ?? 0 > start)
        #expect(try test.committed()?.counted.index != index)
        test.reboot()
        #expect(try test.services() == ["first"])
    }

    /// A write isn't held up by a counter that is gone; the calls after it are refused.
    @Test func lossOfTheCounterIsNoticedByABump() throws {
        _ = try start()
        try test.commands.undefine(try #require(try test.committed()).counted.index)
        test.pass(600)
        try test.add("second")
        try expectRefusal("has no counter")
    }

    @Test func clearedAndOtherTPMsAreAlarms() throws {
        _ = try start()
        let other = try SoftwareTPM()
        test.reboot()
        try expectRefusal("isn't the one that has the counter", at: other.address)
        try test.commands.clear()
        try expectRefusal("isn't the one that has the counter")
        #expect(try test.change(.accept).contains("new TPM counter"))
        test.reboot()
        #expect(try test.services() == ["first"])
    }

    @Test func hiddenTPMIsRefusedOnlyAtTheFirstUseOfABoot() throws {
        _ = try start()
        let none = TPMAddress.socket(path: test.home.path + "/none")
        test.restartProcess()
        #expect(try test.services(at: none) == ["first"])
        // Writes go on, and the counter moves later.
        let before = try #require(try test.committed()).counted.value
        test.pass(600)
        try test.add("second", at: none)
        #expect(try test.distance(from: before) == 0)
        // Not at once again: the TPM may need long to answer.
        try test.add("third")
        #expect(try test.distance(from: before) == 0)
        test.reboot()
        try expectRefusal("can't be compared", at: none)
        try expectRefusal(test.home.path + "/none", at: none)
        #expect(try test.services() == ["first", "second", "third"])
        test.pass(600)
        try test.add("fourth")
        #expect(try test.distance(from: before) == 1)
        // Without the TPM, the anchor can be turned off.
        test.reboot()
        let error = #expect(throws: KeychainError.self) { try test.change(.accept, at: none) }
        #expect(error?.detail.contains("security tpm anchor -d") == true, "\(error as Any)")
        #expect(try test.change(.disable, at: none).contains("stays in the TPM"))
        #expect(try test.services(at: none).count == 4)
        #expect(try test.findings("incident").count == 1)
    }

    @Test(arguments: [true, false]) func failedIncrementIsMadeUpFor(_ isLimited: Bool) throws {
        let start = try start()
        let isIncrement: @Sendable ([UInt8]) -> Bool = { Array($0[6..<10]) == [0, 0, 1, 0x34] }
        // The TPM limits how often its memory is written, or doesn't get the command.
        let last = Mutex<[UInt8]>([])
        let proxy = TPMProxy(test.tpm) { _, answer in
            let isAnswer = last.withLock { isIncrement($0) }
            return isAnswer ? [0x80, 0x01, 0, 0, 0, 10, 0, 0, 0x09, 0x20] : answer
        } answer: { _, command in
            last.withLock { $0 = command }
            return isLimited || !isIncrement(command) ? nil : []
        }
        defer { proxy.stop() }
        test.pass(600)
        try test.add("second", at: proxy.address)
        #expect(try test.committed()?.counted.value == start + 1)
        #expect(try test.counted() == .value(UInt64(isLimited ? start + 1 : start)))
        // Opening makes up for it, if it can.
        test.reboot()
        #expect(try test.services(at: proxy.address) == ["first", "second"])
        test.reboot()
        #expect(try test.services() == ["first", "second"])
        #expect(try test.distance(from: start) == 1)
        test.pass(600)
        try test.add("third")
        #expect(try test.distance(from: start) == 2)
    }

    @Test func turningOnAndOff() throws {
        #expect(try test.change(.disable) == "off already")
        #expect(try test.change(.accept).hasPrefix("off"))
        #expect(try test.findings("anchor").isEmpty)
        _ = try start()
        #expect(try test.change(.enable).hasPrefix("on already"))
        #expect(try test.findings("anchor").map(\.isProblem) == [false])
        #expect(try test.commands.counters().count == 1)
        #expect(try test.change(.disable) == "off")
        #expect(try test.commands.counters().isEmpty)
        #expect(try test.committed() == nil)
        #expect(try test.services() == ["first"])
        // A store that is removed takes its counter with it.
        _ = try start()
        let login = TestKeychain()
        try test.using { keychain in
            try Keychain.$override.withValue(login.keychain) { try keychain.remove() }
        }
        #expect(try test.commands.counters().isEmpty)
        #expect(try test.commands.handles() == [])
    }

    @Test func ownerPasswordAndFullMemory() throws {
        try test.add("first")
        try test.using { _ in try TPMStorageKey.make(in: test.tpm.address, ownerPassword: nil) }
        try test.commands.setOwnerPassword(Array("owner".utf8))
        for (given, code) in [
            (nil, KeychainError.Code.userCanceled), ("wrong", .authenticationFailed),
        ] as [(String?, KeychainError.Code)] {
            let error = #expect(throws: KeychainError.self) {
                try test.change(.enable, ownerPassword: given)
            }
            #expect(error?.code == code)
        }
        #expect(try test.change(.enable, ownerPassword: "owner").hasPrefix("on, "))
        let error = #expect(throws: KeychainError.self) { try test.change(.disable) }
        #expect(error?.code == .userCanceled)
        #expect(try test.change(.disable, ownerPassword: "owner") == "off")
        try test.commands.setOwnerPassword([], old: Array("owner".utf8))
        try test.commands.fillNV()
        let full = #expect(throws: KeychainError.self) { try test.change(.enable) }
        #expect(full?.code == .notAvailable)
        #expect(full?.detail.contains("no room") == true, "\(full as Any)")
        #expect(try test.services() == ["first"])
    }

    /// A repair leaves the anchor as it is, also of a store that is refused.
    @Test func repairKeepsTheAnchor() throws {
        _ = try start()
        let copy = try test.copy()
        test.pass(600)
        try test.add("second")
        try test.using { _ = try $0.repair() }
        #expect(try test.findings("anchor").map(\.isProblem) == [false])
        try test.putBack(copy)
        try test.using { _ = try $0.repair() }
        try expectRefusal("is an earlier copy")
    }

    @Test func secretNeverCrossesInClear() throws {
        let proxy = TPMProxy(test.tpm)
        defer { proxy.stop() }
        try test.add("first")
        try test.change(.enable, at: proxy.address)
        test.pass(600)
        try test.add("second", at: proxy.address)
        test.reboot()
        _ = try test.services(at: proxy.address)
        let engine = Engine(location: test.location, system: test.system)
        let anchor = try #require(try engine.committedAnchor(.standard))
        let secret = anchor.keybag.counterSecret.withBytes { Data($0) }
        try test.change(.disable, at: proxy.address)
        #expect(secret.count == 32)
        #expect(Data(proxy.recorded).range(of: secret.prefix(8)) == nil)
        #expect(Data(proxy.recorded).range(of: secret.suffix(8)) == nil)
    }

    /// With a TPM that was cleared, the search list can't be read.
    @Test func withoutTheListTheLoginKeychainAloneIsWrapped() throws {
        try test.add("first")
        try test.change(.enable)
        test.reboot()
        let other = try SoftwareTPM()
        let paths = try test.using(other.address) { keychain in
            Keychain.$override.withValue(keychain) { Keychain.withDeviceKey.map(\.path) }
        }
        #expect(paths == [test.home.databasePath])
    }
}
