// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainSystem
import Testing
import TokenTestSupport

@testable import SwiftKeychainTPM

/// Counters in the NV memory of a TPM.
@Suite struct TPMCounterTests {
    private let tpm: SoftwareTPM
    private let commands: TPMCommands
    private let bytes = (0..<32).map { UInt8(0x40 + $0) }
    private var secret: SecretBytes { SecretBytes(copying: bytes) }

    init() throws {
        tpm = try SoftwareTPM()
        commands = TPMCommands(tpm)
    }

    private func define(
        _ ownerPassword: SecretBytes? = nil, _ random: RandomSource = .system
    ) throws -> (counter: TPMCounter, value: UInt64) {
        try TPMCounter.define(
            in: tpm.address, secret: secret, ownerPassword: ownerPassword, random: random)
    }

    private func increment(_ counter: TPMCounter) throws {
        try counter.open().1.increment()
    }

    @Test func countsUpAndGoes() throws {
        let (counter, value) = try define()
        #expect(TPMCounter.indices.contains(counter.index))
        #expect(try commands.counters() == [counter.index])
        #expect(try counter.read() == .value(value))
        do {
            let (reading, use) = try counter.open()
            #expect(reading == .value(value))
            try use.increment()
            try use.increment()
        }
        #expect(try counter.read() == .value(value + 2))
        try counter.undefine(ownerPassword: nil)
        #expect(try counter.read() == .missing)
        #expect(try commands.counters() == [])
        // What isn't there any more is left alone.
        try counter.undefine(ownerPassword: nil)
        #expect(try commands.handles() == [])
    }

    @Test func restartKeepsTheValue() throws {
        let (counter, value) = try define()
        try increment(counter)
        tpm.stop()
        let again = try SoftwareTPM(state: tpm.state)
        let same = TPMCounter(
            index: counter.index, parentName: counter.parentName, secret: secret, at: again.address)
        #expect(try same.read() == .value(value + 1))
    }

    /// The secret of a counter ends with zeros, which a TPM doesn't keep.
    @Test func secretThatEndsWithZeros() throws {
        let zeros = SecretBytes(copying: [7] + [UInt8](repeating: 0, count: 31))
        let (counter, value) = try TPMCounter.define(
            in: tpm.address, secret: zeros, ownerPassword: nil)
        try increment(counter)
        #expect(try counter.read() == .value(value + 1))
    }

    @Test func anotherCounterAtTheIndexIsForeign() throws {
        let (counter, value) = try define()
        for _ in 0..<3 { try increment(counter) }
        try commands.undefine(counter.index)
        #expect(try counter.read() == .missing)
        try commands.define(at: counter.index)
        // It has no value before it was incremented.
        #expect(try counter.read() == .foreign)
        try commands.increment(counter.index)
        #expect(try counter.read() == .foreign)
        // One that was made with the secret starts above every value before.
        try commands.undefine(counter.index)
        let (_, higher) = try define()
        #expect(higher > value + 3)
        // Data instead of a counter.
        try commands.define(at: counter.index, attributes: 0x0204_0004)
        #expect(try counter.read() == .foreign)
        // None of them is removed.
        let before = try commands.counters()
        try counter.undefine(ownerPassword: nil)
        #expect(try commands.counters() == before)
    }

    @Test func clearedAndOtherTPMsAreNoticed() throws {
        let (counter, _) = try define()
        let other = try SoftwareTPM()
        let moved = TPMCounter(
            index: counter.index, parentName: counter.parentName, secret: secret, at: other.address)
        #expect(try moved.read() == .otherTPM)
        try commands.clear()
        #expect(try counter.read() == .otherTPM)
        #expect(try commands.handles() == [])
    }

    @Test func takenIndexIsPassedOver() throws {
        let same = { RandomSource { $0.initializeMemory(as: UInt8.self, repeating: 3) } }
        let (counter, _) = try define(nil, same())
        let error = #expect(throws: KeychainError.self) { _ = try define(nil, same()) }
        #expect(error?.code == .notAvailable)
        #expect(error?.detail.contains("no index is free") == true, "\(error as Any)")
        #expect(try commands.counters() == [counter.index])
    }

    @Test func ownerPasswordIsNeeded() throws {
        try TPMStorageKey.make(in: tpm.address, ownerPassword: nil)
        let password = Array("owner".utf8)
        try commands.setOwnerPassword(password)
        for wrong in [nil, SecretBytes(copying: Array("wrong".utf8))] {
            let error = #expect(throws: KeychainError.self) { _ = try define(wrong) }
            #expect(error?.code == .authenticationFailed)
        }
        let (counter, value) = try define(SecretBytes(copying: password))
        #expect(try counter.read() == .value(value))
        let error = #expect(throws: KeychainError.self) {
            try counter.undefine(ownerPassword: nil)
        }
        #expect(error?.code == .authenticationFailed)
        try counter.undefine(ownerPassword: SecretBytes(copying: password))
        #expect(try counter.read() == .missing)
        #expect(try commands.handles() == [])
    }

    @Test func fullMemoryIsNamed() throws {
        try commands.fillNV()
        let error = #expect(throws: KeychainError.self) { _ = try define() }
        #expect(error?.code == .notAvailable)
        #expect(error?.detail.contains("no room") == true, "\(error as Any)")
    }

    /// A counter that can't be incremented or read after it was made leaves its index free.
    @Test(arguments: [0x134, 0x14e]) func failedStartLeavesNothing(command: UInt16) throws {
        let proxy = TPMProxy(tpm) {
            $1
        } answer: { _, sent in
            sent[8..<10].elementsEqual([UInt8(command >> 8), UInt8(command & 0xff)])
                ? [0x80, 0x01, 0, 0, 0, 10, 0, 0, 0x09, 0x20] : nil
        }
        defer { proxy.stop() }
        let error = #expect(throws: KeychainError.self) {
            try TPMCounter.define(in: proxy.address, secret: secret, ownerPassword: nil)
        }
        #expect(error?.detail.contains("busy") == true, "\(error as Any)")
        #expect(try commands.counters() == [])
        #expect(try commands.handles() == [])
    }

    /// The TPM limits how often its memory is written.
    @Test func rateIsNamed() throws {
        let (counter, value) = try define()
        let proxy = TPMProxy(tpm) { _, answer in
            // The answer to an increment is the one with a session and without parameters.
            answer.count == 10 + 4 + 2 + 32 + 1 + 2 + 32
                ? [0x80, 0x01, 0, 0, 0, 10, 0, 0, 0x09, 0x20] : answer
        }
        defer { proxy.stop() }
        let limited = TPMCounter(
            index: counter.index, parentName: counter.parentName, secret: secret, at: proxy.address)
        #expect(try limited.read() == .value(value))
        let error = #expect(throws: KeychainError.self) { try increment(limited) }
        #expect(error?.code == .notAvailable)
        #expect(error?.detail.contains("busy") == true, "\(error as Any)")
    }

    @Test func noSecretCrossesInClear() throws {
        try TPMStorageKey.make(in: tpm.address, ownerPassword: nil)
        let password = Array("the owner's password".utf8)
        try commands.setOwnerPassword(password)
        let proxy = TPMProxy(tpm)
        defer { proxy.stop() }
        let same = { RandomSource { $0.initializeMemory(as: UInt8.self, repeating: 3) } }
        let owner = SecretBytes(copying: password)
        for _ in 0..<2 {
            // The second time the index is taken: an error, after which libtss2 wouldn't encrypt.
            _ = try? TPMCounter.define(
                in: proxy.address, secret: secret, ownerPassword: owner, random: same())
        }
        let (counter, value) = try TPMCounter.define(
            in: proxy.address, secret: secret, ownerPassword: owner)
        try increment(counter)
        #expect(try counter.read() == .value(value + 1))
        try counter.undefine(ownerPassword: owner)
        let recorded = Data(proxy.recorded)
        // The record is one: the index is in it.
        #expect(
            recorded.range(of: Data(withUnsafeBytes(of: counter.index.bigEndian, Array.init)))
                != nil)
        for size in [8, 32] {
            #expect(recorded.range(of: Data(bytes.prefix(size))) == nil)
        }
        #expect(recorded.range(of: Data(password.prefix(8))) == nil)
    }
}
