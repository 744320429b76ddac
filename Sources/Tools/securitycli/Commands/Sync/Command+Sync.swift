// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain
import SwiftKeychainSystem

extension Command {
    static let sync = Command(
        name: "sync",
        summary:
            "Keep passwords the same on several devices, through a folder or a cluster that they share.",
        options: SyncCommand.relayOptions + [
            .deviceName, .everything, .isUnattended, .removesAtOnce, .restored, .showsSecrets,
            .listsItems, .acceptsDeletions, .asJSON,
        ],
        operands: verbs.joined(separator: "|") + " [name...]",
        notes: [
            "create makes a circle of this device, and prints a recovery code. Its files are in the folder given",
            "with -f, which any tool may copy to other devices, or on an etcd cluster (--etcd, --user). There",
            "they are encrypted. join takes a cluster from the invitation.",
            "invite prints an invitation, which join reads on the new device: it asks for it, or takes it from",
            "standard input with -. Both devices then show a code that is typed on the other.",
            "now synchronizes once; run does so whenever something changes, until it is stopped.",
            "remove ends what a lost device can read from then on; recover makes this device a member with the",
            "recovery code, when all others are lost, and prints a new code.",
            "conflicts lists what lost against other devices' changes within the last 30 days.",
            "relay moves the circle to another folder or cluster, or follows a device that did.",
            "include has passwords synchronized that their programs keep on this device alone.",
            "status exits with 0 if all is the same, 1 with a warning, 2 if changes wait, 3 without a circle.",
        ],
        changesAlone: true
    ) { arguments, session in
        let words = arguments.operands.map { String(path: $0) }
        let command = SyncCommand(session: session, arguments: arguments)
        switch (words.first, words.count - 1) {
        case ("create", 0): return try command.create()
        case ("invite", 0): return try command.invite()
        case ("join", 0): return try command.join(nil)
        case ("join", 1): return try command.join(words[1])
        case ("status", 0): return try command.writeStatus()
        case ("now", 0):
            return try command.exchangeOnce(acceptsDeletions: arguments.has(.acceptsDeletions))
        case ("run", 0): return try command.run()
        case ("devices", 0): return try command.writeDevices()
        case ("rename", 1): return try command.rename(words[1])
        case ("rename", _): throw CommandFailure.usage("rename needs one name")
        case ("remove", 1): return try command.remove(words[1])
        case ("remove", _): throw CommandFailure.usage("remove needs one device")
        case ("include"?, let count), ("exclude"?, let count):
            guard (count == 0) == arguments.has(.everything) else {
                throw CommandFailure.usage("\(words[0]) needs the names of items, or -a")
            }
            let names = Array(arguments.operands.dropFirst())
            return try command.include(names, words[0] == "include")
        case ("conflicts", 0): return try command.conflicts()
        case ("relay", 0): return try command.moveRelay()
        case ("leave", 0): return try command.leave()
        case ("recover", 0): return try command.recover()
        case (let word?, _) where verbs.contains(word):
            throw CommandFailure.usage("unexpected argument")
        default:
            let unknown = words.first.map { "\($0): unknown; " } ?? ""
            throw CommandFailure.usage(
                unknown + "name \(verbs.dropLast().joined(separator: ", ")) or \(verbs.last!)")
        }
    }

    private static let verbs = [
        "create", "invite", "join", "status", "now", "run", "devices", "rename", "remove",
        "include", "exclude", "conflicts", "relay", "leave", "recover",
    ]
}
