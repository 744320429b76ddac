// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel

// The values in requests and replies about a circle.

extension SyncRequest: MessageValue {
    /// The name in the audit log, behind `sync-`.
    var name: String { form.name }

    /// The number of the case and its fields in a message, and its name in the audit log.
    private var form: (number: UInt64, name: String, fields: [any MessageValue]) {
        switch self {
        case .status: (0, "status", [])
        case .create(let circle): (1, "create", [circle.deviceName, circle.relay])
        case .receive(let files): (2, "receive", [files])
        case .plan(let relay):
            (3, "plan", [relay.head.map(ByteString.init), relay.packs, relay.acceptsDeletions])
        case .sent: (4, "sent", [])
        case .relay: (15, "relay", [])
        case .acknowledgeMembers: (17, "acknowledge", [])
        case .items: (18, "items", [])
        case .note(let problem): (20, "note", [problem])
        case .leave: (19, "leave", [])
        case .move(let place, let heads): (16, "move", [place, heads])
        case .include(let references, let isIncluded): (5, "include", [references, isIncluded])
        case .rename(let name): (6, "rename", [name])
        case .forget: (7, "forget", [])
        case .invite(let isUnattended): (8, "invite", [isUnattended])
        case .join(let device):
            (9, "join", [MessageSecret(device.invitation), device.deviceName, device.paths])
        case .pair(let files, let code): (10, "pair", [files, code])
        case .remove(let device): (11, "remove", [device])
        case .conflicts(let withSecrets): (13, "conflicts", [withSecrets])
        case .restore(let number): (14, "restore", [number])
        case .recover(let code, let device, let heads):
            (12, "recover", [MessageSecret(code), device.deviceName, device.relay, heads])
        }
    }

    func encode(to encoder: inout MessageEncoder) {
        let (number, _, fields) = form
        encoder.tagged(number, fields: fields)
    }

    init(from decoder: inout MessageDecoder) throws(KeychainError) {
        switch try decoder.tagged() {
        case (0, 0): self = .status
        case (1, 2):
            self = .create(
                NewCircle(deviceName: try decoder.value(), relay: try decoder.value()))
        case (2, 1): self = .receive(try decoder.value())
        case (3, 3):
            self = .plan(
                RelayView(
                    head: try decoder.optionalData(), packs: try decoder.value(),
                    acceptsDeletions: try decoder.value()))
        case (4, 0): self = .sent
        case (15, 0): self = .relay
        case (17, 0): self = .acknowledgeMembers
        case (18, 0): self = .items
        case (20, 1): self = .note(problem: try decoder.value())
        case (19, 0): self = .leave
        case (16, 2): self = .move(try decoder.value(), try decoder.value())
        case (5, 2): self = .include(try decoder.value(), try decoder.value())
        case (6, 1): self = .rename(try decoder.value())
        case (7, 0): self = .forget
        case (8, 1): self = .invite(isUnattended: try decoder.value())
        case (9, 3):
            self = .join(
                JoiningDevice(
                    invitation: try decoder.secret(), deviceName: try decoder.value(),
                    paths: try decoder.value()))
        case (10, 2): self = .pair(try decoder.value(), code: try decoder.value())
        case (11, 1): self = .remove(try decoder.value())
        case (13, 1): self = .conflicts(withSecrets: try decoder.value())
        case (14, 1): self = .restore(try decoder.value())
        case (12, 4):
            self = .recover(
                try decoder.secret(),
                NewCircle(deviceName: try decoder.value(), relay: try decoder.value()),
                try decoder.value())
        default: throw MessageDecoder.malformed
        }
    }
}

extension RelayFile: MessageValue {
    func encode(to encoder: inout MessageEncoder) { encoder.fields(name, ByteString(bytes)) }

    init(from decoder: inout MessageDecoder) throws(KeychainError) {
        try decoder.array(of: 2)
        self.init(name: try decoder.value(), bytes: try decoder.data())
    }
}

extension RelayAddress: MessageValue {
    func encode(to encoder: inout MessageEncoder) {
        encoder.fields(
            kind.rawValue, prefix, endpoints, user, password.map { MessageSecret($0) },
            authorities.map { ByteString($0) })
    }

    init(from decoder: inout MessageDecoder) throws(KeychainError) {
        try decoder.array(of: 6)
        guard let kind = Kind(rawValue: try decoder.value()) else {
            throw MessageDecoder.malformed
        }
        self.init(
            kind, prefix: try decoder.value(), endpoints: try decoder.value(),
            user: try decoder.value(), password: try decoder.optionalSecret(),
            authorities: (try decoder.value() as [ByteString]).map(\.bytes))
    }
}

extension RelayPaths: MessageValue {
    func encode(to encoder: inout MessageEncoder) { encoder.fields(folder, certificate, key) }

    init(from decoder: inout MessageDecoder) throws(KeychainError) {
        try decoder.array(of: 3)
        self.init(
            folder: try decoder.value(), certificate: try decoder.value(),
            key: try decoder.value())
    }
}

extension RelayPlace: MessageValue {
    func encode(to encoder: inout MessageEncoder) { encoder.fields(address, paths) }

    init(from decoder: inout MessageDecoder) throws(KeychainError) {
        try decoder.array(of: 2)
        self.init(try decoder.value(), try decoder.value())
    }
}

extension SyncStatus: MessageValue {
    func encode(to encoder: inout MessageEncoder) {
        encoder.fields(
            circle, device, relay, devices, items, changed, notSent, ordinary, tooLong,
            isPublished, standing, isLocked, moved, news, problem, problemSince)
    }

    init(from decoder: inout MessageDecoder) throws(KeychainError) {
        (
            circle, device, relay, devices, items, changed, notSent, ordinary, tooLong,
            isPublished, standing, isLocked, moved, news, problem, problemSince
        ) = try decoder.fields()
    }
}

extension SyncStatus.Standing: MessageValue {}

extension SyncStatus.Device: MessageValue {
    func encode(to encoder: inout MessageEncoder) {
        encoder.fields(name, identifier, lastSeen, isThisOne, sequence)
    }

    init(from decoder: inout MessageDecoder) throws(KeychainError) {
        (name, identifier, lastSeen, isThisOne, sequence) = try decoder.fields()
    }
}

extension SyncPairing: MessageValue {
    func encode(to encoder: inout MessageEncoder) {
        encoder.fields(mailbox, puts, otherName, code, stage)
    }

    init(from decoder: inout MessageDecoder) throws(KeychainError) {
        (mailbox, puts, otherName, code, stage) = try decoder.fields()
    }
}

extension PairingStage: MessageValue {}

extension SyncConflict: MessageValue {
    func encode(to encoder: inout MessageEncoder) { encoder.fields(number, date, reason, item) }

    init(from decoder: inout MessageDecoder) throws(KeychainError) {
        (number, date, reason, item) = try decoder.fields()
    }
}

extension SyncReceived: MessageValue {
    func encode(to encoder: inout MessageEncoder) { encoder.fields(wanted, faults, heads) }

    init(from decoder: inout MessageDecoder) throws(KeychainError) {
        (wanted, faults, heads) = try decoder.fields()
    }
}

extension SyncReceived.Head: MessageValue {
    func encode(to encoder: inout MessageEncoder) { encoder.fields(name, sequence) }

    init(from decoder: inout MessageDecoder) throws(KeychainError) {
        (name, sequence) = try decoder.fields()
    }
}

extension SyncPlan: MessageValue {
    func encode(to encoder: inout MessageEncoder) {
        encoder.fields(publication, changed, sent, refusedDeletions, waiting, news)
    }

    init(from decoder: inout MessageDecoder) throws(KeychainError) {
        (publication, changed, sent, refusedDeletions, waiting, news) = try decoder.fields()
    }
}

extension SyncPlan.Publication: MessageValue {
    func encode(to encoder: inout MessageEncoder) { encoder.fields(puts, head, removals) }

    init(from decoder: inout MessageDecoder) throws(KeychainError) {
        (puts, head, removals) = try decoder.fields()
    }
}
