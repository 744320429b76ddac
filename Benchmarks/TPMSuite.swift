// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import Security
import SwiftKeychain
import SwiftKeychainTPM

/// The time to sign with a key in a TPM, which swtpm plays, beside the bare calls of libtss2.
struct TPMSuite {
    let home: String
    /// The library of `tpm-floor.c`.
    let floor: String

    private typealias Sign = @convention(c) (UnsafePointer<CChar>) -> Int32

    func run(into report: inout Report) throws {
        guard let library = dlopen(floor, RTLD_NOW), let symbol = dlsym(library, "tpm_floor_sign")
        else {
            report.note("keys in a TPM aren't measured: \(String(cString: dlerror()))")
            return
        }
        let signFloor = unsafeBitCast(symbol, to: Sign.self)
        let socket = home + "/tpm/socket"
        let tpm = try start(socket)
        defer {
            tpm.terminate()
            tpm.waitUntilExit()
        }
        guard tpm.isRunning else { return report.note("keys in a TPM aren't measured: no swtpm") }
        try measureFinds(.socket(path: socket), &report)
        let message = NSData(data: Data(repeating: 7, count: 64))
        let parameters: NSDictionary = [
            kSecAttrKeyType: kSecAttrKeyTypeEC, kSecAttrTokenID: kSecAttrTokenIDSecureEnclave,
        ]
        try Keychain.$override.withValue(Keychain(home: home, groups: nil)) {
            try TPMAddress.$override.withValue(.socket(path: socket)) {
                let key = SecKeyCreateRandomKey(parameters, nil)!
                try report.add(
                    1, "sign, TPM", runs: 200,
                    [
                        (
                            "floor",
                            { _ in
                                precondition(signFloor("swtpm:path=\(socket)") == 1)
                            }
                        ),
                        (
                            "stored",
                            { _ in
                                let signature = SecKeyCreateSignature(
                                    key, .ecdsaSignatureMessageX962SHA256, message, nil)
                                precondition(signature != nil)
                            }
                        ),
                    ])
            }
        }
    }

    /// Measures finding an item with the device key in its file, and behind the TPM, which was asked before.
    private func measureFinds(_ address: TPMAddress, _ report: inout Report) throws {
        try TPMAddress.$override.withValue(address) {
            let (inFile, inTPM) = (
                Keychain(home: home + "/file"), Keychain(home: home + "/sealed")
            )
            let item = try NewItem(
                .genericPassword, attributes: [.account: .string("a")],
                secret: SecretBytes(copying: "s".utf8))
            let query = try Query(.genericPassword, .init([.account: .string("a")]))
            for keychain in [inFile, inTPM] { try keychain.add(item) }
            _ = try inTPM.moveDeviceKey(.toTPM(pcrs: []))
            _ = try inTPM.wrapUnderPresentDeviceKey()
            let find = { (keychain: Keychain) in
                { (_: Int) in
                    let found = try? keychain.find(query, returning: [.secret])
                    precondition(found?.count == 1)
                }
            }
            try report.add(
                1, "find, TPM", runs: 20_000, [("floor", find(inFile)), ("stored", find(inTPM))])
        }
    }

    /// Starts a TPM. libtss2 wants its control channel at the path of the socket with `.ctrl`.
    private func start(_ socket: String) throws -> Process {
        let folder = home + "/tpm"
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [
            "swtpm", "socket", "--tpm2", "--tpmstate", "dir=\(folder)", "--server",
            "type=unixio,path=\(socket)", "--ctrl", "type=unixio,path=\(socket).ctrl", "--flags",
            "not-need-init,startup-clear",
        ]
        try process.run()
        usleep(1_000_000)
        return process
    }
}
