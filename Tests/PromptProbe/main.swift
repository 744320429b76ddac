// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychainModel
import SwiftKeychain

// PromptProbe old|new|equal SECONDS: asks for a secret, and shows what came of it. "equal" first
// makes its user and group ids equal, as setresuid(2) of a program with raised privileges does.
let words = CommandLine.arguments
guard words.count == 3, let seconds = Int(words[2]) else { exit(2) }
if words[1] == "equal" {
    guard setregid(getegid(), getegid()) == 0, setreuid(geteuid(), geteuid()) == 0 else { exit(3) }
}
let prompt = Prompt(
    title: "Probe", description: "The probe asks.\nA second line of 100 %.",
    label: "Passcode:", isNew: words[1] == "new")
do throws(PromptFailure) {
    let secret = try Pinentry().secret(prompt, by: .after(.seconds(seconds)))
    secret.withBytes { print("secret <\(String(decoding: $0, as: UTF8.self))>") }
} catch {
    print("failure <\(error)>")
}
