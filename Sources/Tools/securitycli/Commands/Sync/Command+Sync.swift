// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain
import SwiftKeychainSystem

extension CommandOption {
    fileprivate static let deviceName = CommandOption(
        "n", "name", .word("name"),
        "The name of this device (create, join, recover); its host name by default")
    fileprivate static let everything = CommandOption(
        "a", "all", .none, "Include or exclude all passwords (create, join, include, exclude)")
    fileprivate static let isUnattended = CommandOption(
        "u", "unattended", .none,
        "Compare no codes: whoever has the invitation can join for an hour (invite)")
    fileprivate static let restored = CommandOption(
        "r", "restore", .word("number"), "Store an item again that lost (conflicts)")
    fileprivate static let showsSecrets = CommandOption(
        "g", "secrets", .none, "Show passwords, too (conflicts)")
    fileprivate static let isConfirmed = CommandOption(
        "y", "yes", .none, "Remove a device without a question")
    fileprivate static let listsItems = CommandOption(
        "l", "list", .none, "List what the removed device has (remove)")
    fileprivate static let acceptsDeletions = CommandOption(
        "D", "accept-deletions", .none,
        "Delete what others deleted, also if that is much (now)")
}

extension Command {
    static let sync = Command(
        name: "sync",
        summary:
            "Keep passwords the same on several devices, through a folder or a cluster that they share.",
        options: RelayOptions.all + [
            .deviceName, .everything, .isUnattended, .isConfirmed, .restored,
            .showsSecrets,
            .listsItems, .acceptsDeletions, .asJSON,
        ],
        operands:
            "create|invite|join|status|now|run|devices|rename|remove|include|exclude|conflicts|relay|leave|recover [name...]",
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
        guard let word = arguments.operands.first.map({ String(path: $0) }) else {
            throw CommandFailure.usage(names)
        }
        let command = SyncCommand(session)
        let relay = RelayOptions(session, arguments)
        let operands = arguments.operands.dropFirst().map { String(path: $0) }
        func requireNone() throws(CommandFailure) {
            if !operands.isEmpty { throw .usage("unexpected argument") }
        }
        switch word {
        case "create":
            try requireNone()
            return try SyncMembership(session).create(
                relay, name: try arguments.text(.deviceName),
                includesAll: arguments.has(.everything))
        case "invite":
            try requireNone()
            return try SyncInvitation(session).invite(
                isUnattended: arguments.has(.isUnattended))
        case "join":
            guard operands.count <= 1 else { throw CommandFailure.usage("unexpected argument") }
            return try SyncInvitation(session).join(
                operands.first, relay, name: try arguments.text(.deviceName),
                includesAll: arguments.has(.everything))
        case "status":
            try requireNone()
            return try SyncReport(session).write(asJSON: arguments.has(.asJSON))
        case "devices":
            try requireNone()
            return try SyncReport(session).writeDevices()
        case "now":
            try requireNone()
            return try command.now(acceptsDeletions: arguments.has(.acceptsDeletions))
        case "run":
            try requireNone()
            return try command.run()
        case "rename":
            guard operands.count == 1 else { throw CommandFailure.usage("rename needs one name") }
            return try SyncMembership(session).rename(operands[0])
        case "remove":
            guard operands.count == 1 else { throw CommandFailure.usage("remove needs one device") }
            return try SyncRecovery(session).remove(
                operands[0], isConfirmed: arguments.has(.isConfirmed),
                listsItems: arguments.has(.listsItems))
        case "recover":
            try requireNone()
            return try SyncRecovery(session).recover(
                relay, name: try arguments.text(.deviceName),
                includesAll: arguments.has(.everything))
        case "include", "exclude":
            guard operands.isEmpty == arguments.has(.everything) else {
                throw CommandFailure.usage("\(word) needs the names of items, or -a")
            }
            return try SyncMembership(session).include(
                arguments.has(.everything) ? nil : Array(arguments.operands.dropFirst()),
                word == "include")
        case "conflicts":
            try requireNone()
            let number = try arguments.number(.restored, 1...Int.max)
            return try SyncConflicts(session).run(
                restoring: number, withSecrets: arguments.has(.showsSecrets))
        case "relay":
            try requireNone()
            return try SyncRelayMove(session).run(relay)
        case "leave":
            try requireNone()
            return try SyncMembership(session).leave()
        default: throw CommandFailure.usage(names)
        }
    }

    private static let names =
        "name create, invite, join, status, now, run, devices, rename, remove, include, exclude, conflicts,"
        + " relay, leave or recover"
}
