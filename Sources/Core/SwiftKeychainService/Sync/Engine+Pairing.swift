// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainCircle
import SwiftKeychainModel
import SwiftKeychainSealing
import SwiftKeychainSeam
import SwiftKeychainStore
import SwiftKeychainSystem

// The requests by which a device joins a circle. What an end knows is an item of its store between two requests.
extension Engine {
    /// How long an invitation is good for, in milliseconds: with codes to compare, and without.
    private static let validity: (attended: UInt64, unattended: UInt64) = (600_000, 3_600_000)

    /// Makes an invitation, in place of an earlier one.
    ///
    /// - Throws: `interactionNotAllowed` while the keychain is locked.
    func invite(isUnattended: Bool, _ call: Call) throws(KeychainError) -> Reply {
        if let demand = try missingPasscode(call) { return .lacks(demand) }
        let end =
            system.milliseconds + (isUnattended ? Self.validity.unattended : Self.validity.attended)
        return try write(call.deadline) { transaction in
            let circle = try OpenCircle(transaction)
            let invitation = Invitation(
                to: circle.state.relay.address, isUnattended: isUnattended, end: end, system.random)
            let pairing = Pairing(.member, invitation, name: circle.state.name, system.random)
            try CircleItem.pairing.write(pairing.encoded, transaction, system.random)
            return .invitation(invitation.text)
        }
    }

    /// Begins to join a circle, and returns where its relay is.
    ///
    /// - Throws: `duplicateItem` if the device is in one; `parameter` for a text that is no invitation;
    ///   `interactionNotAllowed` while the keychain is locked.
    func join(_ device: JoiningDevice, _ call: Call) throws(KeychainError) -> Reply {
        try Self.check(deviceName: device.deviceName)
        let invitation: Invitation
        do throws(CircleFault) {
            invitation = try Invitation(text: device.invitation)
        } catch {
            throw KeychainError(.parameter, "the invitation \(error.sentence)")
        }
        if let demand = try missingPasscode(call) { return .lacks(demand) }
        guard invitation.relay.kind != .folder || !device.paths.folder.isEmpty else {
            throw KeychainError(
                .parameter, "the devices share a folder: say where it is with -f path")
        }
        let pairing = Pairing(
            .joining, invitation, name: device.deviceName, paths: device.paths, system.random)
        try write(call.deadline) { transaction in
            try requireNoCircle(transaction)
            try CircleItem.pairing.write(pairing.encoded, transaction, system.random)
        }
        return .syncRelay(RelayPlace(invitation.relay, device.paths))
    }

    /// Goes on with the pairing.
    ///
    /// - Throws: `itemNotFound` if there is none; `authenticationFailed` for a wrong code or after the end of the
    ///   invitation, which ends the pairing.
    func pair(
        _ files: [RelayFile], code: String?, _ call: Call
    ) throws(KeychainError) -> SyncPairing {
        // A refusal is returned instead of thrown, so that the transaction commits the end of the pairing.
        let outcome: Result<SyncPairing, KeychainError> = try write(call.deadline) { transaction in
            guard
                let contents = try CircleItem.pairing.read(transaction.writer, transaction.keybag),
                var pairing = try? Pairing(contents)
            else { throw KeychainError(.itemNotFound, "no device is about to join") }
            let circle = try OpenCircle(transaction.writer, transaction.keybag)
            guard (circle == nil) == (pairing.role == .joining) else {
                throw KeychainError(.duplicateItem, "the device is in a circle already")
            }
            if let refusal = try refusal(&pairing, code) {
                try CircleItem.pairing.write(nil, transaction, system.random)
                return .failure(refusal)
            }
            let boxes = Self.messages(files, of: pairing)
            try pairing.take(boxes)
            if var circle {
                pairing.offer(circle.state.genesis, keys: circle.state.keys)
                try admit(boxes, &pairing, &circle, transaction)
            } else if let (welcome, seed) = try pairing.welcomed(boxes) {
                let joined = try OpenCircle(
                    welcome, seed: seed, name: pairing.name,
                    relay: RelayPlace(pairing.invitation.relay, pairing.paths))
                try begin(joined, transaction)
            }
            let isFinished = pairing.stage == .finished
            try CircleItem.pairing.write(
                isFinished ? nil : pairing.encoded, transaction, system.random)
            return .success(try Self.reply(pairing, system.random))
        }
        return try outcome.get()
    }

    /// Returns why a pairing ends: its invitation isn't valid any more, or the code that was typed is wrong.
    private func refusal(_ pairing: inout Pairing, _ code: String?) throws(KeychainError)
        -> KeychainError?
    {
        // The clock of the member counts, which made the invitation.
        if pairing.role == .member, system.milliseconds > pairing.invitation.end {
            return KeychainError(.authenticationFailed, "the invitation has expired")
        }
        if let code, !pairing.confirm(code) {
            return KeychainError(
                .authenticationFailed, "the codes differ; the invitation isn't valid any more")
        }
        return nil
    }

    /// Admits the other device, once it has confirmed the code. The next own head has the statement that admits it.
    private func admit(
        _ boxes: [Int: [UInt8]], _ pairing: inout Pairing, _ circle: inout OpenCircle,
        _ transaction: Transaction
    ) throws(KeychainError) {
        guard let joining = pairing.admitted(boxes) else { return }
        let welcome = try circle.admit(
            joining.keys, name: joining.name, consent: joining.consent)
        try circle.store(transaction, system.random)
        pairing.answer(welcome, keys: circle.state.keys)
    }

    /// Returns what the names of the messages begin with: `m/`, 32 hexadecimal digits and a slash.
    private static func mailbox(of pairing: Pairing) -> String {
        "m/\(Hexadecimal.text(pairing.invitation.mailbox))/"
    }

    /// Returns the messages among files, by their numbers. Files of other mailboxes are skipped.
    private static func messages(_ files: [RelayFile], of pairing: Pairing) -> [Int: [UInt8]] {
        let mailbox = mailbox(of: pairing)
        var boxes: [Int: [UInt8]] = [:]
        for file in files where file.name.hasPrefix(mailbox) {
            guard let number = Int(file.name.dropFirst(mailbox.count)),
                (1...Pairing.messageCount).contains(number)
            else { continue }
            boxes[number] = file.bytes
        }
        return boxes
    }

    /// Returns what the client needs: the messages to put, the code to show, and the stage.
    private static func reply(
        _ pairing: Pairing, _ random: RandomSource
    ) throws(KeychainError) -> SyncPairing {
        let mailbox = mailbox(of: pairing)
        var reply = SyncPairing(mailbox: mailbox)
        reply.puts = try pairing.boxes(random).sorted { $0.key < $1.key }.map {
            RelayFile(name: "\(mailbox)\($0.key)", bytes: $0.value)
        }
        (reply.otherName, reply.code) = (pairing.otherName, pairing.shownCode)
        reply.stage = pairing.stage
        return reply
    }
}
