// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import KeychainTestSupport
import SwiftKeychain
import SwiftKeychainModel
import SwiftKeychainTPM
import Synchronization
import Testing
import TokenTestSupport

@testable import SwiftKeychainService

/// Programs that are killed while they move an anchor, and several that move one at once.
@Suite struct AnchorKillTests {
    private let test: AnchoredHome

    init() throws { test = try AnchoredHome() }

    private func probe(_ arguments: [String], _ address: TPMAddress) -> Process {
        let process = Process()
        process.executableURL = SecuritydProcess.executable.deletingLastPathComponent()
            .appendingPathComponent("TPMProbe")
        process.arguments =
            [arguments[0], address.text, test.home.path] + arguments.dropFirst()
        return process
    }

    /// A program is killed at each command, before the TPM gets it or when it was carried out: what is stored
    /// opens, the counter is at the store's value, and nothing is refused.
    @Test(arguments: ["enable", "disable", "add"], [true, false])
    func killedProgramRaisesNoAlarm(use: String, isDone: Bool) throws {
        try test.add("first")
        if use == "add" { try test.change(.enable) }
        var (number, isKilled) = (0, true)
        var values: Set<Int64> = []
        while isKilled {
            if use == "disable" { try test.change(.enable) }
            test.reboot()
            let child = Mutex<pid_t>(0)
            let end = number
            let stop: @Sendable (Int) -> Void = { number in
                if number == end { child.withLock { if $0 > 0 { kill($0, SIGKILL) } } }
            }
            let proxy = TPMProxy(test.tpm) { number, answer in
                if isDone { stop(number) }
                return answer
            } answer: { number, _ in
                if isDone { return nil }
                stop(number)
                return number == end ? [] : nil
            }
            let process = probe(
                use == "add" ? [use, "\(Int(test.time))", "1"] : [use], proxy.address)
            test.pass(700)
            try child.withLock {
                try process.run()
                $0 = process.processIdentifier
            }
            process.waitUntilExit()
            proxy.stop()
            isKilled = process.terminationReason == .uncaughtSignal
            if !isKilled { #expect(process.terminationStatus == 0) }
            if isKilled { #expect(process.terminationStatus == SIGKILL) }
            test.reboot()
            #expect(try test.services().contains("first"), "killed at \(number)")
            if let committed = try test.committed() {
                values.insert(committed.counted.value)
                let value = UInt64(committed.counted.value)
                #expect(try test.counted() == .value(value), "killed at \(number)")
            }
            if use == "enable" { try test.change(.disable) }
            number += 1
        }
        #expect(number > 5)
        #expect(!values.isEmpty)
        // Every counter but those of killed programs is gone, and nothing else is left.
        if use == "add" { #expect(try test.commands.counters().count == 1) }
        _ = try test.change(.enable)
        #expect(try test.commands.handles() == [])
    }

    @Test func programsAtOnceRaiseNoAlarm() throws {
        try test.add("first")
        try test.change(.enable)
        let before = try #require(try test.committed()).counted.value
        test.restartProcess()
        let processes = (0..<4).map { number in
            probe(["add", "\(Int(test.time) + 7000 * number)", "5"], test.tpm.address)
        }
        for process in processes { try process.run() }
        for process in processes {
            process.waitUntilExit()
            #expect(process.terminationStatus == 0)
        }
        test.reboot()
        #expect(try test.services().count == 21)
        let distance = try #require(try test.distance(from: before))
        #expect(distance > 0)
    }

    @Test func securitydKeepsTheAnchor() throws {
        let daemon = try SecuritydProcess(
            home: test.home, environment: ["KEYCHAIN_TPM": test.tpm.address.text])
        let keychain = daemon.keychain
        _ = try keychain.add(.password(service: "first"))
        _ = try keychain.changeAnchor(.enable) { _ in "".passcode }
        #expect(keychain.diagnose().contains { $0.subject == "anchor" && !$0.isProblem })
        daemon.kill()
        let copy = try test.copy()
        try daemon.crash()
        _ = try keychain.add(.password(service: "second"))
        // Locking is the end of a batch.
        try keychain.lock()
        daemon.kill()
        let value = try #require(try test.committed()).counted.value
        #expect(try test.counted() == .value(UInt64(value)))
        try test.putBack(copy)
        try daemon.crash()
        for _ in 0..<2 {
            let error = #expect(throws: KeychainError.self) {
                _ = try keychain.find(.password([:]))
            }
            #expect(error?.code == .notAvailable)
            #expect(error?.detail.contains("is an earlier copy") == true, "\(error as Any)")
        }
        #expect(keychain.diagnose().contains { $0.subject == "anchor" && $0.isProblem })
        let text = try keychain.changeAnchor(.accept) { _ in "".passcode }
        #expect(text.hasPrefix("accepted"))
        #expect(try keychain.find(.password([:], limit: .all)).count == 1)
        #expect(try keychain.changeAnchor(.disable) { _ in "".passcode } == "off")
        #expect(try test.commands.counters().isEmpty)
        #expect(daemon.stop() == 0)
    }
}
