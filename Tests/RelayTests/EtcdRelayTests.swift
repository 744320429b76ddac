// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftKeychainSystem
import Testing

@testable import SwiftKeychainRelay

/// A cluster as a relay, and what happens to its members.
@Suite(.enabled(if: TestCluster.isInstalled, "etcd is not installed"), .serialized)
struct EtcdRelayTests {
    private let cluster: TestCluster
    private let relay: EtcdRelay
    /// Each test has names of its own.
    private let head = RelayName("h/\(UUID().uuidString.lowercased().filter { $0 != "-" })")!
    private var pack: RelayName { RelayName("p/\(head.text.dropFirst(2))/1")! }

    init() throws {
        cluster = try TestCluster.shared.get()
        relay = try EtcdRelay(cluster.cluster())
    }

    private func publish(
        _ head: String, former: RelayTag? = nil, removing: [RelayName] = []
    ) throws -> RelayPublication.Outcome {
        try relay.publish(
            RelayPublication(
                [(pack, Array("pack of \(head)".utf8))], head: (self.head, Array(head.utf8)),
                former: former, removals: removing))
    }

    /// Waits for a change as long as members on a busy machine may need, and watches again if they end a watch.
    private func isTold(_ relay: EtcdRelay) -> Bool {
        let end = ContinuousClock.now + .seconds(300)
        while ContinuousClock.now < end {
            if (try? relay.wait(.seconds(30), or: nil)) == true { return true }
            // As whoever synchronizes does: a call passes over a member that hangs, and renews a token that isn't valid.
            _ = try? relay.tag(of: head)
            usleep(100_000)
        }
        return false
    }

    @Test func whatIsPublishedIsThere() throws {
        #expect(try relay.list(head.text, most: 10) == [:])
        #expect(try relay.tag(of: head) == nil)
        let neighbour = RelayName(head.text + "/1")!
        try relay.put(neighbour, [7])
        #expect(try relay.tag(of: head) == nil)
        let tag = try publish("one").tag()
        #expect(try relay.tag(of: head) == tag)
        try relay.remove([neighbour])
        #expect(try relay.list(head.text, most: 10) == [head: tag])
        #expect(try relay.text(head) == "one" && relay.text(pack) == "pack of one")
        let old = RelayName(pack.text + "2")!
        try relay.put(old, [7])
        let next = try publish("two", former: tag, removing: [old]).tag()
        #expect(next != tag)
        #expect(try relay.list("h/", most: 100)[head] == next)
        #expect(try relay.text(head) == "two" && relay.text(old) == nil)
        try relay.put(pack, [])
        #expect(try relay.get(pack, most: 100) == [])
        try relay.remove([head, pack])
        #expect(try relay.text(head) == nil && relay.text(pack) == nil)
    }

    @Test func aHeadThatAnotherWroteIsNotReplaced() throws {
        let tag = try publish("one").tag()
        try relay.put(head, Array("other".utf8))
        #expect(try publish("two", former: tag) == .superseded)
        #expect(try publish("two") == .superseded)
        #expect(try relay.text(head) == "other" && relay.text(pack) == "pack of one")
    }

    @Test func muchGoesInSeveralSteps() throws {
        let device = head.text.dropFirst(2)
        let many = (1...150).map { (RelayName("p/\(device)/\($0)")!, [UInt8]("x".utf8)) }
        let large = (151...158).map {
            (RelayName("p/\(device)/\($0)")!, [UInt8](repeating: UInt8($0), count: 256 << 10))
        }
        _ = try relay.publish(RelayPublication(many + large, head: (head, [1]), former: nil)).tag()
        #expect(try relay.list("p/\(device)/", most: 1000).count == 158)
        #expect(try relay.list("p/\(device)/", most: 10).count == 10)
        #expect(try relay.get(large[7].0, most: 256 << 10) == large[7].1)
        let refusal = RelayFailure.thrown { _ = try relay.get(large[7].0, most: 255 << 10) }
        #expect(refusal == .tooLarge("\(large[7].0.text): larger than \(255 << 10) bytes"))
        let removals = (many + large).map(\.0)
        let tag = try relay.list(head.text, most: 1)[head]
        _ = try relay.publish(
            RelayPublication([], head: (head, [2]), former: tag, removals: removals)
        ).tag()
        #expect(try relay.list("p/\(device)/", most: 1000).isEmpty)
    }

    @Test func aChangeWakesWhoWaits() throws {
        let other = try EtcdRelay(cluster.cluster())
        // The first wait ends when the watch begins: what changed before isn't told.
        #expect(try relay.wait(.seconds(30), or: nil))
        #expect(try !relay.wait(.milliseconds(50), or: nil))
        try other.put(pack, [1])
        #expect(try !relay.wait(.milliseconds(50), or: nil))
        try other.put(head, [1])
        #expect(try relay.wait(.seconds(30), or: nil))
        try other.put(RelayName("m/1/2")!, [1])
        #expect(try relay.wait(.seconds(30), or: nil))
        try other.remove([head])
        #expect(try !relay.wait(.milliseconds(50), or: nil))

        let folder = NSTemporaryDirectory() + UUID().uuidString
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: false)
        let watch = FolderWatch(folder, for: .files)
        try Data().write(to: URL(fileURLWithPath: folder + "/f"))
        #expect(try relay.wait(.seconds(30), or: watch))
        #expect(try !relay.wait(.milliseconds(50), or: watch))
    }

    @Test func aUserReachesItsOwnNamesOnly() throws {
        let stranger = try EtcdRelay(cluster.cluster("bob", prefix: "/keychain/ann/"))
        let accesses: [() throws -> Void] = [
            { _ = try stranger.list("h/", most: 1) },
            { _ = try stranger.get(head, most: 1) },
            { try stranger.put(head, [1]) },
            { try stranger.remove([head]) },
        ]
        for access in accesses {
            guard case .denied = RelayFailure.thrown(by: access) else {
                Issue.record("not denied")
                return
            }
        }
        let wrong = try EtcdRelay(cluster.cluster(password: "x"))
        let refusal = RelayFailure.thrown { _ = try wrong.list("h/", most: 1) }
        #expect(refusal == .denied("\(cluster.endpoints[0]): user or password is wrong"))
    }

    @Test func aServerOfAnotherAuthorityGetsNoPassword() throws {
        let distrustful = try EtcdRelay(cluster.cluster(isTrusted: false))
        let error = RelayFailure.thrown { _ = try distrustful.list("h/", most: 1) }
        guard case .unreachable(let text)? = error else {
            Issue.record("reached")
            return
        }
        #expect(text.contains("certificate"))
    }

    @Test func aTokenIsRenewed() throws {
        try relay.put(head, [1])
        // Any change of users makes older tokens invalid for a moment.
        try cluster.run("user", UUID().uuidString)
        try relay.put(head, [2])
        #expect(try relay.get(head, most: 1) == [2])
    }

    @Test func aMemberThatDiesIsPassedOver() throws {
        try relay.put(head, [1])
        try cluster.run("kill", "1")
        try relay.put(head, [2])
        #expect(try relay.get(head, most: 1) == [2])
        try cluster.run("revive")
    }

    /// Its kernel still answers for it, so that a stream from it doesn't end.
    @Test func aMemberThatHangsIsLeft() throws {
        var settings = cluster.cluster()
        settings.milliseconds = 1000
        let relay = try EtcdRelay(settings)
        let other = try EtcdRelay(settings)
        try #require(isTold(relay))
        // Not always the first: a member that has just started may have refused the first call.
        let member = String(relay.watched + 1)
        try cluster.run("freeze", member)
        defer { try? cluster.run("thaw", member) }
        #expect(try relay.get(head, most: 1) == nil)
        try #require(isTold(relay))
        while try relay.wait(.milliseconds(50), or: nil) {}
        try other.put(head, [1])
        #expect(isTold(relay))
    }

    @Test func aLeaderThatIsKilledLosesNothing() throws {
        #expect(try relay.wait(.seconds(30), or: nil))
        var tag: RelayTag?
        for number in 1...30 {
            if number == 10 { try cluster.run("kill", "leader") }
            switch try publish("\(number)", former: tag) {
            case .published(let next): tag = next
            // The answer was lost: it is there, and nothing else is.
            case .superseded:
                #expect(try relay.text(head) == "\(number)")
                tag = try relay.list(head.text, most: 1)[head]
            }
            #expect(try relay.text(head) == "\(number)")
        }
        try cluster.run("revive")
        // Whoever watched the killed member is told of nothing by it, and watches another.
        let other = try EtcdRelay(cluster.cluster())
        while try relay.wait(.milliseconds(50), or: nil) {}
        try other.put(head, [1])
        #expect(try relay.wait(.seconds(30), or: nil))
    }
}
