// SPDX-License-Identifier: Apache-2.0
import Foundation

/// A process that makes certificates and serves what they refer to; `Fixtures/revocation` of the tests
/// of the command describes it.
package final class RevocationServer {
    package let folder: String
    package let base: String
    private let process = Process()

    package init() throws {
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("CommandTests/Fixtures/revocation")
        folder = NSTemporaryDirectory() + "revocation-\(UUID().uuidString)"
        process.executableURL = script
        process.arguments = [folder]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        let limit = ContinuousClock.now + .seconds(60)
        var port: String?
        while port == nil, ContinuousClock.now < limit, process.isRunning {
            usleep(50_000)
            port = try? String(contentsOfFile: folder + "/port", encoding: .utf8)
        }
        guard let port else { throw OpenSSL.Failure(description: "no revocation server") }
        base = "http://127.0.0.1:\(port)"
    }

    deinit {
        // Not by a signal, which children of test threads have blocked.
        _ = FileManager.default.createFile(atPath: folder + "/stop", contents: nil)
        process.waitUntilExit()
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// Returns the DER of a certificate.
    package func certificate(_ name: String) throws -> Data {
        try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(name).der"))
    }

    /// The requests so far, a line each.
    package var requests: [String] {
        let text = try? String(contentsOfFile: folder + "/requests", encoding: .utf8)
        return text?.split(separator: "\n").map(String.init) ?? []
    }
}
