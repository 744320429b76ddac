// SPDX-License-Identifier: Apache-2.0
import CKeychainSQLite
import Foundation
import Glibc
import SwiftKeychain
import KeychainTestSupport
import Testing

/// Runs one test after the other: each takes the whole machine.
@Suite(.serialized) enum IntegrationTests {}

/// How much is done: 100 by default, `KEYCHAIN_TEST_SCALE=10` for a tenth, 1000 for ten times.
enum Scale {
    static let percent =
        ProcessInfo.processInfo.environment["KEYCHAIN_TEST_SCALE"].flatMap(Int.init) ?? 100

    static func of(_ count: Int) -> Int { max(4, count * percent / 100) }
}

/// Whether root runs the tests: file modes don't bind root, and only root can become another user.
let isRoot = getuid() == 0
let nobody: uid_t = 65534

extension TestKeychain {
    /// Reads every password back, oldest first, and checks that each has its own secret.
    func everything() throws -> [Item] {
        let items = try keychain.find(.password([:], limit: .all))
        for item in items {
            let name = "\(item[.service]?.text ?? "")/\(item[.account]?.text ?? "")"
            #expect(item.secret?.copied == Array(name.utf8), "the secret of \(name)")
        }
        return items
    }

    /// Checks that manifest and rows agree and that every row opens.
    func expectHealthy() {
        let findings = keychain.diagnose()
        for subject in ["rows", "manifest", "keybag", "permissions"] {
            let found = findings.filter { $0.subject == subject }
            #expect(!found.isEmpty && found.allSatisfy { !$0.isProblem }, "\(found)")
        }
    }
}

extension [Item] {
    /// The accounts of one service, in the order of the items.
    func accounts(of service: String) -> [String] {
        filter { $0[.service] == .string(service) }.map { $0[.account]?.text ?? "" }
    }
}

extension TemporaryHome {
    /// Gives every file below the folder with its bytes, but SQLite's index of the log, which every
    /// reader changes.
    func files() throws -> [String: Data] {
        var files: [String: Data] = [:]
        for name in FileManager.default.enumerator(atPath: path)?.allObjects as? [String] ?? [] {
            var status = stat()
            guard lstat(path + "/" + name, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
                !name.hasSuffix("-shm")
            else { continue }
            files[name] = try Data(contentsOf: URL(fileURLWithPath: path + "/" + name))
        }
        return files
    }

    func write(_ text: String, to name: String) throws {
        let file = path + "/" + name
        try FileManager.default.createDirectory(
            atPath: (file as NSString).deletingLastPathComponent, withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        try Data(text.utf8).write(to: URL(fileURLWithPath: file))
    }
}
