// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain
import SwiftKeychainModel

extension Command {
    static let adopt = Command(
        name: "adopt",
        summary: "Give keychains to the user's securityd, or take them back.",
        operands: "embedded|securityd [socket]",
        notes: [
            "With securityd, programs reach the keychains in the folder of the login keychain",
            "through the service at the socket, by default $XDG_RUNTIME_DIR/keychain/securityd.sock.",
            "The service must be running, or be started by its socket. With embedded, programs open",
            "them themselves again, and the service is ended. Items stay where they are; they are",
            "counted on both sides.",
        ]
    ) { arguments, session in
        let words = arguments.operands.map { String(path: $0) }
        let count: Int
        let way: String
        switch (words.first, words.count) {
        case ("embedded", 1):
            count = try CommandFailure.detail { try Keychain.takeFromService() }
            way = "embedded"
        case ("securityd", 1...2):
            guard let socket = words.count == 2 ? words[1] : ServiceMode.userSocket else {
                throw CommandFailure.usage("XDG_RUNTIME_DIR is not set; name the socket")
            }
            guard socket.hasPrefix("/"), !socket.contains(where: \.isWhitespace) else {
                throw CommandFailure.usage("the socket must be an absolute path without spaces")
            }
            count = try CommandFailure.detail { try Keychain.giveToService(at: socket) }
            way = "securityd at \(socket)"
        default: throw CommandFailure.usage("name embedded or securityd")
        }
        session.output.write(
            "\(Keychain.login.path): \(ItemReport.items(count)), \(way)".printable + "\n")
        return 0
    }
}
