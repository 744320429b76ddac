// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychainSystem

/// Prompts shown one at a time, each shared by all callers that want the same answer.
///
/// A caller that arrives while its question is shown gets that answer; a later caller asks again.
package final class SharedPrompts<Key: Hashable, Answer: Sendable>: @unchecked Sendable {
    private final class Question {
        var result: Result<Answer, PromptFailure>?
    }

    private let lock = ThreadLock()
    private let changed = ThreadCondition()
    private var questions: [Key: Question] = [:]
    private var isShowing = false
    private var process = getpid()
    private var waiting = 0

    package init() {}

    /// The number of callers that wait for an answer that another one asked for.
    package var waitingCount: Int { lock.withLock { waiting } }

    /// Returns the answer to the question named `key`, from `ask` unless another caller is already
    /// asking.
    ///
    /// - Parameter isWithdrawn: checked ten times a second while this call waits for other prompts;
    ///   nil to wait as long as they take.
    /// - Throws: what the `ask` that ran throws; `withdrawn` when `isWithdrawn` returns true.
    package func answer(
        to key: Key, unless isWithdrawn: (() -> Bool)? = nil,
        _ ask: () throws(PromptFailure) -> Answer
    ) throws(PromptFailure) -> Answer {
        lock.lock()
        if process != getpid() {
            // After fork(), the asking threads don't exist in the child.
            process = getpid()
            questions = [:]
            isShowing = false
            waiting = 0
        }
        if let question = questions[key] {
            waiting += 1
            wait(while: { question.result == nil }, unless: isWithdrawn)
            waiting -= 1
            let result = question.result
            lock.unlock()
            guard let result else { throw .withdrawn }
            return try result.get()
        }
        let question = Question()
        questions[key] = question
        // Two prompts on one terminal would share its input.
        wait(while: { isShowing }, unless: isWithdrawn)
        if isShowing {
            // The callers that wait for this one ask for themselves.
            question.result = .failure(.withdrawn)
            questions[key] = nil
            changed.broadcast()
            lock.unlock()
            throw .withdrawn
        }
        isShowing = true
        lock.unlock()

        let result = Result(catching: ask)

        lock.lock()
        question.result = result
        questions[key] = nil
        isShowing = false
        changed.broadcast()
        lock.unlock()
        return try result.get()
    }

    /// Waits, with the lock held, until `condition` is false or `isWithdrawn` returns true.
    private func wait(while condition: () -> Bool, unless isWithdrawn: (() -> Bool)?) {
        while condition() {
            guard let isWithdrawn else {
                changed.wait(lock)
                continue
            }
            if isWithdrawn() { return }
            changed.wait(lock, until: SystemClock.monotonicTime(after: .milliseconds(100)))
        }
    }
}
