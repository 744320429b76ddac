// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftKeychainMemory
import SwiftKeychainSystem

@testable import SwiftKeychainRelay

/// A cluster of three members of etcd, with TLS and users (`Tests/Etcd/cluster`).
final class TestCluster: Sendable {
    private static let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Etcd/cluster").path
    static let isInstalled = access("/usr/bin/etcd", X_OK) == 0

    private let folder = NSTemporaryDirectory() + "etcd-\(UUID().uuidString)"
    let endpoints: [String]
    private let authority: [UInt8]

    struct Failure: Error { let text: String }

    /// The one cluster of the process, which ends with it.
    static let shared: Result<TestCluster, any Error> = Result {
        let cluster = try TestCluster()
        atexit { try? TestCluster.shared.get().end() }
        return cluster
    }

    private init() throws {
        try Self.run(["start", folder])
        endpoints = try String(contentsOfFile: folder + "/endpoints", encoding: .utf8)
            .split(separator: "\n").map(String.init)
        authority = try [UInt8](Data(contentsOf: URL(fileURLWithPath: folder + "/ca.pem")))
        for user in ["ann", "bob"] { try run("user", user) }
    }

    private func end() {
        try? run("stop")
        try? FileManager.default.removeItem(atPath: folder)
    }

    private static func run(_ arguments: [String]) throws {
        // Foundation's Process would wait for the members, too, which hold its descriptor.
        guard let child = ChildProcess([script] + arguments, piped: 0, silenced: [1]), child.end()
        else { throw Failure(text: arguments.description) }
    }

    /// Runs a command of the script for this cluster.
    func run(_ command: String, _ arguments: String...) throws {
        try Self.run([command, folder] + arguments)
    }

    /// What a client with a user's password knows.
    func cluster(
        _ user: String = "ann", password: String? = nil, prefix: String? = nil,
        isTrusted: Bool = true
    ) -> EtcdCluster {
        EtcdCluster(
            endpoints: endpoints, prefix: prefix ?? "/keychain/\(user)/", user: user,
            password: SecretBytes(copying: (password ?? "password of \(user)").utf8),
            security: HTTPClient.Security(authorities: isTrusted ? authority : []))
    }
}
