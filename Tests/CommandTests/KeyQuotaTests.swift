// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import Testing

/// A user whose quota of keys in the kernel is full.
private enum FullQuota {
    static let probe =
        URL(fileURLWithPath: Workshop.command).deletingLastPathComponent().path + "/KeychainProbe"
    /// A user of its own, to leave the quota of the tests' user alone.
    static let user = "58173"

    /// - Parameter unlocked: how many keychains of the user are unlocked.
    static func run(
        _ words: [String], in workshop: Workshop, unlocked: Int = 0
    ) throws -> Workshop.Result {
        // What an earlier process held is given back some time after its end, and would be room. A keychain holds about 650
        // bytes.
        for _ in 0..<6000 where heldBytes > 100 + 700 * unlocked { usleep(10_000) }
        return try asUser([probe, "full-quota"] + words, in: workshop)
    }

    static func asUser(_ words: [String], in workshop: Workshop) throws -> Workshop.Result {
        try workshop.run(
            ["setpriv", "--reuid", user, "--regid", user, "--clear-groups", "--"] + words)
    }

    /// How many bytes of keys count for the user's quota.
    private static var heldBytes: Int {
        guard let file = fopen("/proc/key-users", "re") else { return 0 }
        defer { fclose(file) }
        var (line, capacity): (UnsafeMutablePointer<CChar>?, Int) = (nil, 0)
        defer { free(line) }
        while getline(&line, &capacity, file) > 0, let line {
            // "uid: usage keys/instantiated counted/limit bytes/limit"
            let words = String(cString: line).split(whereSeparator: \.isWhitespace)
            if words.first == "\(user):", words.count > 4 {
                return words[4].split(separator: "/").first.flatMap { Int($0) } ?? 0
            }
        }
        return 0
    }

    static let isPossible: Bool = {
        guard getuid() == 0, let workshop = try? Workshop() else { return false }
        return (try? run(["/bin/true"], in: workshop))?.status == 0
    }()
}

/// What was unlocked lies in the process alone then: a command that ends with it has unlocked
/// nothing, and says so.
@Suite(
    .serialized, .enabled(if: FullQuota.isPossible, "needs root to become a user with a full quota")
)
struct KeyQuotaTests {
    private func workshop() throws -> Workshop {
        let workshop = try Workshop()
        chmod(workshop.folder.path, 0o777)
        return workshop
    }

    private func security(_ workshop: Workshop, _ words: String...) throws -> Workshop.Result {
        try FullQuota.run([Workshop.command] + words, in: workshop)
    }

    @Test func aCommandThatUnlocksNothingSaysSo() throws {
        let workshop = try workshop()
        let made = try security(workshop, "create-keychain", "-p", "code", "work")
        #expect(made.status == 1, "\(made)")
        #expect(made.errors.contains("Disk quota exceeded"), "\(made)")
        #expect(made.errors.contains("created, but the keychain is locked"), "\(made)")
        let unlocked = try security(workshop, "unlock-keychain", "-p", "code", "work")
        #expect(unlocked.status == 1, "\(unlocked)")
        #expect(unlocked.errors.contains("Disk quota exceeded"), "\(unlocked)")
        let examined = try security(workshop, "doctor", "work")
        #expect(examined.text.contains("this process alone"), "\(examined)")
        #expect(examined.text.contains("Disk quota exceeded"), "\(examined)")
        let set = try security(workshop, "set-keychain-password", "-o", "code", "-p", "new", "work")
        #expect(set.status == 0, "the password is set: \(set)")
        #expect(set.errors.contains("Disk quota exceeded"), "\(set)")
    }

    /// Within one process it is unlocked.
    @Test func aSessionGoesOn() throws {
        let workshop = try workshop()
        let line =
            "printf 'create-keychain -p code work\\nlock-keychain work\\n"
            + "unlock-keychain -p code work\\nadd-generic-password -a a -s s -w x work\\n"
            + "find-generic-password -s s -w work\\n' | security -i"
        let session = try FullQuota.run(["/bin/sh", "-c", line], in: workshop)
        #expect(session.text == "x\n", "\(session)")
    }

    /// Unlocked keychains in temporary folders that were removed take no room from others.
    @Test func removedKeychainsMakeRoom() throws {
        let workshop = try workshop()
        let command = Workshop.command
        for name in ["one", "two"] {
            let folder = workshop.folder.path + "/" + name
            let made = try FullQuota.asUser(
                [
                    "/usr/bin/env", "KEYCHAIN_HOME=\(folder)", command, "create-keychain", "-p",
                    "code", "work",
                ], in: workshop)
            #expect(made.status == 0, "\(made)")
            try FileManager.default.removeItem(atPath: folder)
        }
        let line =
            "\(command) create-keychain -p code work && \(command) add-generic-password -a a -s s -w x work"
            + " && \(command) find-generic-password -s s -w work; \(command) delete-keychain work"
        let session = try FullQuota.run(["/bin/sh", "-c", line], in: workshop, unlocked: 2)
        #expect(session.text == "x\n", "\(session)")
    }

    /// A keychain that is unlocked already is unlocked again, which takes no room.
    @Test func anUnlockedKeychainStaysUnlocked() throws {
        let workshop = try workshop()
        let made = try FullQuota.asUser(
            [Workshop.command, "create-keychain", "-p", "code", "work"], in: workshop)
        #expect(made.status == 0, "\(made)")
        let again = try FullQuota.run(
            [Workshop.command, "unlock-keychain", "-p", "code", "work"], in: workshop, unlocked: 1)
        #expect(again.status == 0 && again.errors.isEmpty, "\(again)")
        _ = try FullQuota.asUser([Workshop.command, "delete-keychain", "work"], in: workshop)
    }
}
