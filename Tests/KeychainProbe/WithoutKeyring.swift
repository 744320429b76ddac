// SPDX-License-Identifier: Apache-2.0
import CRefusal
import Glibc

/// Runs a program that the kernel refuses its key retention service, as it does in some containers.
enum WithoutKeyring {
    /// - Parameters:
    ///   - error: what the kernel answers.
    ///   - words: the program and its arguments.
    static func run(error: Int32, _ words: ArraySlice<String>) {
        guard let program = words.first else { return Talk.say("failed: no program") }
        guard refuse_keyring(error) == 0 else {
            Talk.say("failed: no filter: \(String(cString: strerror(errno)))")
            exit(4)
        }
        start(program, words)
    }

    /// Runs a program whose user has no room for another key.
    static func runWithFullQuota(_ words: ArraySlice<String>) {
        guard let program = words.first else { return Talk.say("failed: no program") }
        guard fill_key_quota() == 0 else {
            Talk.say("failed: the quota: \(String(cString: strerror(errno)))")
            exit(4)
        }
        start(program, words)
    }

    private static func start(_ program: String, _ words: ArraySlice<String>) {
        var words = words.map { strdup($0) } + [nil]
        execv(program, &words)
        Talk.say("failed: \(program) does not start")
        exit(4)
    }
}
