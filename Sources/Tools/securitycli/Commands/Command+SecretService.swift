// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain
import SwiftKeychainSecretService
import SwiftKeychainSystem

extension Command {
    static let secretService = Command(
        name: "secret-service",
        summary: "Give the programs of the desktop this keychain (org.freedesktop.secrets).",
        operands: "enable|status|disable|native|confine [on|off]",
        notes: [
            "enable copies what the present service keeps (gnome-keyring, KWallet, KeePassXC), and takes its place",
            "from the next login on. Nothing is deleted there. disable copies everything back, and gives the name",
            "back.",
            "native off hides from these programs the items made through Apple's interface.",
            "confine on shows Flatpak and Snap applications only the items that they made.",
        ],
        changesAlone: true
    ) { arguments, session in
        let words = arguments.operands.map { String(path: $0) }
        let activation = SecretServiceActivation(
            mayAsk: PromptEnvironment.current.hasDisplay,
            say: { session.output.write($0.printable + "\n") })
        func isDone(_ step: () throws -> Bool) throws(CommandFailure) -> Int32 {
            try CommandFailure.detail(exitStatus: nil, step) ? 0 : 1
        }
        switch (words.first, words.count) {
        case ("enable", 1):
            guard let program = SecretServiceFiles.program else {
                throw CommandFailure.message("\(SecretServiceFiles.programName) isn't installed")
            }
            return try isDone { try activation.enable(program) }
        case ("disable", 1): return try isDone(activation.disable)
        case ("status", 1): return try isDone(activation.sayStatus)
        case ("native", 2), ("confine", 2):
            guard let isOn = ["on": true, "off": false][words[1]] else { break }
            return try isDone { try activation.set(words[0], isOn) }
        default: break
        }
        throw CommandFailure.usage("name enable, status, disable, native on|off or confine on|off")
    }
}
