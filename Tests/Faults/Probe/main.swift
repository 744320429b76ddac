// SPDX-License-Identifier: Apache-2.0
import Glibc
import Interposed
import SwiftKeychain

// Works on the store below a folder, one word-separated step an argument, and prints a line for
// each when it has returned: what a test in another process may rely on after this one is killed.
//
//     faultprobe HOME "add ACCOUNT SECRET" "update ACCOUNT SECRET" "delete ACCOUNT" list diagnose …
//
// "tpm ADDRESS" is no step: it names the TPM.
var arguments = CommandLine.arguments.dropFirst()
guard let home = arguments.popFirst() else {
    say("usage: faultprobe HOME STEP…")
    exit(2)
}
if arguments.contains(where: { $0.hasPrefix("allocation") }) { interposed_allocations() }
let prefix = "tpm "
let tpm = arguments.first { $0.hasPrefix(prefix) }?.dropFirst(prefix.count)
let steps = Steps(home: home, tpm: tpm.map(String.init))
for argument in arguments where !argument.hasPrefix(prefix) { steps.run(argument) }

/// Prints a line at once.
func say(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    _ = write(1, bytes, bytes.count)
}
