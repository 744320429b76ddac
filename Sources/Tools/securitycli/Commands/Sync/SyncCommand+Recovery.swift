// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain
import SwiftKeychainAgent
import SwiftKeychainModel
import SwiftKeychainSystem

extension CommandOption {
    static let removesAtOnce = flag(
        "y", "yes", "Remove a device without a question; leave while the keychain is locked")
    static let listsItems = flag("l", "list", "List what the removed device has (remove)")
}

// What to do when devices are lost.
extension SyncCommand {
    /// Makes this device a member with the recovery code.
    func recover() throws(CommandFailure) -> Int32 {
        let name = try deviceName()
        try requireNoCircle()
        let relay = try place(for: "recover")
        let heads = try heads(in: relay)
        try requireWritable(relay)
        let typed = try session.password(asking: "recovery code: ")
        let code = try CommandFailure.detail {
            try keychain.performAsking(
                .recover(typed, NewCircle(deviceName: name, relay: relay), heads))
        }
        try show(
            code,
            after: "\"\(name.printable)\" is a device of the circle. The code can't be used again.")
        let result = try begin()
        session.note(
            "security: lost devices still read everything; security sync devices shows them, and"
                + " security sync remove ends that")
        return result
    }

    /// Removes a device, and exchanges.
    func remove(_ name: String) throws(CommandFailure) -> Int32 {
        let status = try status()
        let device = try CommandFailure.only { try status.otherDevice(named: name) }
        if arguments.has(.listsItems) {
            for item in try CommandFailure.detail({ try keychain.perform(.syncedItems) }) {
                ItemLine.write(item, to: session.output)
            }
        }
        if !arguments.has(.removesAtOnce) {
            try session.confirm("remove \"\(name.printable)\"", or: "--yes")
        }
        try CommandFailure.detail { try keychain.performAsking(.remove(device: device.identifier)) }
        let result = try exchangeOnce(tellsNews: false)
        try CommandFailure.detail { try keychain.perform(.acknowledgeMembers) }
        session.output.write(
            "\"\(device.name.printable)\" is removed. It keeps the \(ItemReport.items(status.items)) that it"
                + " had: change what they open.\n")
        return result
    }
}
