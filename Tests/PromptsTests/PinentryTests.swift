// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftKeychainMemory
import SwiftKeychainModel
import Testing

@testable import SwiftKeychain
@testable import SwiftKeychainService

/// Pinentries that answer correctly, wrongly, or not at all.
@Suite struct PinentryTests {
    @Test func theAnswerIsUnescaped() throws {
        let standIn = try StandIn(
            cases: """
                GETPIN) printf '# hello\\r\\nS NOTE x\\nD pa%%25ss%%0A\\nD  \\303\\244\\nOK\\n' ;;
                """)
        #expect(try standIn.ask() == "pa%ss\n ä")
    }

    @Test func whatIsShownIsEscapedAndHarmless() throws {
        let standIn = try StandIn(cases: "GETPIN) echo 'D x'; echo OK ;;")
        var prompt = StandIn.prompt
        prompt.description = "100 %\nof \u{1b}[2Jit\r\u{202e}"
        prompt.error = "Wrong."
        #expect(try standIn.ask(prompt, seconds: 30) == "x")
        let heard = standIn.heard
        #expect(heard.contains("SETDESC 100 %25%0Aof  [2Jit  "))
        #expect(heard.contains("SETERROR Wrong."))
        #expect(heard.contains("SETTITLE Title"))
        #expect(heard.contains("SETPROMPT Passcode:"))
        #expect(heard.contains("OPTION ttyname=/dev/null"))
        #expect(heard.contains { $0.hasPrefix("SETTIMEOUT 2") || $0 == "SETTIMEOUT 30" })
        #expect(heard.last == "BYE")
    }

    @Test func longTextIsCutBetweenCharacters() {
        for count in 300...340 {
            let line = AssuanLine.command("SETDESC", String(repeating: "%ä", count: count))
            #expect(line.count <= 1001)
            let text = String(validating: line, as: UTF8.self)
            #expect(text?.hasSuffix("\n") == true)
            #expect(text?.hasSuffix("…\n") == (count > 198))
        }
        #expect(AssuanLine.command("SETDESC", String(repeating: "a", count: 992)).count == 1001)
    }

    static let refusals: [(Int, PromptFailure)] = [
        (83_886_179, .canceled), (83_886_194, .canceled), (83_886_278, .canceled),
        (83_886_142, .timedOut),
        (83_918_950, .unavailable("pinentry answered error 83918950")),
    ]

    @Test(arguments: refusals) func aRefusalHasItsMeaning(
        number: Int, failure: PromptFailure
    ) throws {
        let standIn = try StandIn(cases: "GETPIN|CONFIRM) echo 'ERR \(number) no <x>' ;;")
        #expect(throws: failure) { try standIn.ask() }
        #expect(throws: failure) {
            try standIn.pinentry.confirm(StandIn.prompt, by: .after(.seconds(20)))
        }
    }

    @Test func consentIsOK() throws {
        let standIn = try StandIn(cases: "GETPIN) echo 'ERR 1 x' ;;")
        try standIn.pinentry.confirm(StandIn.prompt, by: .after(.seconds(20)))
        #expect(standIn.heard.contains("CONFIRM"))
    }

    @Test func aProgramThatDoesNotAnswerIsEnded() throws {
        let standIn = try StandIn(cases: "GETPIN) exec sleep 600 ;;")
        let start = ContinuousClock.now
        #expect(throws: PromptFailure.timedOut) { try standIn.ask(seconds: 1) }
        // Far from the ten minutes; how near to the second is not the matter.
        #expect(ContinuousClock.now - start < .seconds(60))
    }

    @Test func aWithdrawnProgramIsEnded() throws {
        let standIn = try StandIn(cases: "GETPIN) exec sleep 600 ;;")
        var prompt = StandIn.prompt
        let context = AuthenticationContext()
        prompt.context = context
        let path = standIn.path + ".heard"
        let thread = Thread {
            func isAsked() -> Bool {
                (try? String(contentsOfFile: path, encoding: .utf8))?.contains("GETPIN") == true
            }
            while !isAsked() { usleep(1000) }
            context.invalidate()
        }
        thread.start()
        #expect(throws: PromptFailure.withdrawn) { try standIn.ask(prompt, seconds: 500) }
        #expect(KeychainError(PromptFailure.withdrawn).code == .authenticationFailed)
    }

    static let malformed = [
        "GETPIN) echo 'D abc%'; echo OK ;;", "GETPIN) echo 'D %g0'; echo OK ;;",
        "GETPIN) echo 'D %4'; echo OK ;;", "GETPIN) echo 'INQUIRE QUALITY x' ;;",
        "GETPIN) echo 'ERR what' ;;", "GETPIN) echo ERR ;;", "GETPIN) echo ok ;;",
        "GETPIN) printf '\\000\\377\\n' ;;", "SETDESC*) echo 'D x'; echo OK ;;",
        "GETPIN) head -c 3000 /dev/zero | tr '\\0' a; echo ;;",
        "GETPIN) yes 'S x' | head -n 20000; echo OK ;;",
    ]

    @Test(arguments: malformed) func whatIsNotAssuanIsRefused(cases: String) throws {
        let standIn = try StandIn(cases: cases)
        #expect(throws: PromptFailure.unavailable("pinentry does not speak Assuan")) {
            try standIn.ask()
        }
    }

    @Test func anEndlessAnswerIsRefused() throws {
        let standIn = try StandIn(
            cases: "GETPIN) yes \"D $(printf %0900d 1)\" | head -n 100; echo OK ;;")
        #expect(throws: PromptFailure.unavailable("pinentry answered more than 65536 bytes")) {
            try standIn.ask()
        }
    }

    @Test func aProgramThatDiesGivesNoAnswer() throws {
        let gone = PromptFailure.unavailable("pinentry ended without an answer")
        for cases in [
            "GETPIN) exit 3 ;;", "GETPIN) kill -9 $$ ;;", "GETPIN) printf 'D secr'; exit ;;",
            "GETPIN) echo 'D secret'; exit 0 ;;",
        ] {
            let standIn = try StandIn(cases: cases)
            #expect(throws: gone) { try standIn.ask() }
        }
        for script in ["exit 0", "exec >/dev/null; sleep 1"] {
            let standIn = try StandIn(script: script)
            #expect(throws: gone) { try standIn.ask() }
        }
    }

    @Test func aGreetingMustBeOK() throws {
        let standIn = try StandIn(cases: "x) ;;", greeting: "ERR 5 busy")
        #expect(throws: PromptFailure.unavailable("pinentry answered error 5")) {
            try standIn.ask()
        }
    }

    @Test func anOptionThatIsNotKnownDoesNotMatter() throws {
        let standIn = try StandIn(
            cases: "OPTION*|SETTIMEOUT*|SETTITLE*) echo 'ERR 83886254 unknown' ;;"
                + " GETPIN) echo 'D x'; echo OK ;;")
        #expect(try standIn.ask() == "x")
    }

    @Test func aNewSecretIsAskedForUntilBothAreEqual() throws {
        let standIn = try StandIn(
            cases: """
                GETPIN) n=$((n + 1)); case $n in 2) echo 'D b';; *) echo 'D a';; esac; echo OK ;;
                """)
        var prompt = StandIn.prompt
        prompt.isNew = true
        #expect(try standIn.ask(prompt) == "a")
        #expect(standIn.heard.filter { $0 == "GETPIN" }.count == 4)
        #expect(standIn.heard.contains("SETERROR The entries do not match."))
    }

    @Test func nothingTypedIsAnEmptyAnswer() throws {
        let standIn = try StandIn(cases: "x) ;;")
        #expect(try standIn.ask() == "")
    }

    @Test func withoutTerminalAndDisplayNothingIsStarted() throws {
        let standIn = try StandIn(cases: "GETPIN) echo 'D x'; echo OK ;;")
        let pinentry = Pinentry(PromptEnvironment(pinentry: standIn.path, terminal: nil))
        let failure = PromptFailure.unavailable("no terminal and no display")
        #expect(pinentry.obstacle == failure)
        #expect(throws: failure) {
            try pinentry.secret(StandIn.prompt, by: .after(.seconds(20)))
        }
        #expect(standIn.heard.isEmpty)
        #expect(KeychainError(failure).code == .interactionNotAllowed)
        #expect(KeychainError(PromptFailure.canceled).code == .userCanceled)
        #expect(KeychainError(PromptFailure.timedOut).code == .userCanceled)
    }

    @Test func theProgramIsFoundByItsNameOrThePath() throws {
        let standIn = try StandIn(cases: "x) ;;")
        var environment = PromptEnvironment(terminal: "/dev/null")
        environment.path = "relative:\(standIn.folder.path)"
        #expect(try environment.program() == standIn.path)
        environment.pinentry = "pinentry"
        #expect(try environment.program() == standIn.path)
        for missing in ["pinentry-of-nobody", "./pinentry", "/nowhere/pinentry"] {
            environment.pinentry = missing
            #expect(
                throws: PromptFailure.unavailable(
                    "\(missing) was not found; check KEYCHAIN_PINENTRY and PATH")
            ) { try environment.program() }
        }
        environment.pinentry = nil
        environment.path = "/nowhere:"
        #expect(throws: PromptFailure.self) { try environment.program() }
    }

    @Test func aProgramThatDoesNotStartIsNone() throws {
        let standIn = try StandIn(script: "")
        try Data("no program".utf8).write(to: URL(fileURLWithPath: standIn.path))
        #expect(throws: PromptFailure.self) { try standIn.ask() }
    }

    /// In a process of its own, as other tests open descriptors, too.
    @Test func descriptorsAreNotLeftOpen() async {
        await #expect(processExitsWith: .success) { try PinentryTests().askOften() }
    }

    private func askOften() throws {
        let standIn = try StandIn(cases: "GETPIN) echo 'D x'; echo OK ;;")
        _ = try standIn.ask()
        func mine() -> Int {
            let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
            return all.count
        }
        let before = mine()
        for _ in 0..<40 { _ = try standIn.ask() }
        #expect(mine() == before)
    }
}
