// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import KeychainTestSupport
import SwiftKeychainPeers
import SwiftKeychainService

/// The files of an administrator in folders of a test.
struct Configuration {
    let path: String
    let accounts: String

    init(in path: String) throws {
        self.path = path + "/keychain"
        accounts = path + "/etc"
        for folder in [self.path + "/entitlements.d", accounts] {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o755])
        }
        chmod(self.path, 0o755)
        try write(accounts + "/group", "root:x:0:\nkeychain-mail:x:61235:\n")
        try write(accounts + "/gshadow", "root:*::\nkeychain-mail:!::\n")
        try write(accounts + "/passwd", "root:x:0:0:root:/root:/bin/sh\n")
    }

    func write(_ path: String, _ text: String, mode: mode_t = 0o644) throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        chmod(path, mode)
    }

    static func list(_ members: [String: Any]) throws -> String {
        let data = try PropertyListSerialization.data(
            fromPropertyList: members, format: .xml, options: 0)
        return String(decoding: data, as: UTF8.self)
    }

    /// Writes `access-groups.plist`.
    func map(_ groups: [String: Any]) throws {
        try write(path + "/access-groups.plist", Self.list(groups))
    }

    /// Installs a list of entitlements.
    func install(_ name: String, _ program: String, _ groups: [String]) throws {
        try write(
            "\(path)/entitlements.d/\(name).plist",
            Self.list(["Program": program, "keychain-access-groups": groups]))
    }

    func rules(_ mode: DaemonMode) -> PeerRules {
        PeerRules(mode, folder: path, accounts: accounts, administrator: geteuid())
    }
}
