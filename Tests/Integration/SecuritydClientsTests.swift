// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import KeychainTestSupport
import SwiftKeychain
import Testing

extension IntegrationTests {
    /// Processes that use one securityd.
    @Suite struct SecuritydClients {
        /// `SECURITYD_CLIENTS` processes make calls for `SECURITYD_SECONDS`; by default eight make three rounds.
        private struct Extent {
            let clients = number("SECURITYD_CLIENTS") ?? 8
            let duration = number("SECURITYD_SECONDS").map { Duration.seconds($0) }
            let callsOfRound = 200

            private static func number(_ name: String) -> Int? {
                ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
            }
        }

        /// The calls of all processes on each item have an order that explains every result. The service needs
        /// no more memory and descriptors for it than after the first round.
        @Test func callsOfManyProcessesAreLinearisable() throws {
            let extent = Extent()
            let daemon = try SecuritydProcess()
            let items = max(4, extent.clients / 4)
            let clients = try (0..<extent.clients).map {
                try Probe(
                    ["call", "-", "\($0)", "\(items)"], environment: daemon.environmentOfPrograms)
            }
            for client in clients { #expect(client.awaiting("ready") == "") }
            var histories = [ItemHistory](repeating: ItemHistory(), count: items)
            var (rounds, callCount, outcomes) = (0, 0, Set<String>())
            var spent = Duration.zero
            var (memory, descriptors): ([Int], [Int]) = ([], [])
            while extent.duration.map({ spent < $0 }) ?? (rounds < 3) {
                let start = ContinuousClock.now
                for client in clients { client.tell("\(extent.callsOfRound)") }
                var calls = [[ItemCall]](repeating: [], count: items)
                for client in clients {
                    while let line = client.line(), line != "done" {
                        let words = line.split(separator: " ")
                        guard words.count == 6, let item = Int(words[1]), let call = ItemCall(words)
                        else {
                            Issue.record("\(line)")
                            continue
                        }
                        outcomes.insert(String(words[2]))
                        calls[item].append(call)
                    }
                }
                spent += start.duration(to: .now)
                rounds += 1
                callCount += extent.clients * extent.callsOfRound
                for item in 0..<items { try histories[item].append(calls[item]) }
                memory.append(daemon.residentBytes >> 20)
                descriptors.append(daemon.descriptorCount ?? 0)
            }
            #expect(outcomes.count == 6, "\(outcomes)")
            // Databases are kept open for the calls at the same time, up to a limit.
            #expect(descriptors[rounds - 1] <= descriptors[0] + 40, "\(descriptors)")
            #expect(memory[rounds - 1] < memory[0] + 32, "MiB after each round: \(memory)")
            print(
                "\(extent.clients) clients: \(callCount) calls in \(spent); securityd:"
                    + " \(descriptors[rounds - 1]) descriptors, MiB after each round: \(memory)")
            for client in clients { client.tell("end") }
            #expect(daemon.stop() == 0)
        }

        /// A child connects for itself, and its parent's connections go on.
        @Test func childrenHaveConnectionsOfTheirOwn() throws {
            let daemon = try SecuritydProcess()
            let forks = Scale.of(50)
            let report = try Probe.run(
                ["fork-among-threads", "-", "\(forks)"], environment: daemon.environmentOfPrograms)
            #expect(report.complaints.isEmpty && report.lines.last == "done", "\(report)")
            let items = try daemon.keychain.find(.password([:], limit: .all))
            #expect(items.accounts(of: "child") == (0..<forks).map(String.init))
            for item in items {
                let name = "\(item[.service]?.text ?? "")/\(item[.account]?.text ?? "")"
                #expect(item.secret?.copied == Array(name.utf8), "the secret of \(name)")
            }
        }
    }
}

extension ItemCall {
    /// Reads a line of the probe: `call ITEM OUTCOME VALUE START END`.
    fileprivate init?(_ words: [Substring]) {
        guard let value = UInt64(words[3]), let start = UInt64(words[4]), let end = UInt64(words[5])
        else { return nil }
        let outcome: Outcome
        switch words[2] {
        case "added": outcome = .added(value)
        case "duplicate": outcome = .duplicate
        case "updated": outcome = .updated(value)
        case "deleted": outcome = .deleted
        case "missing": outcome = .missing
        case "found": outcome = .found(value)
        default: return nil
        }
        self.init(outcome, start, end)
    }
}
