// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import KeychainTestSupport
import Testing

@testable import SwiftKeychain
@testable import SwiftKeychainService

extension IntegrationTests {
    /// Another process looks through the memory of one that read secrets behind a passcode, and
    /// through the core it leaves.
    ///
    /// It looks for the secret, the passcode, what Argon2id and the device key make of it, the keys of
    /// the five classes that lock, and the two keys derived from each.
    @Suite(
        .enabled(
            if: MemoryOfProcess.obstacle == nil, "\(MemoryOfProcess.obstacle ?? "")"))
    struct SecretsInMemory {
        static let classes = ["ak", "aku", "akpu", "ck", "cku"]
        /// How the keychain comes to be unlocked; *alone*: the kernel keeps no keys.
        static let ways =
            ["call", "file", "first passcode", "changed passcode"]
            + (Refusal.isPossible ? ["alone"] : [])
        let scene: SecretScene

        init() throws { scene = try SecretScene() }

        /// Starts a process, and lets it unlock and read everything.
        private func unlockAndRead(_ way: String) throws -> Probe {
            var classes = Self.classes
            var (environment, more): ([String: String], [Needle]) = ([:], [])
            let old = SecretScene.text()
            switch way {
            case "first passcode":
                classes.removeAll { $0 == "akpu" }
            case "changed passcode":
                try scene.setPasscode(old)
                try scene.write(old, to: "old")
                more = [Needle("old passcode", old)]
            default: try scene.setPasscode(scene.passcode)
            }
            try scene.add(classes)
            if way == "file" { environment["KEYCHAIN_PASSCODE_FILE"] = scene.path("passcode") }
            let probe = try scene.start(environment: environment, isRefused: way == "alone")
            let passcode = scene.path("passcode")
            switch way {
            case "call", "alone": expectDone(probe.order("unlock", passcode), "unlock")
            case "first passcode": expectDone(probe.order("passcode", passcode), "set")
            case "changed passcode":
                expectDone(probe.order("passcode", passcode, scene.path("old")), "change")
            default: break
            }
            expectDone(probe.order(["read", scene.path("canary")] + classes), "read")
            try scene.deriveNeedles(more)
            #expect(scene.needles.count == 19 + more.count)
            return probe
        }

        @Test(arguments: ways) func nothingIsLeft(_ way: String) throws {
            let probe = try unlockAndRead(way)
            let betweenCalls = try scene.places(in: probe)
            #expect(betweenCalls == [], "unlocked")
            expectDone(probe.order("lock"), "lock")
            let afterwards = try scene.places(in: probe)
            #expect(afterwards == [], "locked")
        }

        @Test func aWrappedKeyIsNotLeft() throws {
            try scene.keychain.add(
                try .symmetricKey(
                    SecretBytes(copying: scene.canary.bytes),
                    [.type: .number(2_147_483_649), .label: .string("wrapped")]))
            let probe = try scene.start()
            expectDone(probe.order("wrap", "wrapped"), "wrap")
            let memory = MemoryOfProcess(process: probe.process)
            #expect(try memory.places(of: [scene.canary]) == [])
        }

        /// A user may have 200 keys: tests must not fill the keyring.
        @Test func theKernelForgetsWhatATestUnlocked() throws {
            var scene: SecretScene? = try SecretScene()
            try scene?.setPasscode(scene!.passcode)
            let store = try scene!.keychain.engine().restingKeybag().keybag.storeIdentifier
            let isKept = try #require(scene).isKeptByKernel
            #expect(UserKeyring.keys(of: store) == (isKept ? 3 : 0))
            scene = nil
            #expect(UserKeyring.keys(of: store) == 0)
        }

        /// The control: a plain copy of any of them is caught.
        @Test func aKeptCopyIsCaught() throws {
            let probe = try unlockAndRead("call")
            for (index, needle) in scene.needles.enumerated() {
                try scene.write(needle.bytes, to: "needle-\(index)")
                expectDone(probe.order("keep", scene.path("needle-\(index)")), needle.name)
            }
            expectDone(probe.order("lock"), "lock")
            let places = try scene.places(in: probe)
            #expect(places.isDisjoint(with: places.filter { $0.mapping == "locked" }))
            #expect(Set(places.map(\.needle)) == Set(scene.needles.map(\.name)))
        }

        /// The control of the search: opening the keybag gives exactly these keys, and they are in locked
        /// memory, as is a held result.
        @Test func whatIsHeldLiesInLockedMemory() throws {
            let probe = try unlockAndRead("call")
            expectDone(probe.order("hold", "-", "ak"), "hold")
            let held = try scene.places(in: probe)
            #expect(held == [Place(needle: "canary", mapping: "locked")], "\(held)")
            let files = ["record", "device", "passcode"].map(scene.path)
            expectDone(probe.order(["open"] + files), "open")
            let keys = scene.needles.map(\.name).filter { $0.contains("key") }
            #expect(keys.count == 15)
            let places = try scene.places(in: probe)
            #expect(
                places == Set((keys + ["canary"]).map { Place(needle: $0, mapping: "locked") }),
                "\(places)")
        }

        @Suite(.enabled(if: CoreFile.obstacle == nil, "\(CoreFile.obstacle ?? "")"))
        struct Cores {
            let tests: SecretsInMemory

            init() throws { tests = try SecretsInMemory() }

            @Test(arguments: [true, false]) func aCoreHoldsNothing(_ isLocked: Bool) throws {
                let probe = try tests.unlockAndRead("call")
                if isLocked { expectDone(probe.order("lock"), "lock") }
                #expect(try tests.scene.namesInCore(of: probe) == [])
            }

            /// Locked memory is left out, whatever lies in it.
            @Test func aCoreLeavesOutWhatIsHeld() throws {
                let (probe, scene) = (try tests.unlockAndRead("call"), tests.scene)
                expectDone(probe.order("hold", "-", "ak"), "hold")
                let files = ["record", "device", "passcode"].map(scene.path)
                expectDone(probe.order(["open"] + files), "open")
                #expect(try scene.places(in: probe).count == 16)
                #expect(try scene.namesInCore(of: probe) == [])
            }

            /// The control: a plain copy of any of them is caught.
            @Test func aKeptCopyIsInTheCore() throws {
                let (probe, scene) = (try tests.unlockAndRead("call"), tests.scene)
                for (index, needle) in scene.needles.enumerated() {
                    try scene.write(needle.bytes, to: "needle-\(index)")
                    expectDone(probe.order("keep", scene.path("needle-\(index)")), needle.name)
                }
                #expect(
                    try scene.namesInCore(of: probe) == Set(scene.needles.map(\.name)))
            }
        }
    }
}
