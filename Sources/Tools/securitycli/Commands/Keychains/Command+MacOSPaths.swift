// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain

extension Command {
    static let macOSPaths = Command(
        name: "macos-paths",
        summary: "Make ~/Library/Keychains a link to the folder of the login keychain.",
        operands: "enable|disable|status",
        notes: [
            "For tools that look for the files of keychains there, such as fastlane; commands and",
            "programs understand these paths without it. The login keychain is there called",
            "login.keychain-db. The status of status is 1 while there is no such link.",
        ]
    ) { arguments, session in
        guard arguments.operands.count == 1 else {
            throw CommandFailure.usage("name enable, disable or status")
        }
        let folder = try CommandFailure.detail { try Keychain.macFolder() }
        switch String(path: arguments.operands[0]) {
        case "enable": try CommandFailure.detail { try Keychain.linkMacFolder() }
        case "disable": try CommandFailure.detail { try folder.unlink() }
        case "status": break
        default: throw CommandFailure.usage("name enable, disable or status")
        }
        let isLinked = folder.isLinked
        let state = isLinked ? "a link to \(folder.target)" : "not a link to \(folder.target)"
        session.output.write("\(folder.path): \(state)".printable + "\n")
        return isLinked || arguments.operands[0].elementsEqual("disable".utf8) ? 0 : 1
    }
}
