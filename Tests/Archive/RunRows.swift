// SPDX-License-Identifier: Apache-2.0
import Foundation
import Security

/// Runs the rows of the files that the arguments name, and what a linker might take away beside them.
@main enum RunRows {
    static func main() throws {
        var failures = bridges()
        var count = 0
        for file in CommandLine.arguments.dropFirst() {
            let name = "Rows/" + URL(fileURLWithPath: file).lastPathComponent
            for row in try Row.all(in: name) {
                count += 1
                failures += try row.failures()
            }
        }
        for failure in failures { print("archive: \(failure)") }
        if !failures.isEmpty || count < 1000 { exit(1) }
        print("archive: \(count) rows")
    }

    /// Conversions that are looked up at run time, which no reference of the program keeps.
    private static func bridges() -> [String] {
        var failures: [String] = []
        if AnyHashable(kSecAttrAccount) != AnyHashable("acct") {
            failures.append("a constant isn't the key that its text is")
        }
        let result: CFTypeRef = [[kSecAttrAccount: "ann"] as CFDictionary] as CFArray
        if (result as? [[String: Any]])?.first?["acct"] as? String != "ann" {
            failures.append("a result isn't an array of dictionaries")
        }
        return failures
    }
}
