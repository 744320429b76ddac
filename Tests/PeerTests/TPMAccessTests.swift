// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import Testing

@testable import SwiftKeychainPeers
@testable import SwiftKeychainService

/// What doctor tells of the group that may use a TPM.
@Suite struct TPMAccessTests {
    private let folder = NSTemporaryDirectory() + "tpm-access-\(UUID().uuidString)"
    private var device: String { folder + "/tpmrm0" }

    private func findings(mode: mode_t, group: gid_t, isClearable: Bool) throws -> [String] {
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        for (name, text) in [
            (
                "group",
                "root:x:0:\ntss:x:\(getgid() == 0 ? 117 : getgid()):anna,bert\nother:x:118:carl\n"
            ),
            ("passwd", "carl:x:1:118::/:\ndora:x:2:117::/:\n"), ("tpmrm0", ""),
        ] {
            try Data(text.utf8).write(to: URL(fileURLWithPath: folder + "/" + name))
        }
        chown(device, uid_t.max, group)
        chmod(device, mode)
        return Finding.access(
            toTPM: device, isClearable: isClearable, UnixAccounts(folder: folder)
        ).map { $0.text.replacing(device, with: "DEVICE") }
    }

    @Test(.enabled(if: geteuid() == 0, "needs root to give files away")) func membersAreNamed()
        throws
    {
        #expect(
            try findings(mode: 0o660, group: 117, isClearable: false)
                == ["DEVICE: the group tss (anna, bert, dora) may use it"])
        #expect(
            try findings(mode: 0o660, group: 117, isClearable: true) == [
                "DEVICE: the group tss (anna, bert, dora) may use it, and may clear it, which destroys the"
                    + " keys in it, as its lockout hierarchy has no password"
            ])
        #expect(
            try findings(mode: 0o660, group: 119, isClearable: false)
                == ["DEVICE: the group 119 may use it"])
    }

    @Test func groupWithoutRightsIsNot() throws {
        #expect(try findings(mode: 0o640, group: gid_t.max, isClearable: true) == [])
        #expect(try findings(mode: 0o600, group: gid_t.max, isClearable: true) == [])
    }
}
