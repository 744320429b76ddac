// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain
import SwiftKeychainModel
import SwiftKeychainRelay
import SwiftKeychainSeam

/// Exchanges of a keychain with the other devices of its circle.
///
/// This module moves names and bytes between a relay and the keychain's service, which verifies, opens, merges and seals
/// them. It sees sealed bytes alone. A `SyncRound` makes one exchange, a ``SyncLoop`` one whenever something changes, and a
/// ``PairingLoop`` lets a device join:
///
///     relay ── heads and packs ─▶ SyncRound ── receive, plan ─▶ service
///     relay ◀─ packs, then the head ── SyncRound ◀── publication ── service
///
/// 1. A file that can't be read doesn't stop an exchange: it is reported, and the others are merged.
/// 2. If the own head on the relay changes meanwhile, the exchange is repeated, three times at most.
///
/// What may surprise: an exchange runs in the process of the user's command, even if securityd keeps the keychain. Only this
/// process accesses the relay.
package final class SyncRound {
    /// The result of an exchange.
    package struct Outcome {
        /// The number of items that others changed.
        package var received = 0
        /// The number of items that this device changed.
        package var sent = 0
        /// The number of deletions that wait for the user's consent.
        package var refusedDeletions = 0
        /// What the merge waits for.
        package var waiting: [String] = []
        /// Whether the keychain is locked, so that only a part was merged.
        package var isLocked = false
        /// What lost, and the membership changes that weren't reported to the user yet.
        package var news: [String] = []
        /// What is wrong with files of the relay.
        package var faults: [String] = []
        /// What kept the exchange before from being complete.
        fileprivate var formerProblem: String?

        package init() {}

        /// Whether everything is the same everywhere, as far as can be seen on the relay.
        package var isComplete: Bool { refusedDeletions == 0 && waiting.isEmpty && !isLocked }

        /// What is wrong or missing, each a sentence.
        package var problems: [String] {
            var texts = faults + waiting.map { "waiting for \($0)" }
            if isLocked { texts.append("waiting for the keychain to be unlocked") }
            if refusedDeletions > 0 {
                texts.append(
                    "other devices deleted \(refusedDeletions == 1 ? "1 item" : "\(refusedDeletions) items");"
                        + " nothing was changed here. To delete them: security sync now --accept-deletions"
                )
            }
            return texts
        }
    }

    private let keychain: Keychain
    private let relay: any Relay
    private let acceptsDeletions: Bool
    /// Receives the number of files that were read, and of all.
    private let progress: Progress?
    /// The own packs that were on the relay as they had been put there, and their tags then.
    private var intact: [String: RelayTag] = [:]

    /// The bytes of the longest file of a relay.
    static let longestFile = 256 << 10
    /// The most names that are listed, and the most of devices that aren't known which are read: anyone may write names into
    /// a folder.
    static let (mostNames, mostStrangers) = (4096, 256)
    /// The bytes that are handed over at once.
    private static let batch = 8 << 20
    /// How often an exchange is tried when the head on the relay isn't the one that was read before.
    private static let attempts = 3

    /// What was read in an exchange.
    private struct Reading {
        /// The names of files that the keychain lacks.
        var wanted: [String] = []
        /// What is wrong with files.
        var faults: [String] = []
        /// The sequences of the heads, by name.
        var sequences: [String: Int] = [:]
        /// Names that aren't on the relay.
        var absent: Set<String> = []
        /// Names whose bytes aren't those that were put.
        var damaged: Set<String> = []

        mutating func take(_ received: SyncReceived, of files: [RelayFile]) {
            wanted = received.wanted
            damaged.formUnion(Set(files.map(\.name)).intersection(wanted))
            // The reply to each batch names the faults of all files that are kept.
            faults += received.faults.filter { !faults.contains($0) }
            for head in received.heads { sequences[head.name] = head.sequence }
        }
    }

    package init(
        _ keychain: Keychain, through relay: any Relay, acceptsDeletions: Bool = false,
        progress: Progress? = nil
    ) {
        (self.keychain, self.relay) = (keychain, relay)
        (self.acceptsDeletions, self.progress) = (acceptsDeletions, progress)
    }

    /// Runs an exchange, and has the keychain keep what kept it from being complete.
    package static func noting(
        in keychain: Keychain, _ exchange: () throws(SyncFailure) -> Outcome
    ) throws(SyncFailure) -> Outcome {
        do throws(SyncFailure) {
            let outcome = try exchange()
            let texts = outcome.problems
            let problem = texts.isEmpty ? nil : texts.joined(separator: "; ")
            if problem != outcome.formerProblem { try? keychain.perform(.note(problem: problem)) }
            return outcome
        } catch {
            try? keychain.perform(.note(problem: error.text))
            throw error
        }
    }

    /// Reads what others published, merges, and publishes.
    ///
    /// - Throws: ``SyncFailure``. Files that can't be read are in the outcome's faults instead, and the others are
    ///   still merged.
    package func run() throws(SyncFailure) -> Outcome {
        var outcome = Outcome()
        for _ in 0..<Self.attempts {
            guard let status = try SyncFailure.asking(keychain.perform(.syncStatus)) else {
                throw .noCircle
            }
            outcome.formerProblem = status.problem
            if try exchange(status, &outcome) { return outcome }
        }
        outcome.waiting.append(
            "the relay to take this device's files: another process or machine writes them, too")
        return outcome
    }

    /// Makes one exchange.
    ///
    /// - Returns: false if the own head on the relay changed meanwhile.
    private func exchange(
        _ status: SyncStatus, _ outcome: inout Outcome
    ) throws(SyncFailure) -> Bool {
        let own = RelayName(ofService: Self.head(of: status.device))
        let former = try SyncFailure.accessing(relay.tag(of: own))
        let ownHead = try SyncFailure.accessing(relay.get(own, most: Self.longestFile))
        let packs = try SyncFailure.accessing(
            relay.list("p/\(status.device)/", most: Self.mostNames))
        let reading = try receiveAll(status, packs)
        outcome.faults = reading.faults
        let names = packs.keys.map(\.text).filter { !reading.damaged.contains($0) }
        let view = RelayView(head: ownHead, packs: names, acceptsDeletions: acceptsDeletions)
        let plan = try SyncFailure.asking(keychain.perform(.plan(view)))
        outcome.received += plan.changed
        outcome.sent += plan.sent
        (outcome.refusedDeletions, outcome.waiting) = (plan.refusedDeletions, plan.waiting)
        outcome.isLocked = status.isLocked
        outcome.news.removeAll(where: plan.news.contains)
        outcome.news += plan.news
        guard let publication = plan.publication else { return true }
        let result = try SyncFailure.accessing(
            relay.publish(RelayPublication(publication, former: former)))
        if result == .superseded { return false }
        try SyncFailure.asking(keychain.perform(.sentHead))
        return true
    }

    /// Reads heads, and the files that they name, until nothing new is wanted.
    ///
    /// - Parameter own: the packs of this device.
    private func receiveAll(
        _ status: SyncStatus, _ own: [RelayName: RelayTag]
    ) throws(SyncFailure) -> Reading {
        // Members come first, so that a stranger's files can't crowd them out.
        let members = status.devices.map { Self.head(of: $0.identifier) }
        let heads = try SyncFailure.accessing(relay.list("h/", most: Self.mostNames))
        let there = Set(heads.keys.map(\.text))
        var names = members + there.subtracting(members).sorted().prefix(Self.mostStrangers)
        var reading = Reading()
        let tags = Dictionary(uniqueKeysWithValues: own.map { ($0.key.text, $0.value) })
        var asked = Set(tags.keys.filter { intact[$0] == tags[$0] })
        repeat {
            try receive(names, &reading)
            // A file that isn't on the relay stays wanted, and must not be asked for without end.
            asked.formUnion(names)
            names = reading.wanted.filter { !asked.contains($0) }
        } while !names.isEmpty
        intact = tags.filter { asked.contains($0.key) && !reading.damaged.contains($0.key) }
        reading.faults += status.devices.compactMap { Self.loss(of: $0, reading) }
        return reading
    }

    /// Returns a warning if the files of another device are gone from the relay or older than before, nil otherwise.
    ///
    /// - Parameter device: as it was known before the reading, so that the relay had at least what is known.
    private static func loss(of device: SyncStatus.Device, _ reading: Reading) -> String? {
        guard !device.isThisOne, let known = device.sequence else { return nil }
        let name = head(of: device.identifier)
        if reading.absent.contains(name) { return "the relay lost the files of \"\(device.name)\"" }
        guard let sequence = reading.sequences[name], sequence < known else { return nil }
        return "the relay shows an older state of \"\(device.name)\" (\(sequence), known \(known))"
    }

    /// Hands over the files with some names, as far as they are there.
    private func receive(
        _ names: [String], _ reading: inout Reading
    ) throws(SyncFailure) {
        var files: [RelayFile] = []
        var count = 0
        for (index, name) in names.enumerated() {
            do throws(RelayFailure) {
                if let bytes = try read(name) {
                    files.append(RelayFile(name: name, bytes: bytes))
                    count += bytes.count
                } else {
                    reading.absent.insert(name)
                }
            } catch {
                // A file that can't be read is reported; the others are still read.
                switch error {
                case .tooLarge(let text), .noFile(let text), .denied(let text):
                    reading.faults.append(text)
                    reading.damaged.insert(name)
                default: throw .relay(error)
                }
            }
            progress?(index + 1, names.count)
            if count > Self.batch {
                reading.take(try SyncFailure.asking(keychain.perform(.receive(files))), of: files)
                (files, count) = ([], 0)
            }
        }
        reading.take(try SyncFailure.asking(keychain.perform(.receive(files))), of: files)
    }

    /// Returns the name of a device's head.
    private static func head(of device: String) -> String { "h/\(device)" }

    private func read(_ name: String) throws(RelayFailure) -> [UInt8]? {
        guard let name = RelayName(name) else { return nil }
        return try relay.get(name, most: Self.longestFile)
    }
}

extension RelayName {
    /// - Precondition: the name is one that a relay takes, as all are that the service makes.
    fileprivate init(ofService text: String) {
        guard let name = RelayName(text) else {
            preconditionFailure("the service makes names that a relay takes")
        }
        self = name
    }
}

extension RelayPublication {
    /// - Precondition: the names are such that a relay takes.
    fileprivate init(_ publication: SyncPlan.Publication, former: RelayTag?) {
        self.init(
            publication.puts.map { (RelayName(ofService: $0.name), $0.bytes) },
            head: (RelayName(ofService: publication.head.name), publication.head.bytes),
            former: former, removals: publication.removals.map(RelayName.init(ofService:)))
    }
}
