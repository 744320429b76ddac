// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainCircle
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainSealing
import SwiftKeychainSeam
import SwiftKeychainStore
import SwiftKeychainSync
import SwiftKeychainSystem

extension Engine {
    /// Removes a device with the next exchange.
    ///
    /// - Throws: `itemNotFound` if it is no other member; `interactionNotAllowed` while the keychain is locked.
    func remove(_ identifier: String, _ call: Call) throws(KeychainError) -> Reply {
        if let demand = try missingPasscode(call) { return .lacks(demand) }
        let bytes = Hexadecimal.bytes(identifier.utf8) ?? []
        try write(call.deadline) { transaction in
            var circle = try OpenCircle(transaction)
            guard !circle.isLocked else {
                throw KeychainError(
                    .interactionNotAllowed,
                    "a device can be removed only while the keychain is unlocked")
            }
            let heads = CircleHeads(circle, CircleFiles(of: location))
            guard let device = DeviceID(bytes), device != circle.state.device,
                circle.state.membership(heads.roster).members.contains(device)
            else { throw KeychainError(.itemNotFound, "no other device has this name") }
            circle.state.removing.insert(device)
            try circle.store(transaction, system.random)
        }
        return .done
    }

    /// Makes this device a member in the name of the recovery member.
    ///
    /// - Throws: `authenticationFailed` for a code of no circle, or one that another took the place of; `duplicateItem` if
    ///   the device is in a circle.
    func recover(
        _ typed: SecretBytes, _ device: NewCircle, _ files: [RelayFile], _ call: Call
    ) throws(KeychainError) -> Reply {
        try Self.check(deviceName: device.deviceName)
        let recovery = try MemberKeys(recovery: try RecoveryCode(typed: typed))
        if let demand = try missingPasscode(call) { return .lacks(demand) }
        let found = try RecoveredCircle(recovery, files.map(\.bytes))
        let code = RecoveryCode.generate(system.random)
        let next = try MemberKeys(recovery: code)
        try write(call.deadline) { transaction in
            let circle = try found.joined(
                by: device, in: recovery.publicKeys.name, keys: recovery, replacedBy: next,
                system.random)
            try begin(circle, transaction)
        }
        return .recoveryCode(code.text)
    }
}

/// What a recovery member learns of a circle from the heads on a relay.
struct RecoveredCircle {
    private let genesis: Genesis
    private let statements: Set<MemberStatement>
    /// The secrets of the epochs that the heads grant to the recovery member.
    private let secrets: [EpochSecret]
    /// The epoch of the head with the latest time.
    private let epoch: [UInt8]

    /// Uses only heads whose last recovery member is this one, because the holder of a used code can name another, and that
    /// contain a signature of it: anyone who knows its public keys could make another circle with them.
    ///
    /// - Throws: `authenticationFailed` if no head is for these keys, or a head names the member that followed.
    init(_ recovery: MemberKeys, _ files: [[UInt8]]) throws(KeychainError) {
        let heads = files.compactMap { try? Head($0) }
        let name = recovery.publicKeys.name
        var found: (genesis: Genesis, time: UInt64, epoch: [UInt8])?
        var secrets: [[UInt8]: EpochSecret] = [:]
        var statements: Set<MemberStatement> = []
        let replaced = KeychainError(
            .authenticationFailed, "another recovery code took the place of this one")
        for head in heads {
            if head.grants.contains(where: {
                $0.tellsReplacement(of: recovery, circle: head.circle)
            }) {
                throw replaced
            }
            for grant in head.grants where grant.member == name && secrets[grant.epoch] == nil {
                secrets[grant.epoch] = EpochSecret(grant, keys: recovery, circle: head.circle)
            }
        }
        for head in heads {
            guard let secret = secrets[head.epoch],
                let body = try? head.peek(under: secret.keys(circle: head.circle)),
                let genesis = try? Genesis(body.genesis), genesis.circle == head.circle
            else { continue }
            let isSigned = body.statements.contains {
                $0.author == name && $0.circle == genesis.circle
                    && $0.verify(by: recovery.publicKeys)
            }
            guard isSigned, found == nil || found!.genesis == genesis else { continue }
            let members = Roster(genesis, body.statements).recovery
            guard members.contains(name) else { continue }
            guard members.last == name else { throw replaced }
            statements.formUnion(body.statements)
            if found.map({ body.time > $0.time }) ?? true {
                found = (genesis, body.time, head.epoch)
            }
        }
        guard let found else {
            throw KeychainError(
                .authenticationFailed, "no circle in the folder has this recovery code")
        }
        (genesis, epoch) = (found.genesis, found.epoch)
        self.statements = Roster(genesis, statements).statements
        self.secrets = Array(secrets.values)
    }

    /// Returns the circle with a new device, and with a new recovery member in place of the old one.
    ///
    /// - Parameters:
    ///   - name: the name of the old recovery member, whose keys are `keys`.
    ///   - next: the keys of the new recovery member.
    func joined(
        by device: NewCircle, in name: DeviceID, keys: MemberKeys, replacedBy next: MemberKeys,
        _ random: RandomSource
    ) throws(KeychainError) -> OpenCircle {
        let seed = SecretBytes(count: MemberKeys.seedBytes) { random.fill($0) }
        var state = try CircleState(
            genesis, seed: seed, name: device.deviceName, relay: device.relay,
            epoch: epoch)
        // Both statements have the sequence after all former ones. With it the old recovery member ends.
        let sequence = 1 + (statements.filter { $0.author == name }.map(\.sequence).max() ?? 0)
        state.statements =
            Array(statements) + [
                state.statement(by: keys, sequence: sequence),
                MemberStatement(
                    .recovery(next.publicKeys), circle: state.circle, author: name,
                    sequence: sequence, keys: keys),
                state.statement(by: next, sequence: 1),
            ]
        // The new code must open everything that the old one did.
        state.grants = secrets.compactMap {
            $0.grant(to: next.publicKeys, circle: state.circle)
        }
        let former = EpochGrant(replaced: keys.publicKeys, circle: state.circle)
        state.grants += [former].compactMap(\.self)
        return OpenCircle(state, secrets)
    }
}
