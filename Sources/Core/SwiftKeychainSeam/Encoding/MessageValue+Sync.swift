// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel

// The values in requests and replies about a circle.

extension SyncRequest: MessageValue {
    func encode(to encoder: inout MessageEncoder) {
        switch self {
        case .status: encoder.tagged(0)
        case .create(let circle): encoder.tagged(1, circle.deviceName, circle.relay)
        case .receive(let files): encoder.tagged(2, files)
        case .plan(let relay):
            encoder.tagged(
                3, relay.head.map(ByteString.init), relay.packs, relay.acceptsDeletions)
        case .sent: encoder.tagged(4)
        case .relay: encoder.tagged(15)
        case .acknowledgeMembers: encoder.tagged(17)
        case .items: encoder.tagged(18)
        case .leave: encoder.tagged(19)
        case .move(let place, let heads): encoder.tagged(16, place, heads)
        case .include(let references, let isIncluded): encoder.tagged(5, references, isIncluded)
        case .rename(let name): encoder.tagged(6, name)
        case .forget: encoder.tagged(7)
        case .invite(let isUnattended): encoder.tagged(8, isUnattended)
        case .join(let device):
            encoder.tagged(
                9, MessageSecret(device.invitation), device.deviceName, device.paths)
        case .pair(let files, let code): encoder.tagged(10, files, code)
        case .remove(let device): encoder.tagged(11, device)
        case .conflicts(let withSecrets): encoder.tagged(13, withSecrets)
        case .restore(let number): encoder.tagged(14, number)
        case .recover(let code, let device, let heads):
            encoder.tagged(12, MessageSecret(code), device.deviceName, device.relay, heads)
        }
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
        let (prefix, endpoints): (String, [String]) = (try decoder.value(), try decoder.value())
        let user: String = try decoder.value()
        let password = try decoder.optionalSecret()
        let authorities: [ByteString] = try decoder.value()
        self.init(
            kind, prefix: prefix, endpoints: endpoints, user: user, password: password,
            authorities: authorities.map(\.bytes))
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
            isPublished,
            standing, isLocked, moved, news)
    }

    init(from decoder: inout MessageDecoder) throws(KeychainError) {
        try decoder.array(of: 14)
        self.init(
            circle: try decoder.value(), device: try decoder.value(),
            relay: try decoder.value(), devices: try decoder.value())
        items = try decoder.value()
        changed = try decoder.value()
        notSent = try decoder.value()
        ordinary = try decoder.value()
        tooLong = try decoder.value()
        isPublished = try decoder.value()
        standing = try decoder.value()
        isLocked = try decoder.value()
        moved = try decoder.value()
        news = try decoder.value()
    }
}

extension SyncStatus.Standing: MessageValue {}

extension SyncStatus.Device: MessageValue {
    func encode(to encoder: inout MessageEncoder) {
        encoder.fields(name, identifier, lastSeen, isThisOne, sequence)
    }

    init(from decoder: inout MessageDecoder) throws(KeychainError) {
        try decoder.array(of: 5)
        self.init(
            name: try decoder.value(), identifier: try decoder.value(),
            lastSeen: try decoder.value(), isThisOne: try decoder.value())
        sequence = try decoder.value()
    }
}

extension SyncPairing: MessageValue {
    func encode(to encoder: inout MessageEncoder) {
        encoder.fields(mailbox, puts, otherName, code, stage)
    }

    init(from decoder: inout MessageDecoder) throws(KeychainError) {
        try decoder.array(of: 5)
        self.init(mailbox: try decoder.value())
        puts = try decoder.value()
        otherName = try decoder.value()
        code = try decoder.value()
        stage = try decoder.value()
    }
}

extension SyncPairing.Stage: MessageValue {}

extension SyncConflict: MessageValue {
    func encode(to encoder: inout MessageEncoder) { encoder.fields(number, date, reason, item) }

    init(from decoder: inout MessageDecoder) throws(KeychainError) {
        try decoder.array(of: 4)
        self.init(
            number: try decoder.value(), date: try decoder.value(), reason: try decoder.value(),
            item: try decoder.value())
    }
}

extension SyncReceived: MessageValue {
    func encode(to encoder: inout MessageEncoder) { encoder.fields(wanted, faults, heads) }

    init(from decoder: inout MessageDecoder) throws(KeychainError) {
        try decoder.array(of: 3)
        self.init(
            wanted: try decoder.value(), faults: try decoder.value(), heads: try decoder.value())
    }
}

extension SyncReceived.Head: MessageValue {
    func encode(to encoder: inout MessageEncoder) { encoder.fields(name, sequence) }

    init(from decoder: inout MessageDecoder) throws(KeychainError) {
        try decoder.array(of: 2)
        self.init(name: try decoder.value(), sequence: try decoder.value())
    }
}

extension SyncPlan: MessageValue {
    func encode(to encoder: inout MessageEncoder) {
        encoder.fields(publication, changed, sent, refusedDeletions, waiting, news)
    }

    init(from decoder: inout MessageDecoder) throws(KeychainError) {
        try decoder.array(of: 6)
        self.init()
        publication = try decoder.value()
        changed = try decoder.value()
        sent = try decoder.value()
        refusedDeletions = try decoder.value()
        waiting = try decoder.value()
        news = try decoder.value()
    }
}

extension SyncPlan.Publication: MessageValue {
    func encode(to encoder: inout MessageEncoder) { encoder.fields(puts, head, removals) }

    init(from decoder: inout MessageDecoder) throws(KeychainError) {
        try decoder.array(of: 3)
        self.init(
            puts: try decoder.value(), head: try decoder.value(), removals: try decoder.value())
    }
}
