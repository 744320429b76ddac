// SPDX-License-Identifier: Apache-2.0
import Testing

@Suite struct ScriptTests {
    /// What needs more is a helper in Fixtures, or several lines.
    @Test(arguments: Script.all)
    func noLineIsLong(script: Script) {
        for (index, line) in script.lines.enumerated() {
            #expect(line.count <= 200, "\(script.name):\(index + 1)")
        }
    }

    @Test(arguments: Script.all)
    func theSessionGoesAsWritten(script: Script) throws {
        let workshop = try Workshop()
        // `~` of a script.
        workshop.environment["HOME"] = workshop.folder.path
        #expect(!script.steps.isEmpty)
        for step in script.steps {
            let result = try workshop.run(["sh", "-c", ". $F/functions; \(step.command)"])
            if step.isCondition {
                if result.status == 0 { continue }
                // In the form of the tests that are skipped as a whole: Scripts/test counts both.
                print(
                    "➜ Script \(script.name) skipped: \"from line \(step.line) on, needs \(step.command)\""
                )
                return
            }
            let isRight =
                result.status == step.status && Script.matches(result.text, step.output)
                && Script.matches(result.errors, step.errors)
            #expect(
                isRight,
                """
                \(script.name):\(step.line): status \(result.status), output \(result.text.debugDescription), \
                errors \(result.errors.debugDescription), of: \(step.command)
                """)
        }
    }
}
