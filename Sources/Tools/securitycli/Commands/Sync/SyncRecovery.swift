// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain
import SwiftKeychainModel
import SwiftKeychainSystem

/// What `security sync` does when devices are lost: `remove` and `recover`.
struct SyncRecovery {
    private let session: Session
    private let keychain = Keychain.login

    init(_ session: Session) { self.session = session }

    /// Makes this device a member with the recovery code.
    func recover(
        _ options: RelayOptions, name: String?, includesAll: Bool
    ) throws(CommandFailure) -> Int32 {
        if try CommandFailure.detail({ try keychain.syncStatus() }) != nil {
            throw .message("this device is in a circle already; see security sync status")
        }
        let relay = try options.place(for: "recover")
        let membership = SyncMembership(session)
        let heads = try SyncCommand.heads(in: relay)
        let typed = try PasswordSource(session: session).password(
            .asked, asking: "recovery code: ")
        let name = name ?? SyncMembership.hostName
        let code = try CommandFailure.detail {
            try keychain.recoverCircle(typed, deviceName: name, relay: relay, heads: heads)
        }
        session.output.write(
            "\"\(name.printable)\" is a device of the circle. The code can't be used again.")
        try membership.show(code)
        let result = try membership.begin(includesAll: includesAll)
        session.note(
            "security: lost devices still read everything; security sync devices shows them, and"
                + " security sync remove ends that")
        return result
    }

    /// Removes a device, and exchanges.
    ///
    /// - Parameter listsItems: lists what the device has.
    func remove(
        _ name: String, isConfirmed: Bool, listsItems: Bool
    ) throws(CommandFailure) -> Int32 {
        let status = try SyncCommand.status(of: keychain)
        let named = status.devices.filter {
            !$0.isThisOne && ($0.name == name || $0.identifier == name)
        }
        guard let device = named.first else {
            throw .message("\(name.printable): no other device has this name")
        }
        guard named.count == 1 else {
            let names = named.map(\.identifier).joined(separator: ", ")
            throw .message("\(name.printable): several devices; use one of \(names)")
        }
        if !isConfirmed { try session.confirm("remove \"\(name.printable)\"", or: "--yes") }
        try CommandFailure.detail { try keychain.remove(device: device.identifier) }
        let result = try SyncCommand(session).now(acceptsDeletions: false, tellsNews: false)
        try CommandFailure.detail { try keychain.acknowledgeMembers() }
        if listsItems {
            for item in try CommandFailure.detail({ try keychain.syncedItems() }) {
                ItemLine.write(item, to: session.output)
            }
        }
        session.output.write(
            "\"\(device.name.printable)\" is removed. It keeps the \(ItemReport.items(status.items)) that it"
                + " had: change what they open.\n")
        return result
    }
}
