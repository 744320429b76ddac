// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import Testing

private enum Refusal {
    static let probe =
        URL(fileURLWithPath: Workshop.command).deletingLastPathComponent().path + "/KeychainProbe"

    static let isPossible: Bool = {
        let words = [probe, "without-keyring", "\(EPERM)", "/bin/true"]
        return (try? Workshop().run(words))?.status == 0
    }()
}

/// The command where the kernel refuses its key retention service: each process is unlocked by
/// itself, so that only commands of one session follow one another.
@Suite(.enabled(if: Refusal.isPossible, "system calls can't be filtered"))
struct RefusedKeyringTests {
    private static let locked: Int32 = 36

    @Test(arguments: [EPERM, ENOSYS]) func eachProcessIsUnlockedByItself(error: Int32) throws {
        let workshop = try Workshop()
        func refused(_ words: String..., input: String = "") throws -> Workshop.Result {
            try workshop.run(
                [Refusal.probe, "without-keyring", "\(error)"] + words, input: Array(input.utf8))
        }
        func security(_ words: String...) throws -> Workshop.Result {
            try workshop.run(
                [Refusal.probe, "without-keyring", "\(error)", Workshop.command] + words)
        }
        #expect(try security("add-generic-password", "-a", "a", "-s", "s", "-w", "x").status == 0)
        #expect(try security("set-keychain-password", "-o", "", "-p", "code").status == 0)
        let find = ["find-generic-password", "-s", "s", "-w"]
        #expect(try security(find[0], find[1], find[2], find[3]).status == Self.locked)
        let unlocked = try security("unlock-keychain", "-p", "code")
        #expect(unlocked.status == 1, "\(unlocked)")
        #expect(unlocked.errors.contains("is locked for all programs"), "\(unlocked)")
        #expect(try security(find[0], find[1], find[2], find[3]).status == Self.locked)
        #expect(try security("unlock-keychain", "-p", "wrong").status == 51)

        let session = try refused(
            Workshop.command, "-i",
            input: """
                unlock-keychain -p code
                \(find.joined(separator: " "))
                lock-keychain
                \(find.joined(separator: " "))

                """)
        #expect(session.text == "x\n", "\(session)")
        #expect(session.errors.contains("SecKeychainSearchCopyNext"), "\(session)")
        let examination = try security("doctor")
        #expect(examination.text.contains("kept in this process alone"), "\(examination)")

        // The session that needs the state of others leaves itself out here.
        let condition = try #require(
            Script.all.first { $0.name == "locking.txt" }?.steps.first { $0.isCondition })
        #expect(try refused("sh", "-c", condition.command).status != 0)
    }
}
