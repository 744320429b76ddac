import Glibc

/// Shows one prompt at a time, and one for all who want the same answer at once.
///
/// Who comes while a question is shown gets its answer; who comes later asks anew.
package final class SharedPrompts<Answer: Sendable>: @unchecked Sendable {
    private final class Question {
        var result: Result<Answer, PromptFailure>?
    }

    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var questions: [String: Question] = [:]
    private var isShowing = false
    private var process = getpid()
    private var waiting = 0

    package init() {
        pthread_mutex_init(mutex, nil)
        pthread_cond_init(changed, nil)
    }

    deinit {
        pthread_mutex_destroy(mutex)
        pthread_cond_destroy(changed)
        mutex.deallocate()
        changed.deallocate()
    }

    /// Counts the callers who wait for an answer that another asked for.
    package var waitingCount: Int {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return waiting
    }

    /// Gives the answer to the question named `key`, by `ask` where nobody asks it already.
    package func answer(
        to key: String, _ ask: () throws(PromptFailure) -> Answer
    ) throws(PromptFailure) -> Answer {
        pthread_mutex_lock(mutex)
        if process != getpid() {
            // A child of fork(): whoever asked there is no thread of this process.
            process = getpid()
            questions = [:]
            isShowing = false
            waiting = 0
        }
        if let question = questions[key] {
            waiting += 1
            while question.result == nil { pthread_cond_wait(changed, mutex) }
            waiting -= 1
            let result = question.result
            pthread_mutex_unlock(mutex)
            if let result { return try result.get() }
            throw .canceled
        }
        let question = Question()
        questions[key] = question
        // Two prompts on one terminal would take each other's letters.
        while isShowing { pthread_cond_wait(changed, mutex) }
        isShowing = true
        pthread_mutex_unlock(mutex)

        let result: Result<Answer, PromptFailure>
        do throws(PromptFailure) { result = .success(try ask()) } catch { result = .failure(error) }

        pthread_mutex_lock(mutex)
        question.result = result
        questions[key] = nil
        isShowing = false
        pthread_cond_broadcast(changed)
        pthread_mutex_unlock(mutex)
        return try result.get()
    }
}
