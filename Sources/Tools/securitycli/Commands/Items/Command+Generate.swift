// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain

extension Command {
    static let generate = Command(
        name: "generate",
        summary: "Print a random password.",
        options: PasswordGeneration.options + [.clip],
        notes: ["With -K it is copied instead of printed."]
    ) { arguments, session in
        let clipboard = try Clipboard(arguments)
        let password = try PasswordGeneration.password(arguments)
        if let clipboard {
            try clipboard.take(password, session)
        } else {
            password.withBytes { session.output.write($0) }
            session.output.write("\n")
        }
        return 0
    }
}
