// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import SwiftKeychain
import KeychainTestSupport
import Testing

/// Sets up a keychain with a passcode and items of one known secret, and a process that uses them.
///
/// The process gets no secret but by files, and none of the keys at all: what is looked for in it,
/// this process derives by itself.
final class SecretScene {
    let home = TemporaryHome()
    let keychain: Keychain
    /// 32 random bytes, the secret of each item.
    let canary = Needle("canary", SecretScene.random(32))
    let passcode = SecretScene.text()
    private(set) var needles: [Needle] = []

    init() throws {
        keychain = Keychain(home: home.path)
        try write(canary.bytes, to: "canary")
        try write(passcode, to: "passcode")
    }

    deinit { try? keychain.forgetUnlocked() }

    static func random(_ count: Int) -> [UInt8] {
        (0..<count).map { _ in UInt8.random(in: 0...255) }
    }

    /// Gives 40 letters of chance.
    static func text() -> [UInt8] {
        (0..<40).map { _ in UInt8.random(in: UInt8(ascii: "a")...UInt8(ascii: "z")) }
    }

    /// Tells whether what is unlocked lies in the kernel.
    var isKeptByKernel: Bool {
        keychain.diagnose().contains { $0.text.contains("the kernel's keyring, for all") }
    }

    func path(_ name: String) -> String { home.path + "/" + name }

    func write(_ bytes: [UInt8], to name: String) throws {
        try Data(bytes).write(to: URL(fileURLWithPath: path(name)))
        chmod(path(name), 0o600)
    }

    func setPasscode(_ bytes: [UInt8]) throws {
        try keychain.setPasscode(SecretBytes(copying: bytes), old: nil)
    }

    /// Adds an item for each name of a class.
    func add(_ classes: [String]) throws {
        for name in classes {
            try keychain.add(
                try NewItem(
                    .genericPassword,
                    attributes: [.service: .string(name), .accessible: .string(name)],
                    secret: SecretBytes(copying: canary.bytes)))
        }
    }

    /// Starts the process, for which nothing is unlocked.
    ///
    /// - Parameter isRefused: the kernel keeps no keys for it.
    func start(
        environment: [String: String] = [:], isRefused: Bool = false
    ) throws -> Probe {
        if try keychain.hasPasscode() { try keychain.forgetUnlocked() }
        let variables = [
            "KEYCHAIN_HOME": home.path, "SWIFT_BACKTRACE": "enable=no", "PATH": "/usr/bin:/bin",
            // To find a function when it is first called, the dynamic linker saves all registers on the stack, and a key
            // may still be in one.
            "LD_BIND_NOW": "1",
        ]
        let words = isRefused ? ["without-keyring", "\(EPERM)", Probe.executable] : []
        let probe = try Probe(
            words + ["secrets"], environment: variables.merging(environment) { $1 })
        _ = probe.awaiting("ready")
        return probe
    }

    /// Derives what is looked for, from the keybag as it is now.
    func deriveNeedles(_ more: [Needle] = []) throws {
        let passcode = SecretBytes(copying: self.passcode)
        let keys = try [Needle].keys(of: keychain, passcode: passcode)
        needles = [canary] + keys.needles + more
        try write(keys.keybag.record, to: "record")
        try write(keys.deviceKey.withBytes { Array($0) }, to: "device")
    }

    func places(in probe: Probe) throws -> Set<Place> {
        try MemoryOfProcess(process: probe.process).places(of: needles)
    }

    /// Lets the process end with a core, and names what lies in it.
    func namesInCore(of probe: Probe) throws -> Set<String> {
        let folder = path("core-\(UUID().uuidString)")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        probe.order("core", folder)
        #expect(probe.finish().exit & 0x7f == SIGABRT)
        return try CoreFile(in: folder).names(of: needles)
    }
}

/// Expects an order to have worked, and the process to have found what it looked for.
func expectDone(_ report: Report, _ what: String) {
    #expect(report.status == 0 && report.complaints == [], "\(what): \(report)")
}
