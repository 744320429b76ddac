// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain
import SwiftKeychainSystem

extension Command {
    static let explain = Command(
        name: "explain",
        summary: "Explain the keys of a query, its primary key, and what an add collides with.",
        operands: "[file or name]",
        notes: [
            "Reads the dictionary as a JSON object from the file, or from standard input. Names and",
            "values may be constants (kSecAttrAccount) or what they stand for (acct); bytes are",
            "{\"data\": \"BASE64\"}. Values are not printed, except for constants and booleans.",
            "With the name of a function, constant or type of Apple's, says what it does on Linux.",
        ]
    ) { arguments, session in
        if arguments.operands.first?.isEmpty == true {
            throw CommandFailure.usage("the name of the file is empty")
        }
        if let word = arguments.operands.first, let lines = try appleName(word) {
            for line in lines { session.output.write(line + "\n") }
            return 0
        }
        if arguments.operands.isEmpty, session.isInteractive {
            throw CommandFailure.message("standard input contains the commands; name a file")
        }
        let text =
            try arguments.operands.first.map { try SecretInput.file($0) }
            ?? SecretInput.standardInput()
        let json = try CommandFailure.only(at: "not JSON") { try JSONValue(text) }
        guard let members = json.object else { throw CommandFailure.message("not a JSON object") }
        var explanation = QueryExplanation(try QueryDictionaryText(members))
        let lines = explanation.lines()
        session.noteOtherGroups(explanation.otherGroups)
        for line in lines { session.output.write(line.printable + "\n") }
        return 0
    }

    /// Returns what there is to say about one of Apple's names; nil for the name of a file.
    private static func appleName(_ word: [UInt8]) throws(CommandFailure) -> [String]? {
        let name = String(path: word)
        if let known = AppleName.lines(about: name) { return known }
        // A file in this folder needs no path.
        guard name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" }),
            !System.exists(name)
        else { return nil }
        let near = AppleName.names(near: name)
        throw .message(
            "\(name): neither a file nor a name of Apple's"
                + (near.isEmpty ? "" : "; did you mean \(near.joined(separator: ", "))?"))
    }
}
