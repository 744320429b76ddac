// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainTestSupport
import Synchronization
import Testing

@testable import SwiftKeychain
@testable import SwiftKeychainService

/// Which callers share a prompt, and what it says.
@Suite struct QuestionTests {
    private func reference(_ byte: UInt8) -> PersistentReference {
        PersistentReference(itemClass: .genericPassword, uuid: Array(repeating: byte, count: 16))
    }

    @Test func questionsThatDifferHaveNamesThatDiffer() {
        var all: [Question.Subject] = [
            .unlocking, .newKeychain, .passcode(nil), .unshared(), .unshared(),
        ]
        for byte: UInt8 in [1, 2] {
            all += [
                .passcode(reference(byte)), .password(reference(byte)),
                .newPassword(reference(byte)),
            ]
        }
        var keys: Set<Question.Key> = []
        // A line break in a path or in the words of the caller makes no other question of it.
        for (path, reason) in [
            ("/a", "b"), ("/a\nb", ""), ("", "/a\nb"), ("/a", "b\n"), ("/a\n", "b"),
        ] {
            for subject in all {
                keys.insert(Question.Key(subject: subject, path: path, reason: reason))
            }
        }
        #expect(keys.count == 5 * all.count)
        #expect(keys.contains(Question.Key(subject: .unlocking, path: "/a", reason: "b")))
    }

    /// Two items have passwords of their own: the answer to one prompt is not tried on the other.
    @Test func twoItemsHaveTwoPrompts() throws {
        let home = TemporaryHome()
        let control = try AccessControl(
            protection: .alwaysThisDeviceOnly, flags: .applicationPassword)
        for name in ["first", "second"] {
            let context = AuthenticationContext()
            context.applicationPassword = name.passcode
            try Keychain(home: home.path).add(
                .password(service: name, [.accessControl: .data(control.encoded())]),
                asking: Authentication(context: context))
        }
        let shown = Mutex<[String]>([])
        var prompter = TestUser().prompter
        prompter.obstacle = { nil }
        prompter.secret = { (prompt, _) throws(PromptFailure) in
            shown.withLock { $0.append(prompt.description) }
            // The other has come, and waits for its turn.
            let start = ContinuousClock.now
            while Prompter.prompts.waitingCount == 0,
                ContinuousClock.now - start < .milliseconds(300)
            {
                usleepBriefly()
            }
            return (prompt.description.contains("“first”") ? "first" : "second").passcode
        }
        let keychain = Keychain(home: home.path, prompter: prompter)
        let threads = ["first", "second"].map { name in
            let thread = Thread {
                _ = try? keychain.find(.password([.service: .string(name)]))
            }
            thread.start()
            return thread
        }
        for thread in threads { while !thread.isFinished { usleepBriefly() } }
        #expect(shown.withLock { $0 }.count == 2)
        #expect(shown.withLock { $0.count { $0.contains("password of “first”") } } == 1)
    }

    /// One prompt for each item, and for one context one answer.
    @Test func thePasscodeIsAskedForAnItemByItsName() throws {
        let home = TemporaryHome()
        let control = try AccessControl(protection: .alwaysThisDeviceOnly, flags: .userPresence)
        let label = "bank\u{202e}\n" + String(repeating: "x", count: 100)
        try Keychain(home: home.path).add(
            .password(
                service: "s",
                [.accessControl: .data(control.encoded()), .label: .string(label)]))
        let user = TestUser(passcode: "1234", answers: [.types("1234")])
        _ = try user.keychain(home: home.path).find(.password([:]))
        let text = user.prompts[0].description
        #expect(text.contains(", to open “bank\\342\\200\\256\\012x"))
        #expect(text.contains("x…”"))
        #expect(text.split(separator: "\n").count == 2)
    }
}
