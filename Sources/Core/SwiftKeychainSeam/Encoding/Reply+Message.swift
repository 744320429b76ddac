// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel

// A reply is the array [number of the case, fields…]. Another meaning of a number needs a new version of the
// messages.
extension Reply: MessageValue {
    func encode(to encoder: inout MessageEncoder) {
        switch self {
        case .items(let items): encoder.tagged(0, items)
        case .page(let page): encoder.tagged(1, page)
        case .stored(let groups): encoder.tagged(2, groups)
        case .count(let count): encoder.tagged(3, count)
        case .status(let status): encoder.tagged(4, status)
        case .verified(let proof): encoder.tagged(5, ByteString(proof))
        case .passcodeChange(let change):
            encoder.tagged(
                6, change.resealed, change.resealedAside, change.deleted, change.damaged)
        case .paths(let paths): encoder.tagged(7, paths)
        case .settings(let settings): encoder.tagged(8, settings)
        case .file(let state): encoder.tagged(9, state.exists, state.mayRead, state.mayWrite)
        case .keychainList(let list): encoder.tagged(10, list.standard, list.searched)
        case .findings(let findings, let surroundings): encoder.tagged(11, findings, surroundings)
        case .archived(let tally, let bytes): encoder.tagged(12, tally, ByteString(bytes))
        case .restored(let tally): encoder.tagged(13, tally)
        case .done: encoder.tagged(14)
        case .lacks(let demand): encoder.tagged(15, demand)
        case .failed(let error): encoder.tagged(16, error)
        case .recoveryCode(let code): encoder.tagged(17, MessageSecret(code))
        case .syncStatus(let status): encoder.tagged(18, status)
        case .syncReceived(let received): encoder.tagged(19, received)
        case .syncPlan(let plan): encoder.tagged(20, plan)
        case .syncPairing(let pairing): encoder.tagged(21, pairing)
        case .invitation(let text): encoder.tagged(22, MessageSecret(text))
        case .syncConflicts(let conflicts): encoder.tagged(23, conflicts)
        case .syncRelay(let place): encoder.tagged(24, place)
        }
    }

    init(from decoder: inout MessageDecoder) throws(KeychainError) {
        switch try decoder.tagged() {
        case (0, 1): self = .items(try decoder.value())
        case (1, 1): self = .page(try decoder.value())
        case (2, 1): self = .stored(try decoder.value())
        case (3, 1): self = .count(try decoder.value())
        case (4, 1): self = .status(try decoder.value())
        case (5, 1): self = .verified(try decoder.data())
        case (6, 4):
            self = .passcodeChange(
                PasscodeChange(
                    resealed: try decoder.value(), resealedAside: try decoder.value(),
                    deleted: try decoder.value(), damaged: try decoder.value()))
        case (7, 1): self = .paths(try decoder.value())
        case (8, 1): self = .settings(try decoder.value())
        case (9, 3):
            self = .file(
                FileState(
                    exists: try decoder.value(), mayRead: try decoder.value(),
                    mayWrite: try decoder.value()))
        case (10, 2):
            var list = KeychainList()
            list.standard = try decoder.value()
            list.searched = try decoder.value()
            self = .keychainList(list)
        case (11, 2): self = .findings(try decoder.value(), surroundings: try decoder.value())
        case (12, 2): self = .archived(try decoder.value(), try decoder.data())
        case (13, 1): self = .restored(try decoder.value())
        case (14, 0): self = .done
        case (15, 1): self = .lacks(try decoder.value())
        case (16, 1): self = .failed(try decoder.value())
        case (17, 1): self = .recoveryCode(try decoder.secret())
        case (18, 1): self = .syncStatus(try decoder.value())
        case (19, 1): self = .syncReceived(try decoder.value())
        case (20, 1): self = .syncPlan(try decoder.value())
        case (21, 1): self = .syncPairing(try decoder.value())
        case (22, 1): self = .invitation(try decoder.secret())
        case (23, 1): self = .syncConflicts(try decoder.value())
        case (24, 1): self = .syncRelay(try decoder.value())
        default: throw MessageDecoder.malformed
        }
    }
}

extension Reply.Page: MessageValue {
    func encode(to encoder: inout MessageEncoder) {
        encoder.fields(items, Int64(lockedCount), next, damage, stop)
    }

    init(from decoder: inout MessageDecoder) throws(KeychainError) {
        try decoder.array(of: 5)
        let items: [Item] = try decoder.value()
        let lockedCount = Int(try decoder.integer(UInt32.self))
        guard lockedCount <= items.count else { throw MessageDecoder.malformed }
        self.init(
            items: items, lockedCount: lockedCount, next: try decoder.value(),
            damage: try decoder.value(), stop: try decoder.value())
    }
}

extension Reply.Page.Stop: MessageValue {
    func encode(to encoder: inout MessageEncoder) {
        switch self {
        case .lacks(let demand): encoder.tagged(0, demand)
        case .failed(let error): encoder.tagged(1, error)
        }
    }

    init(from decoder: inout MessageDecoder) throws(KeychainError) {
        switch try decoder.tagged() {
        case (0, 1): self = .lacks(try decoder.value())
        case (1, 1): self = .failed(try decoder.value())
        default: throw MessageDecoder.malformed
        }
    }
}

extension LockState: MessageValue {}

extension Reply.LockStatus: MessageValue {
    func encode(to encoder: inout MessageEncoder) {
        encoder.fields(
            lockState, hasPasscode, mark.map(ByteString.init), reasonUnlockedHereAlone)
    }

    init(from decoder: inout MessageDecoder) throws(KeychainError) {
        try decoder.array(of: 4)
        self.init(
            lockState: try decoder.value(), hasPasscode: try decoder.value(),
            mark: try decoder.optionalData(),
            reasonUnlockedHereAlone: try decoder.value())
    }
}

extension Demand: MessageValue {
    func encode(to encoder: inout MessageEncoder) {
        encoder.fields(kind, item, itemName, refusal)
    }

    init(from decoder: inout MessageDecoder) throws(KeychainError) {
        (kind, item, itemName, refusal) = try decoder.fields()
    }
}

extension Demand.Kind: MessageValue {
    func encode(to encoder: inout MessageEncoder) {
        switch self {
        case .access(let demand):
            encoder.tagged(
                0, demand.passcode, demand.applicationPassword,
                demand.device.map { $0 == .biometry })
        case .newPassword: encoder.tagged(1)
        case .keychainPassword: encoder.tagged(2)
        case .newKeychainPassword: encoder.tagged(3)
        case .ownerPassword: encoder.tagged(4)
        }
    }

    init(from decoder: inout MessageDecoder) throws(KeychainError) {
        switch try decoder.tagged() {
        case (0, 3):
            self = .access(
                AccessControl.Demand(
                    passcode: try decoder.value(), applicationPassword: try decoder.value(),
                    device: (try decoder.value() as Bool?).map { $0 ? .biometry : .companion }))
        case (1, 0): self = .newPassword
        case (2, 0): self = .keychainPassword
        case (3, 0): self = .newKeychainPassword
        case (4, 0): self = .ownerPassword
        default: throw MessageDecoder.malformed
        }
    }
}

extension Finding: MessageValue {
    func encode(to encoder: inout MessageEncoder) { encoder.fields(subject, text, isProblem) }

    init(from decoder: inout MessageDecoder) throws(KeychainError) {
        (subject, text, isProblem) = try decoder.fields()
    }
}

extension RestoreTally: MessageValue {
    func encode(to encoder: inout MessageEncoder) {
        encoder.fields(
            added, replaced, kept, elsewhere, otherGroups, trust.restored, trust.kept,
            trust.leftOut, archive)
    }

    init(from decoder: inout MessageDecoder) throws(KeychainError) {
        self.init()
        (
            added, replaced, kept, elsewhere, otherGroups, trust.restored, trust.kept,
            trust.leftOut, archive
        ) = try decoder.fields()
    }
}
