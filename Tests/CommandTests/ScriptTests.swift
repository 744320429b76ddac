import Testing

@Suite struct ScriptTests {
    @Test(arguments: Script.all)
    func theSessionGoesAsWritten(script: Script) throws {
        let workshop = try Workshop()
        #expect(!script.steps.isEmpty)
        for step in script.steps {
            let result = try workshop.run(["sh", "-c", step.command])
            let isRight =
                result.status == step.status && Script.matches(result.text, step.output)
                && Script.matches(result.errors, step.errors)
            #expect(
                isRight,
                """
                \(script.name):\(step.line): \(step.command)
                status \(result.status), output:
                \(result.text)errors:
                \(result.errors)
                """)
        }
    }
}
