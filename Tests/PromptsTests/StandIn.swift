// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftKeychainMemory
import SwiftKeychainModel

@testable import SwiftKeychain
@testable import SwiftKeychainService

/// A pinentry of a few lines of shell, which records what it is told.
final class StandIn {
    let folder: URL
    var path: String { folder.appendingPathComponent("pinentry").path }

    /// Answers OK to everything but what `cases`, the arms of a shell's `case`, say.
    convenience init(cases: String, greeting: String = "OK at your service") throws {
        try self.init(
            script: """
                echo '\(greeting)'
                while IFS= read -r line; do
                    printf '%s\\n' "$line" >>"$0.heard"
                    case $line in
                    \(cases)
                    BYE) echo 'OK closing'; exit 0 ;;
                    *) echo OK ;;
                    esac
                done
                """)
    }

    init(script: String) throws {
        folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("pinentry-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data("#!/bin/sh\n\(script)\n".utf8).write(to: URL(fileURLWithPath: path + ".text"))
        // Copied by another process: were the program open for writing here, a child of another
        // thread could hold it open when it is to be run.
        let install = Process()
        install.executableURL = URL(fileURLWithPath: "/usr/bin/install")
        install.arguments = ["-m", "0700", path + ".text", path]
        try install.run()
        install.waitUntilExit()
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// The lines it was told.
    var heard: [String] {
        let text = (try? String(contentsOfFile: path + ".heard", encoding: .utf8)) ?? ""
        return text.split(separator: "\n").map(String.init)
    }

    var pinentry: Pinentry { Pinentry(PromptEnvironment(pinentry: path, terminal: "/dev/null")) }

    static let prompt = Prompt(title: "Title", description: "Who asks.", label: "Passcode:")

    /// Asks, and returns the answer as text.
    func ask(
        _ prompt: Prompt = StandIn.prompt, seconds: Int = 20
    ) throws(PromptFailure) -> String {
        let secret = try pinentry.secret(prompt, by: .after(.seconds(seconds)))
        return secret.withBytes { String(decoding: $0, as: UTF8.self) }
    }
}
