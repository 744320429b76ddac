// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftKeychainMemory
import SwiftKeychainSystem
import Testing

@testable import SwiftKeychainRelay

/// A server that isn't what it says, or can't do what it should.
@Suite struct HostileServerTests {
    private static let name = RelayName("h/01")!
    private static let flood = String(repeating: "x", count: 64 << 10)

    private func failure(
        _ answer: FakeServer.Answer, to path: String = "range", milliseconds: Int = 4000
    ) throws -> RelayFailure? {
        let server = try FakeServer([path: answer])
        defer { extendLifetime(server) }
        let relay = try server.relay(milliseconds: milliseconds)
        return RelayFailure.thrown { _ = try relay.get(Self.name, most: 1000) }
    }

    private func isUnreachable(_ failure: RelayFailure?) -> Bool {
        if case .unreachable? = failure { true } else { false }
    }

    @Test(arguments: [
        "", "{", "[]", "null", "\"x\"", String(repeating: "[", count: 500),
        "{\"kvs\":1,\"kvs\":2}", "<html>",
    ])
    func whatIsNoObjectIsNoAnswer(_ text: String) throws {
        #expect(try isUnreachable(failure(.json(200, text))))
    }

    @Test(arguments: [
        "{}", "{\"kvs\":1}", "{\"kvs\":[]}", "{\"kvs\":[1]}", "{\"kvs\":{\"a\":[]}}",
    ])
    func anAnswerWithoutValuesHasNone(_ text: String) throws {
        let server = try FakeServer(["range": .json(200, text)])
        defer { extendLifetime(server) }
        let relay = try server.relay()
        #expect(try relay.get(Self.name, most: 10) == nil)
        #expect(try relay.list("h/", most: 10) == [:])
    }

    @Test func aListHasNamesOfItsPrefixOnly() throws {
        func pair(_ key: String, _ revision: String = "\"7\"") -> String {
            "{\"key\":\"\(Data(key.utf8).base64EncodedString())\",\"mod_revision\":\(revision)}"
        }
        let pairs = [
            pair("/p/h/01"), pair("/q/h/02"), pair("/p/p/03"), pair("/p/h/../04"),
            pair("/p/h/05", "7"),
            pair("/p/h/06", "\"-1\""), "{\"key\":\"%%\",\"mod_revision\":\"1\"}", "{}",
            pair("/p/h/08"),
        ].joined(separator: ",")
        let server = try FakeServer(["range": .json(200, "{\"kvs\":[\(pairs)]}")])
        defer { extendLifetime(server) }
        let relay = try server.relay()
        #expect(
            try relay.list("h/", most: 10).keys.map(\.text).sorted() == ["h/01", "h/08"])
        #expect(try relay.list("h/", most: 1).count == 1)
    }

    @Test func aValueHasItsLimit() throws {
        func answer(_ count: Int) -> FakeServer.Answer {
            .json(
                200,
                "{\"kvs\":[{\"value\":\"\(Data(repeating: 7, count: count).base64EncodedString())\"}]}"
            )
        }
        #expect(try failure(answer(1000)) == nil)
        #expect(try failure(answer(1001)) == .tooLarge("h/01: larger than 1000 bytes"))
        #expect(try failure(answer(100_000)) == .tooLarge("h/01: larger than 1000 bytes"))
        #expect(try failure(.endless(Self.flood)) == .tooLarge("h/01: larger than 1000 bytes"))
        #expect(try isUnreachable(failure(.json(200, "{\"kvs\":[{\"value\":\"%\"}]}"))))
    }

    @Test func aServerThatDoesNotAnswerIsLeft() throws {
        let begin = ContinuousClock.now
        #expect(try isUnreachable(failure(.silence, milliseconds: 100)))
        #expect(try isUnreachable(failure(.silence, to: "authenticate", milliseconds: 100)))
        #expect(try isUnreachable(failure(.hangUp)))
        #expect(try isUnreachable(failure(.endless(Self.flood), to: "authenticate")) == false)
        #expect(ContinuousClock.now - begin < .seconds(60))
    }

    @Test func refusalsAreToldApart() throws {
        func refusal(_ status: Int, _ code: Int, _ message: String = "m") throws -> RelayFailure? {
            try failure(.json(status, "{\"code\":\(code),\"message\":\"\(message)\"}"))
        }
        func kind(_ failure: RelayFailure?) -> String {
            failure.map { String(String(describing: $0).prefix { $0 != "(" }) } ?? "none"
        }
        #expect(try kind(refusal(403, 7)) == "denied")
        #expect(try kind(refusal(429, 8)) == "full")
        #expect(try kind(refusal(401, 16)) == "denied")
        #expect(try kind(refusal(503, 14)) == "unreachable")
        #expect(try kind(refusal(400, 3, "too large")) == "unreachable")
        #expect(try kind(failure(.json(403, "no"))) == "denied")
        #expect(try kind(failure(.json(500, "no"))) == "unreachable")
        #expect(
            try kind(failure(.json(200, "{\"token\":\"a\\r\\nX: y\"}"), to: "authenticate"))
                == "denied")
        #expect(try kind(failure(.json(200, "{\"token\":7}"), to: "authenticate")) == "denied")
        // A cluster without users needs no token.
        let open = FakeServer.Answer.json(
            400, "{\"code\":9,\"message\":\"authentication is not enabled\"}")
        #expect(try failure(open, to: "authenticate") == nil)
    }

    @Test func aTokenIsAskedForOnceMore() throws {
        let server = try FakeServer(["range": .json(401, "{\"code\":16}")])
        let relay = try server.relay()
        #expect(throws: RelayFailure.self) { try relay.get(Self.name, most: 1) }
        #expect(server.requests.filter { $0.hasSuffix("authenticate") }.count == 2)
        #expect(server.requests.filter { $0.hasSuffix("range") }.count == 2)
    }

    @Test(arguments: [
        FakeServer.Answer.hangUp, .json(403, "{\"code\":7}"), .json(200, "no line"),
        .endless(Self.flood),
    ])
    func aWatchThatDoesNotBeginIsAFailure(_ answer: FakeServer.Answer) throws {
        let server = try FakeServer(["watch": answer])
        defer { extendLifetime(server) }
        let relay = try server.relay()
        #expect(throws: RelayFailure.self) { try relay.wait(.seconds(60), or: nil) }
    }

    private static let ends = ["{}", "x", "{\"error\":{}}", "{\"result\":{\"canceled\":true}}"]

    @Test(arguments: ends)
    func aWatchThatEndsIsBegunAgain(_ line: String) throws {
        let server = try FakeServer(["watch": .line("{\"result\":{\"created\":true}}\n" + line)])
        let relay = try server.relay()
        for _ in 0..<4 { #expect(try relay.wait(.seconds(60), or: nil)) }
        #expect(server.requests.filter { $0.hasSuffix("watch") }.count == 2)
    }

    /// Otherwise whoever waits would ask again at once, without end.
    @Test(arguments: ends)
    func aWatchThatIsRefusedIsAFailure(_ line: String) throws {
        let server = try FakeServer(["watch": .line(line)])
        let relay = try server.relay()
        #expect(throws: RelayFailure.unreachable("http://127.0.0.1:\(server.port): no watch")) {
            try relay.wait(.seconds(60), or: nil)
        }
    }

    @Test func theReasonOfARefusedWatchIsTold() throws {
        for (reason, isDenied) in [("rpc error: code = PermissionDenied", true), ("other", false)] {
            let server = try FakeServer([
                "watch": .line(
                    "{\"result\":{\"created\":true,\"canceled\":true,\"cancel_reason\":\"\(reason)\"}}"
                )
            ])
            let text = "http://127.0.0.1:\(server.port): \(reason)"
            #expect(throws: isDenied ? RelayFailure.denied(text) : .unreachable(text)) {
                try server.relay().wait(.seconds(60), or: nil)
            }
        }
    }
}
