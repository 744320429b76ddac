// SPDX-License-Identifier: Apache-2.0
import Foundation

/// A test written as a session of a shell.
///
///     # a comment
///     $ security find-generic-password -w -s x     a line for sh; $T is a folder of the test's own,
///                                                  $F that of certificates and keys that are kept;
///                                                  the functions of Fixtures/functions are there
///     + echo $?                                     a further line of the same command
///     > text                                        a line of standard output
///     ! text                                        a line of standard error
///     = 44                                          the exit status; without it 0
///     ? security doctor                             unless this succeeds, the rest is left out
///
/// In an expected line `…` stands for any text. The last newline of the output may be missing.
struct Script: CustomStringConvertible, Sendable {
    struct Step: Sendable {
        var line: Int
        var command: String
        var output: [String] = []
        var errors: [String] = []
        var status: Int32 = 0
        /// Says that the rest of the session needs the command to succeed.
        var isCondition = false
    }

    let name: String
    let lines: [Substring]
    let steps: [Step]
    var description: String { name }

    /// All scripts, or those that $SCRIPT names, with spaces between them.
    static let all: [Script] = {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("Scripts")
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        let chosen = ProcessInfo.processInfo.environment["SCRIPT"]?
            .split(separator: " ").map { "\($0).txt" }
        let scripts = names.filter { $0.hasSuffix(".txt") && chosen?.contains($0) ?? true }
        return scripts.sorted().map { name in
            let text = try? String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
            return Script(name: name, text: text ?? "")
        }
    }()

    init(name: String, text: String) {
        self.name = name
        var steps: [Step] = []
        lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() {
            let rest = String(line.dropFirst(2))
            switch line.prefix(2) {
            case "$ ": steps.append(Step(line: index + 1, command: rest))
            case "? ":
                steps.append(Step(line: index + 1, command: rest))
                steps[steps.count - 1].isCondition = true
            case "+ ", "+": steps[steps.count - 1].command += "\n" + rest
            case "> ", ">": steps[steps.count - 1].output.append(rest)
            case "! ", "!": steps[steps.count - 1].errors.append(rest)
            case "= ": steps[steps.count - 1].status = Int32(rest) ?? -999
            case "", "# ", "#": break
            default: steps.append(Step(line: index + 1, command: "echo 'not a line of a script'"))
            }
        }
        self.steps = steps
    }

    /// Returns whether what was printed is what is expected.
    static func matches(_ printed: String, _ expected: [String]) -> Bool {
        var lines = printed.split(separator: "\n", omittingEmptySubsequences: false)
        if lines.last == "" { lines.removeLast() }
        guard lines.count == expected.count else { return false }
        return zip(lines, expected).allSatisfy { matches($0, $1) }
    }

    private static func matches(_ line: Substring, _ expected: String) -> Bool {
        let parts = expected.components(separatedBy: "…")
        guard parts.count > 1, line.hasPrefix(parts[0]) else { return line == expected[...] }
        var rest = line.dropFirst(parts[0].count)
        for part in parts.dropFirst().dropLast() where !part.isEmpty {
            guard let range = rest.range(of: part) else { return false }
            rest = rest[range.upperBound...]
        }
        return rest.hasSuffix(parts[parts.count - 1])
    }
}
