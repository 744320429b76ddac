// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainCircle
import SwiftKeychainModel
import SwiftKeychainSealing
import SwiftKeychainStore
import SwiftKeychainSync
import SwiftKeychainSystem

/// A circle as this device can read it now: its state, and the keys of its epochs.
struct OpenCircle {
    var state: CircleState
    /// The keys of epochs by their names; while the device is locked only those that it may use then.
    private(set) var epochs: [[UInt8]: EpochKeys]
    /// The secrets of the epochs; nil while the device is locked.
    private(set) var secrets: [EpochSecret]?
    /// Whether secrets were learned that the store doesn't have yet.
    private var hasNewSecrets = false

    var isLocked: Bool { secrets == nil }

    /// Reads what the store keeps of its circle; nil if the device is in none.
    ///
    /// - Throws: `interactionNotAllowed` before the first unlock; `decode` when an item is damaged.
    init?(_ reader: StoreReader, _ keybag: Keybag) throws(KeychainError) {
        guard let state = try Self.state(reader, keybag) else { return nil }
        self.state = state
        let circle = state.circle
        let keys: [EpochKeys]
        do throws(KeychainError) {
            secrets = try CircleItem.epochs.read(reader, keybag).flatMap(EpochSecret.split) ?? []
            keys = secrets?.map { $0.keys(circle: circle) } ?? []
        } catch {
            // A locked device has the keys of heads and of packs of kind C, in a class for after the first unlock.
            guard error.code == .interactionNotAllowed else { throw error }
            guard (try? keybag.check(.afterFirstUnlock)) != nil else {
                throw KeychainError(
                    .interactionNotAllowed, "waiting for the keychain to be unlocked")
            }
            secrets = nil
            keys = try CircleItem.epochKeys.read(reader, keybag).flatMap(EpochKeys.split) ?? []
        }
        epochs = Dictionary(keys.map { ($0.name, $0) }, uniquingKeysWith: { one, _ in one })
        guard epochs[state.epoch] != nil else {
            throw KeychainError(
                .decode, "the circle's keys: those of the present epoch are missing")
        }
    }

    /// Reads the circle of a store that has one.
    ///
    /// - Throws: `notAvailable` if the device is in none; as above.
    init(_ transaction: Transaction) throws(KeychainError) {
        self = try Engine.required(try OpenCircle(transaction.writer, transaction.keybag))
    }

    /// Begins a membership.
    init(_ state: CircleState, _ secrets: [EpochSecret]) {
        (self.state, self.secrets) = (state, secrets)
        epochs = Dictionary(
            secrets.map { ($0.name, $0.keys(circle: state.circle)) },
            uniquingKeysWith: { one, _ in one })
    }

    /// Reads the state alone, which needs no unlock.
    static func state(
        _ reader: StoreReader, _ keybag: Keybag
    ) throws(KeychainError) -> CircleState? {
        if let contents = try CircleItem.state.read(reader, keybag) {
            return try CircleState(contents)
        }
        guard try keybag.setting(CircleMembership.self, of: reader).isMember else { return nil }
        throw KeychainError(
            .decode, "the circle's item is missing; security sync leave ends the membership")
    }

    /// Learns the secret of an epoch. A locked device can use it, and keeps it once it is unlocked.
    mutating func learn(_ secret: EpochSecret) {
        guard epochs[secret.name] == nil else { return }
        epochs[secret.name] = secret.keys(circle: state.circle)
        guard secrets != nil else { return }
        secrets?.append(secret)
        hasNewSecrets = true
    }

    /// Makes another epoch, and gives it to members and the recovery member. Only the present recovery member gets it;
    /// the code of a former one opens nothing new.
    mutating func beginEpoch(_ members: Set<DeviceID>, _ roster: Roster, _ random: RandomSource) {
        let secret = EpochSecret.generate(random)
        learn(secret)
        state.epoch = secret.name
        give(secret, to: members.union(roster.recovery.suffix(1)), roster)
    }

    /// Grants the present epoch, which another device made, again to members who got it from that device. One of them may
    /// not know that device: perhaps only heads under the epoch name it.
    mutating func giveEpochAgain(to members: Set<DeviceID>, _ roster: Roster) {
        guard let secret = secrets?.first(where: { $0.name == state.epoch }) else { return }
        let given = state.grants.filter { $0.epoch == secret.name }.map(\.member)
        give(secret, to: members.subtracting(given), roster)
    }

    private mutating func give(
        _ secret: EpochSecret, to members: Set<DeviceID>, _ roster: Roster
    ) {
        for member in members.sorted() where member != state.device {
            guard let keys = roster.keys[member],
                let grant = secret.grant(to: keys, circle: state.circle)
            else { continue }
            state.grants.append(grant)
        }
    }

    /// Stores the state, and secrets that are new.
    ///
    /// - Parameter isNew: whether a membership begins, and all secrets are stored.
    func store(
        _ transaction: Transaction, _ random: RandomSource, isNew: Bool = false
    ) throws(KeychainError) {
        try CircleItem.state.write(state.encoded, transaction, random)
        // A repair that loses the manifest forgets it.
        if try !transaction.isCircleMember { transaction.set(CircleMembership(isMember: true)) }
        guard isNew || hasNewSecrets, let secrets else { return }
        try CircleItem.epochs.write(EpochSecret.join(secrets), transaction, random)
        try CircleItem.epochKeys.write(
            EpochKeys.join(secrets.map { $0.keys(circle: state.circle) }), transaction, random)
    }
}
