// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainCircle
import SwiftKeychainModel
import SwiftKeychainSeam
import SwiftKeychainSync
import SwiftKeychainSystem

extension Engine {
    /// Returns the state of the circle; nil if the device is in none.
    func syncStatus(_ call: Call) throws(KeychainError) -> SyncStatus? {
        guard try location.exists else { return nil }
        let view = try begin(call.deadline)
        let (reader, keybag) = (view.reader, view.keybag)
        guard let state = try OpenCircle.state(reader, keybag) else { return nil }
        var relay = state.relay
        // Only requests that concern the membership return the password.
        relay.address.password = nil
        var status = SyncStatus(
            circle: Hexadecimal.text(Array(state.circle.prefix(4))),
            device: Hexadecimal.text(state.device.bytes), relay: relay, devices: [])
        status.isPublished = state.own != nil && state.own == state.published
        (status.problem, status.problemSince) = (
            state.problem?.text, Int((state.problem?.since ?? 0) / 1000)
        )
        do throws(KeychainError) {
            if let circle = try OpenCircle(reader, keybag) {
                let heads = CircleHeads(circle, CircleFiles(of: location))
                status.devices = Self.devices(heads, state)
                status.news = Self.news(heads, state)
                if let move = heads.move, move.time > state.moved { status.moved = move.address }
                status.isLocked = circle.isLocked
            }
        } catch {
            // Before the first unlock the keys of epochs can't be read, but the state can.
            guard error.code == .interactionNotAllowed else { throw error }
            status.isLocked = true
        }
        // Without the keys of records, locked rows aren't counted.
        let rows = try SyncedRows(reader, keybag, circle: state.circle, records: [])
        view.end()
        status.items = rows.live
        status.changed = rows.rows.values.count(where: \.isDirty)
        (status.notSent, status.tooLong) = (rows.notSent, rows.tooLong)
        // Only these can the caller include.
        status.ordinary = rows.ordinary.count(where: call.caller.mayUse)
        let memory = state.membership(state.roster)
        if memory.isCopied { status.standing = .copied }
        if memory.isRemoved { status.standing = .removed }
        return status
    }

    /// Returns the items of the caller that are the same on all devices, as far as they can be read.
    func syncedItems(
        _ authorised: Authorised<[PersistentReference]>, _ call: Call
    ) throws(KeychainError) -> [Item] {
        let view = try begin(call.deadline)
        let state = try Self.required(OpenCircle.state(view.reader, view.keybag))
        let rows = try SyncedRows(view.reader, view.keybag, circle: state.circle, records: [])
        view.end()
        return rows.opened.filter { key, opened in
            rows.rows[key]?.state == .live && authorised.mayHave(opened.item.accessGroup)
        }.map(\.value.item)
    }

    /// Returns the members, this device first.
    private static func devices(_ heads: CircleHeads, _ state: CircleState) -> [SyncStatus.Device] {
        state.membership(heads.roster).members.map { member in
            let accepted = state.heads[member].flatMap { heads.head(member, $0) }
            var device = SyncStatus.Device(
                name: heads.name(member), identifier: Hexadecimal.text(member.bytes),
                lastSeen: accepted.map { Int($0.body.time / 1000) },
                isThisOne: member == state.device)
            if let accepted, accepted.body.relay?.time ?? 0 == state.moved {
                device.sequence = Int(clamping: accepted.head.sequence)
            }
            return device
        }.sorted {
            ($0.isThisOne ? 0 : 1, $0.name, $0.identifier)
                < ($1.isThisOne ? 0 : 1, $1.name, $1.identifier)
        }
    }
}
