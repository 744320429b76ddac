// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainTestSupport
import SwiftKeychain
import SwiftKeychainTPM
import Synchronization
import TokenTestSupport

@testable import SwiftKeychainService

/// A store with an anchor in a TPM of its own, a clock that the test sets, and boots that it makes.
final class AnchoredHome: Sendable {
    let home: TemporaryHome
    let tpm: SoftwareTPM
    private let state = State()

    private final class State: Sendable {
        let time = Mutex(800_000_000.0)
        let boot = Mutex(0)
    }

    init(_ home: TemporaryHome = TemporaryHome()) throws {
        self.home = home
        tpm = try SoftwareTPM()
    }

    deinit {
        Engines.forget(location)
        let engine = Engine(location: location, system: system)
        if let anchor = (try? engine.committedAnchor(.standard)) ?? nil {
            engine.anchorMemory.forget(anchor.keybag)
            engine.anchorMemory.endPause(anchor.keybag)
        }
    }

    var location: Location { Location(home: home.path) }
    var commands: TPMCommands { TPMCommands(tpm) }

    /// The keychain, as a program sees it that goes to the TPM at `address`.
    var keychain: Keychain { Keychain(home: home.path, system: system) }

    var system: SystemSources {
        .quick(
            now: { [state] in state.time.withLock { $0 } },
            boot: { [state] in "boot \(state.boot.withLock { $0 })" })
    }

    var time: Double { state.time.withLock { $0 } }

    /// Moves the clock.
    func pass(_ seconds: Double) { state.time.withLock { $0 += seconds } }

    /// Has the next call open the store as the first one of another process.
    func restartProcess() { Engines.forget(location) }

    /// Has the next call open the store as the first one after a restart of the machine.
    func reboot() {
        Engines.forget(location)
        state.boot.withLock { $0 += 1 }
    }

    /// Runs `body` with the TPM, or what stands before it.
    @discardableResult
    func using<Result>(
        _ address: TPMAddress? = nil, _ body: (Keychain) throws -> Result
    ) throws -> Result {
        try TPMAddress.$override.withValue(address ?? tpm.address) { try body(keychain) }
    }

    @discardableResult
    func change(
        _ kind: AnchorChange.Kind, passcode: String? = nil, ownerPassword: String? = nil,
        at address: TPMAddress? = nil
    ) throws -> String {
        try using(address) { keychain in
            try keychain.changeAnchor(kind) { (demand) throws(KeychainError) in
                let password = demand == .ownerPassword ? ownerPassword : passcode
                guard let password else { throw KeychainError(.userCanceled, "\(demand)") }
                return password.passcode
            }
        }
    }

    func add(_ service: String, at address: TPMAddress? = nil) throws {
        try using(address) { _ = try $0.add(.password(service: service)) }
    }

    /// The names of the stored items.
    func services(at address: TPMAddress? = nil) throws -> [String] {
        try using(address) { keychain in
            try keychain.find(.password([:], limit: .all)).compactMap {
                guard case .string(let name)? = $0[.service] else { return nil }
                return name
            }.sorted()
        }
    }

    /// What the store has committed.
    func committed() throws -> StoreAnchor.Counter? {
        let engine = Engine(location: location, system: system)
        return try engine.committedAnchor(.standard)?.counter
    }

    /// The counter's value.
    func counted() throws -> TPMCounter.Reading {
        let engine = Engine(location: location, system: system)
        return try using { _ in
            guard let anchor = try engine.committedAnchor(.standard) else { return .missing }
            return try engine.counter(of: anchor).read()
        }
    }

    /// How far the counter is above `start`, when it agrees with the store.
    func distance(from start: Int64) throws -> Int64? {
        guard let value = try committed()?.counted.value, try counted() == .value(UInt64(value))
        else { return nil }
        return value - start
    }

    /// Keeps a copy of the folder.
    func copy() throws -> String {
        Engines.forget(location)
        let path = home.path + "/copy-\(UUID().uuidString)"
        try FileManager.default.copyItem(atPath: home.path + "/keychains", toPath: path)
        return path
    }

    /// Replaces the folder by a copy.
    func putBack(_ copy: String) throws {
        Engines.forget(location)
        try FileManager.default.removeItem(atPath: home.path + "/keychains")
        try FileManager.default.copyItem(atPath: copy, toPath: home.path + "/keychains")
    }

    /// Stops the TPM, and starts another one from a copy of its state.
    func secondTPM() throws -> SoftwareTPM {
        tpm.stop()
        // The path of a socket has at most 107 bytes.
        let state = home.path + "/tpm-\(UInt32.random(in: 0 ... .max))"
        try FileManager.default.createDirectory(atPath: state, withIntermediateDirectories: true)
        // Its sockets can't be copied.
        let file = "/tpm2-00.permall"
        try FileManager.default.copyItem(atPath: tpm.state + file, toPath: state + file)
        return try SoftwareTPM(state: state)
    }

    func findings(_ subject: String, at address: TPMAddress? = nil) throws -> [Finding] {
        try using(address) { $0.diagnose().filter { $0.subject == subject } }
    }
}
