// SPDX-License-Identifier: Apache-2.0
import Foundation
import Synchronization
import Testing

@testable import SwiftKeychain
@testable import SwiftKeychainService

@Suite struct SharedPromptsTests {
    /// Lets `count` threads ask, and returns their results.
    private func crowd(
        _ count: Int, _ ask: @escaping @Sendable (Int) throws -> String
    ) -> [String] {
        let answers = Mutex<[String]>([])
        let threads = (0..<count).map { number in
            let thread = Thread {
                let answer = (try? ask(number)) ?? "none"
                answers.withLock { $0.append(answer) }
            }
            thread.start()
            return thread
        }
        for thread in threads { while !thread.isFinished { usleep(1000) } }
        return answers.withLock { $0 }
    }

    @Test func callersWhoWantOneAnswerShareOnePrompt() {
        let prompts = SharedPrompts<String, String>()
        let shown = Atomic(0)
        let answers = crowd(8) { _ in
            try prompts.answer(to: "passcode") { () throws(PromptFailure) in
                shown.add(1, ordering: .relaxed)
                // Shown until all the others have come.
                while prompts.waitingCount < 7 { usleep(1000) }
                return "answer"
            }
        }
        #expect(answers == Array(repeating: "answer", count: 8))
        #expect(shown.load(ordering: .relaxed) == 1)
    }

    @Test func aCancelIsTheAnswerOfAll() {
        let prompts = SharedPrompts<String, String>()
        let answers = crowd(4) { _ in
            do throws(PromptFailure) {
                return try prompts.answer(to: "passcode") { () throws(PromptFailure) in
                    while prompts.waitingCount < 3 { usleep(1000) }
                    throw .canceled
                }
            } catch {
                return "\(error)"
            }
        }
        #expect(answers == Array(repeating: "canceled", count: 4))
    }

    /// Another caller's prompt stays until the caller that gave up has returned.
    @Test(arguments: ["passcode", "password"])
    func aCallerThatGivesUpDoesNotWait(question: String) throws {
        let prompts = SharedPrompts<String, String>()
        let isShown = Atomic(false)
        let isBack = Atomic(false)
        let answers = crowd(2) { number in
            if number == 0 {
                return try prompts.answer(to: "passcode") { () throws(PromptFailure) in
                    isShown.store(true, ordering: .releasing)
                    while !isBack.load(ordering: .acquiring) { usleep(1000) }
                    return "answer"
                }
            }
            while !isShown.load(ordering: .acquiring) { usleep(1000) }
            defer { isBack.store(true, ordering: .releasing) }
            let waited = Atomic(0)
            do throws(PromptFailure) {
                return try prompts.answer(
                    to: question,
                    unless: { waited.add(1, ordering: .relaxed).newValue > 2 }
                ) { "asked" }
            } catch {
                return "\(error)"
            }
        }
        #expect(answers.sorted() == ["answer", "withdrawn"])
        #expect(try prompts.answer(to: question) { "anew" } == "anew")
    }

    @Test func differentQuestionsAreShownOneByOne() {
        let prompts = SharedPrompts<String, String>()
        let shown = Atomic(0)
        let answers = crowd(6) { number in
            try prompts.answer(to: "\(number)") { () throws(PromptFailure) in
                let before = shown.add(1, ordering: .sequentiallyConsistent).oldValue
                usleep(2000)
                shown.subtract(1, ordering: .sequentiallyConsistent)
                return before == 0 ? "alone" : "together"
            }
        }
        #expect(answers == Array(repeating: "alone", count: 6))
    }

    @Test func aLaterCallerAsksAgain() throws {
        let prompts = SharedPrompts<String, Int>()
        for number in 0..<3 {
            #expect(try prompts.answer(to: "x") { number } == number)
        }
    }
}
