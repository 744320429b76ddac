// SPDX-License-Identifier: Apache-2.0
import Testing

@Suite struct ScriptTests {
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
                print("\(script.name): left out from line \(step.line) on: \(result.errors)")
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
