// SPDX-License-Identifier: Apache-2.0
import Foundation

/// A card of SoftHSM with an RSA and an elliptic curve identity, for all tests of the process: PKCS#11 modules read
/// their environment once.
struct SoftCard {
    static let pin = "123456"
    /// The label, some bytes of which must be escaped.
    static let label = "Säure=;% Karte"

    let folder: URL

    /// Nil if SoftHSM, p11-kit or openssl isn't installed.
    static let shared: SoftCard? = try? SoftCard()

    private init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "card-\(UUID().uuidString)")
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let script = root.appendingPathComponent("CommandTests/Fixtures/soft-card").path
        guard Self.run([script, folder.path, Self.label]) == 0 else {
            throw CocoaError(.featureUnsupported)
        }
        setenv("SOFTHSM2_CONF", folder.appendingPathComponent("softhsm2.conf").path, 1)
        atexit { SoftCard.remove() }
    }

    private static func remove() {
        if let folder = shared?.folder { try? FileManager.default.removeItem(at: folder) }
    }

    /// Returns the DER of a file in PEM.
    func der(_ name: String) throws -> Data {
        let text = try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
        let lines = text.split(separator: "\n").filter { !$0.hasPrefix("-") }
        return Data(base64Encoded: lines.joined()) ?? Data()
    }

    /// Runs a program of the system with the card, and returns its exit status.
    @discardableResult
    static func run(_ words: [String], input: String = "") -> Int32 {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = words
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        do { try process.run() } catch { return -1 }
        process.waitUntilExit()
        return process.terminationStatus
    }
}
