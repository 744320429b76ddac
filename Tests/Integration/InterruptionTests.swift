// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychain
import KeychainTestSupport
import Testing

extension IntegrationTests {
    @Suite struct Interruptions {
        let test = TestKeychain()
        var home: String { test.home.path }

        @Test func threadsOfOneProcess() throws {
            let rounds = Scale.of(20)
            let report = try Probe.run(["mix", home, "8", "\(rounds)"])
            #expect(report.complaints.isEmpty && report.lines.last == "done", "\(report)")
            #expect(try test.everything().count == 8 * (rounds / 2))
            test.expectHealthy()
        }

        /// A child may use the keychain although threads it does not have were inside calls.
        @Test func forkAmongThreads() throws {
            let forks = Scale.of(100)
            let report = try Probe.run(["fork-among-threads", home, "\(forks)"])
            #expect(report.complaints.isEmpty && report.lines.last == "done", "\(report)")
            let items = try test.everything()
            #expect(items.accounts(of: "child") == (0..<forks).map(String.init))
            test.expectHealthy()
        }

        /// A writer that stops in the middle makes others fail in time, and holds up no reader.
        @Test func stoppedWriter() throws {
            try test.keychain.add(.password(service: "before", account: "", secret: "before/"))
            let holder = try Probe(["hold", home, "holder"])
            #expect(holder.awaiting("holding") == "")
            #expect(try test.everything().count == 1)
            let others = try (0..<3).map { try Probe(["create", home, "other \($0)"]) }
            for other in others { #expect(other.awaiting("ready") == "") }
            for other in others { other.go() }
            for other in others {
                let refused = other.finish()
                #expect(refused.status == KeychainError.Code.notAvailable.rawValue)
                #expect(refused.detail.contains("writer.lock, held by another call"), "\(refused)")
                // One of them stood in front of the lock, the others behind it: all have waited.
                #expect(!refused.detail.contains("waited 0.0 s"), "\(refused)")
            }
            #expect(try test.everything().count == 1)
            holder.signal(SIGCONT)
            #expect(holder.finish().status == 0)
            try test.keychain.add(.password(service: "after", account: "", secret: "after/"))
            #expect(
                try test.everything().map { $0[.service]?.text } == ["before", "holder", "after"])
            test.expectHealthy()
        }

        /// Whatever was acknowledged before the end is there; the next writer just goes on.
        @Test func killedWriters() throws {
            var acknowledged: [String: Int] = [:]
            for round in 0..<Scale.of(10) {
                let name = "round \(round)"
                let writer = try Probe(["loop", home, name])
                for _ in 0...(round % 7) { #expect(writer.awaiting("added") != nil) }
                writer.signal(SIGKILL)
                // What it still said before it died counts too.
                let rest = writer.finish().lines.filter { $0.hasPrefix("added ") }
                acknowledged[name] = round % 7 + 1 + rest.count
            }
            let items = try test.everything()
            for (name, count) in acknowledged {
                let accounts = items.accounts(of: name)
                #expect(accounts.count == count || accounts.count == count + 1, "\(name)")
                #expect(accounts == accounts.indices.map(String.init), "\(name), by age")
            }
            test.expectHealthy()
        }

        /// A reader sees all items of a long write as they were before it, or all as after it.
        @Test func readerDuringLongWrites() throws {
            let count = Scale.of(200)
            for index in 0..<count {
                try test.keychain.add(
                    .password(
                        service: "s", account: "\(index)", secret: "s/\(index)",
                        [.comment: .string("round 0")]))
            }
            let writer = try Probe(["rewrite", home, "s", "10"])
            #expect(writer.awaiting("ready") == "")
            writer.go()
            for _ in 0..<1000 {
                let comments = try Set(test.everything().map { $0[.comment]?.text ?? "" })
                #expect(comments.count == 1)
                if comments.count != 1 || comments == ["round 10"] { break }
            }
            #expect(writer.finish().status == 0)
            #expect(try test.everything().allSatisfy { $0.revision == 11 })
            test.expectHealthy()
        }
    }
}
