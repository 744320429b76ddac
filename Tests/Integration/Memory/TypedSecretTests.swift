// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import SwiftKeychain
import KeychainTestSupport
import Testing

extension IntegrationTests {
    /// Another process searches the memory of the process that asked for what the user typed.
    @Suite(
        .enabled(
            if: MemoryOfProcess.obstacle == nil, "\(MemoryOfProcess.obstacle ?? "")"))
    struct TypedSecretsInMemory {
        let scene: SecretScene
        /// Typed at last; with letters that are escaped on the way.
        let typed = SecretScene.text() + Array("%".utf8) + SecretScene.text()
        /// Typed first, and wrong.
        let mistyped = SecretScene.text()

        init() throws { scene = try SecretScene() }

        /// As pinentry sends it.
        private func escaped(_ bytes: [UInt8]) -> [UInt8] {
            bytes.flatMap { $0 == UInt8(ascii: "%") ? Array("%25".utf8) : [$0] }
        }

        /// Starts a process that asks a stand-in, which answers `answers` in turn.
        private func start(_ answers: [[UInt8]]) throws -> Probe {
            try scene.write(typed, to: "typed")
            for (index, answer) in answers.enumerated() {
                try scene.write(escaped(answer), to: "answer-\(index + 1)")
            }
            let script = """
                #!/bin/sh
                n=$(cat "$0.count" 2>/dev/null || echo 0)
                echo OK
                while IFS= read -r line; do
                    case $line in
                    GETPIN)
                        n=$((n + 1))
                        echo $n >"$0.count"
                        printf 'D '
                        cat "${0%/*}/answer-$n"
                        printf '\\nOK\\n' ;;
                    BYE) echo OK; exit 0 ;;
                    *) echo OK ;;
                    esac
                done

                """
            try scene.write(Array(script.utf8), to: "pinentry.text")
            // Copied by another process: a child of another thread could hold it open here.
            _ = try Probe.run(
                ["-m", "0700", scene.path("pinentry.text"), scene.path("pinentry")],
                executable: "/usr/bin/install")
            return try scene.start(environment: [
                "KEYCHAIN_PINENTRY": scene.path("pinentry"), "DISPLAY": ":nowhere",
            ])
        }

        private func expectGone(_ answers: [[UInt8]], _ probe: Probe) throws {
            let needles = answers.flatMap { answer in
                [Needle("typed", answer), Needle("sent", escaped(answer))]
            }
            let asked = try String(contentsOfFile: scene.path("pinentry.count"), encoding: .utf8)
            #expect(asked == "\(answers.count)\n", "each answer was asked for")
            let memory = MemoryOfProcess(process: probe.process)
            #expect(try memory.places(of: needles + [scene.canary]) == [])
            // The control: a kept copy is found.
            expectDone(probe.order("keep", scene.path("typed")), "keep")
            #expect(Set(try memory.places(of: needles).map(\.needle)).contains("typed"))
        }

        private func add(
            _ flags: AccessControl.Flags, context: AuthenticationContext? = nil
        ) throws {
            let control = try AccessControl(protection: .whenUnlocked, flags: flags)
            try scene.keychain.add(
                try NewItem(
                    .genericPassword,
                    attributes: [
                        .service: .string("asked"), .accessControl: .data(control.encoded()),
                    ], secret: SecretBytes(copying: scene.canary.bytes)),
                asking: Authentication(context: context))
        }

        @Test func anAnswer() throws {
            let probe = try start([typed])
            expectDone(probe.order("prompt", scene.path("typed")), "prompt")
            try expectGone([typed], probe)
        }

        /// A pinentry that goes on for longer than a secret is: what came till then is wiped too.
        @Test func anAnswerThatIsRefused() throws {
            let long = Array(repeating: typed, count: 14).flatMap { $0 }
            let probe = try start([long])
            #expect(probe.order("prompt", scene.path("typed")).status != 0)
            try expectGone([long], probe)
        }

        @Test func thePasscode() throws {
            try scene.setPasscode(typed)
            try add([.userPresence])
            let answers = [mistyped, typed, mistyped, typed, typed, typed]
            let probe = try start(answers)
            expectDone(probe.order("unlock", scene.path("typed")), "unlock")
            expectDone(probe.order("read-once", scene.path("canary"), "asked"), "read")
            try expectGone(Array(answers[..<2]), probe)
        }

        @Test func anApplicationPassword() throws {
            let context = AuthenticationContext()
            context.applicationPassword = SecretBytes(copying: typed)
            try add([.applicationPassword], context: context)
            let probe = try start([mistyped, typed])
            expectDone(probe.order("read-once", scene.path("canary"), "asked"), "read")
            try expectGone([mistyped, typed], probe)
        }

        @Test func aNewApplicationPassword() throws {
            let probe = try start([mistyped, typed, typed, typed])
            expectDone(probe.order("add", scene.path("canary"), "asked"), "add")
            try expectGone([mistyped, typed, typed, typed], probe)
        }
    }
}
