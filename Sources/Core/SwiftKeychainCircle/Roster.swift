// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainSync

/// The devices of a circle according to its statements: their keys, and which device added which.
///
/// A function of the set of statements; their order and the heads that repeat them don't matter. The merge decides whether
/// a device is still a member.
package struct Roster: Sendable {
    /// The keys of all devices and recovery members that ever were members, by their names.
    package private(set) var keys: [DeviceID: MemberPublicKeys]
    /// The recovery members, one after the other; the last one's code is valid.
    package private(set) var recovery: [DeviceID]
    /// For each sponsor the devices that it added, and with which sequence.
    package var added: [DeviceID: [DeviceID: UInt64]] { Self.added(by: statements) }
    /// The statements that count.
    package private(set) var statements: Set<MemberStatement> = []

    /// The most statements of a circle, and of those the most that devices make: a hostile one must leave room for a recovery.
    package static let mostStatements = 128
    package static let mostOfDevices = 64

    /// Reads statements. Those of another circle, by an author that no other statement names, or with a wrong signature
    /// don't count.
    package init(_ genesis: Genesis, _ statements: some Sequence<MemberStatement>) {
        let circle = genesis.circle
        keys = [genesis.device.name: genesis.device, genesis.recovery.name: genesis.recovery]
        recovery = [genesis.recovery.name]
        let own = statements.filter { $0.circle == circle }
        let lastSequences = followRecovery(own)
        // A recovery code can be used once: ignore statements that its member signs after its replacement.
        var waiting = Set(own).filter {
            $0.sequence <= lastSequences[$0.author] ?? .max && isRepeated($0, in: own)
        }
        var isNew = true
        while isNew {
            isNew = false
            // A statement can only be verified once the author's keys are known from another statement.
            for statement in waiting {
                guard let author = keys[statement.author], statement.verify(by: author) else {
                    continue
                }
                waiting.remove(statement)
                take(statement)
                isNew = true
            }
        }
    }

    /// Returns whether a statement counts, given the others: when a device recovers the circle, both the former and the new
    /// recovery member state that they add it. That of a former one alone doesn't count: the holder of a used code can sign
    /// anything in its name, but nothing in the name of the other.
    private func isRepeated(_ statement: MemberStatement, in all: [MemberStatement]) -> Bool {
        guard case .member(let joining, _, _) = statement.content,
            let position = recovery.dropLast().firstIndex(of: statement.author)
        else { return true }
        let neighbours = [position - 1, position + 1].filter(recovery.indices.contains)
            .compactMap { keys[recovery[$0]] }
        return all.contains { other in
            guard case .member(joining, _, _) = other.content else { return false }
            return neighbours.contains { $0.name == other.author && other.verify(by: $0) }
        }
    }

    /// Finds the recovery members. If one made way for two, since its code was used twice, the one with the smaller name
    /// counts.
    ///
    /// - Returns: the last sequence that counts of each but the present one.
    private mutating func followRecovery(_ statements: [MemberStatement]) -> [DeviceID: UInt64] {
        var last: [DeviceID: UInt64] = [:]
        while let present = recovery.last, let author = keys[present] {
            var next: (keys: MemberPublicKeys, sequence: UInt64)?
            for statement in statements where statement.author == present {
                guard case .recovery(let new) = statement.content, keys[new.name] == nil,
                    next.map({ new.name < $0.keys.name || new == $0.keys }) ?? true,
                    statement.verify(by: author)
                else { continue }
                // Several statements may name the same successor; the last of them ends the sequence.
                next = (new, max(statement.sequence, next?.keys == new ? next!.sequence : 0))
            }
            guard let next else { break }
            recovery.append(next.keys.name)
            keys[next.keys.name] = next.keys
            last[present] = next.sequence
        }
        return last
    }

    /// Takes a verified statement.
    private mutating func take(_ statement: MemberStatement) {
        switch statement.content {
        case .member(let joining, _, _): keys[joining.name] = joining
        case .recovery: guard recovery.contains(statement.author) else { return }
        }
        statements.insert(statement)
    }

    /// Returns for each sponsor the devices that statements add, and with which sequence.
    package static func added(
        by statements: some Sequence<MemberStatement>
    ) -> [DeviceID: [DeviceID: UInt64]] {
        var added: [DeviceID: [DeviceID: UInt64]] = [:]
        for statement in statements {
            guard case .member(let joining, _, _) = statement.content else { continue }
            // The earliest counts, since a removal of the sponsor may void later ones.
            added[statement.author, default: [:]].merge([joining.name: statement.sequence]) {
                min($0, $1)
            }
        }
        return added
    }
}
