// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain
import SwiftKeychainSystem

extension Command {
    static let explain = Command(
        name: "explain",
        summary: "Explain the keys of a query, its primary key, and what an add collides with.",
        operands: "[file]",
        notes: [
            "Reads the dictionary as a JSON object from the file, or from standard input. Names and",
            "values may be constants (kSecAttrAccount) or what they stand for (acct); bytes are",
            "{\"data\": \"BASE64\"}. Values are not printed, except for constants and booleans.",
        ]
    ) { arguments, session in
        try arguments.requireOneOperand("file")
        if arguments.operands.isEmpty, session.isInteractive {
            throw CommandFailure.message("standard input contains the commands; name a file")
        }
        let text =
            try arguments.operands.first.map { try SecretInput.file($0) }
            ?? SecretInput.standardInput()
        let json: JSONValue
        do throws(JSONValue.Malformed) {
            json = try JSONValue(text)
        } catch {
            throw CommandFailure.message("not JSON: \(error.detail)")
        }
        guard let members = json.object else { throw CommandFailure.message("not a JSON object") }
        var explanation = QueryExplanation(try QueryDictionaryText(members))
        let lines = explanation.lines()
        session.noteOtherGroups(explanation.otherGroups)
        for line in lines { session.output.write(line.printable + "\n") }
        return 0
    }
}
