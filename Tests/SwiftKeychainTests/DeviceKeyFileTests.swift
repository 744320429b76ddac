// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import SwiftKeychainSealing
import KeychainTestSupport
import Synchronization
import Testing

@testable import SwiftKeychain
@testable import SwiftKeychainService

@Suite struct DeviceKeyFileTests {
    let home = TemporaryHome()
    var file: DeviceKeyFile { DeviceKeyFile(path: home.deviceKeyPath) }

    private func write(_ text: String, mode: mode_t = 0o600) throws {
        try FileManager.default.createDirectory(
            atPath: home.path + "/state", withIntermediateDirectories: true)
        try Data(text.utf8).write(to: URL(fileURLWithPath: home.deviceKeyPath))
        chmod(home.deviceKeyPath, mode)
    }

    @Test func isMadeOnceAndReadBack() throws {
        #expect(try file.load() == nil)
        let made = try file.loadOrCreate()
        #expect(try file.load()?.current.identifier == made.current.identifier)
        #expect(try file.loadOrCreate().current.identifier == made.current.identifier)
        let line = try String(contentsOfFile: home.deviceKeyPath, encoding: .utf8)
        #expect(line.wholeMatch(of: /keychain-device-key-1 [0-9a-f]{64}\n/) != nil)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: home.path + "/state")
                == ["device.key"])
    }

    /// Some users keep ~/.local/state elsewhere.
    @Test func itsFolderMayBeALink() throws {
        mkdir(home.path + "/disk", 0o700)
        symlink("disk", home.path + "/state")
        let made = try file.loadOrCreate()
        try file.replace(by: made.renewed())
        #expect(try file.load()?.earlier.map(\.identifier) == [made.current.identifier])
        try file.erase()
        #expect(try file.load() == nil)
    }

    @Test func onlyItsUserMayReadIt() throws {
        // Whatever the mask of the process says.
        _ = try file.loadOrCreate()
        var status = stat()
        #expect(stat(home.deviceKeyPath, &status) == 0)
        #expect(status.st_mode & 0o7777 == 0o600)
        #expect(stat(home.path + "/state", &status) == 0)
        #expect(status.st_mode & 0o7777 == 0o700)
    }

    /// Stores that share a device key are made under locks of their own.
    @Test func threadsThatMakeItAtOnceAgree() throws {
        for _ in 0..<20 {
            let home = TemporaryHome()
            let identifiers = Mutex<[Result<[UInt8], KeychainError>]>([])
            DispatchQueue.concurrentPerform(iterations: 8) { _ in
                let made = Result { () throws(KeychainError) in
                    try DeviceKeyFile(path: home.deviceKeyPath).loadOrCreate().current.identifier
                }
                identifiers.withLock { $0.append(made) }
            }
            let seen = try identifiers.withLock { try Set($0.map { try $0.get() }) }
            #expect(seen.count == 1)
            #expect(
                try FileManager.default.contentsOfDirectory(atPath: home.path + "/state")
                    == ["device.key"])
        }
    }

    @Test(arguments: [0o640, 0o604, 0o620, 0o601, 0o666] as [mode_t])
    func wideModesAreRefused(_ mode: mode_t) throws {
        _ = try file.loadOrCreate()
        chmod(home.deviceKeyPath, mode)
        let error = #expect(throws: KeychainError.self) { try file.load() }
        #expect(error?.code == .notAvailable)
        #expect(error?.detail.contains("mode 0\(String(mode, radix: 8))") == true)
        #expect { try file.loadOrCreate() } throws: { KeychainError.Code.notAvailable ~= $0 }
    }

    @Test func strictModesAreFine() throws {
        let made = try file.loadOrCreate()
        chmod(home.deviceKeyPath, 0o400)
        #expect(try file.load()?.current.identifier == made.current.identifier)
    }

    private static let digits = String(repeating: "0f", count: 32)

    @Test(arguments: [
        "", "\n", digits + "\n", "keychain-device-key-1 \(digits)",
        "keychain-device-key-1 \(digits)\n\n", "keychain-device-key-1 \(digits)0\n",
        "keychain-device-key-1 \(digits.uppercased())\n", "keychain-device-key-2 \(digits)\n",
        "keychain-device-key-1 \(digits.dropLast())g\n", "keychain-device-key-1  \(digits)\n",
        "keychain-device-key-1 \(digits.dropLast(2))\n",
        String(repeating: "x", count: 5000),
    ])
    func malformedLinesAreRefused(_ text: String) throws {
        try write(text)
        let error = #expect(throws: KeychainError.self) { try file.load() }
        #expect(error?.code == .notAvailable)
        #expect(error?.detail.hasPrefix(home.deviceKeyPath) == true)
        #expect(error?.detail.contains("0f0f") == false)
        // It is never replaced.
        #expect { try file.loadOrCreate() } throws: { KeychainError.Code.notAvailable ~= $0 }
        #expect(try String(contentsOfFile: home.deviceKeyPath, encoding: .utf8) == text)
    }

    @Test func aWellFormedLine() throws {
        try write("keychain-device-key-1 \(Self.digits)\n")
        let bytes = SecretBytes(copying: [UInt8](repeating: 0x0f, count: 32))
        #expect(try file.load()?.current.identifier == DeviceKey(bytes: bytes).identifier)
    }

    /// The machine may stop after some of the zeros.
    @Test(arguments: [1, 40, 87])
    func aFileThatIsPartlyErasedHasNoKey(_ zeros: Int) throws {
        let line = "keychain-device-key-1 \(Self.digits)\n"
        let text = String(repeating: "\0", count: zeros) + line.dropFirst(zeros)
        try write(text)
        #expect(try file.load() == nil)
        #expect { try file.loadOrCreate() } throws: { KeychainError.Code.notAvailable ~= $0 }
        #expect(try String(contentsOfFile: home.deviceKeyPath, encoding: .utf8) == text)
    }

    @Test func whatIsNoFileIsRefused() throws {
        mkdir(home.path + "/state", 0o700)
        mkdir(home.deviceKeyPath, 0o700)
        #expect { try file.load() } throws: { KeychainError.Code.notAvailable ~= $0 }
        rmdir(home.deviceKeyPath)
        mkfifo(home.deviceKeyPath, 0o600)
        #expect { try file.load() } throws: { KeychainError.Code.notAvailable ~= $0 }
    }
}
