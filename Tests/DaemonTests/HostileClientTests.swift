// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainTestSupport
import SwiftKeychain
import SwiftKeychainDaemon
import SwiftKeychainMemory
import SwiftKeychainPeers
import SwiftKeychainRemote
import SwiftKeychainService
import Testing

@Suite(.serialized) struct HostileClientTests {
    let home = TemporaryHome()

    private func withDaemon(
        _ configure: (inout Daemon.Configuration) -> Void = { _ in },
        _ body: (TestDaemon) throws -> Void
    ) throws {
        let daemon = try TestDaemon(home: home.path, configure)
        defer { daemon.stop() }
        _ = try daemon.keychain().add(.password(service: "a"))
        try body(daemon)
    }

    /// Checks that others are answered, and soon.
    private func expectService(_ daemon: TestDaemon, _ location: SourceLocation = #_sourceLocation)
        throws
    {
        let found = try daemon.keychain().find(.password([:]))
        #expect(found.count == 1, sourceLocation: location)
    }

    @Test func halfFramesHoldNobodyUp() throws {
        try withDaemon({ $0.mostThreads = 4 }) { daemon in
            let clients = try (0..<50).map { _ in try RawClient(daemon.socket) }
            for (index, client) in clients.enumerated() {
                if index % 2 == 0 { try client.open(daemon.home) }
                client.send([1, 2, 3])
            }
            try expectService(daemon)
            for client in clients { #expect(client.isClosed(within: .seconds(10))) }
            try expectService(daemon)
        }
    }

    @Test func longLengthsAreRefused() throws {
        try withDaemon { daemon in
            for (isOpen, head) in [
                (true, [0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0]),
                (true, [4, 0, 0, 0, 1, 0, 0, 0]),
                (true, [0, 0, 0, 0x10, 0xff, 0xff, 0xff, 0xff]),
                // A secret of 256 bytes in a frame of 12.
                (true, [12, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0]),
                (false, [0, 0, 1, 0, 0, 0, 0, 0]),
            ] as [(Bool, [UInt8])] {
                let client = try RawClient(daemon.socket)
                if isOpen { try client.open(daemon.home) } else { _ = try client.receive() }
                client.send(head)
                guard case .refusal(let error)? = try client.receive() else {
                    Issue.record("not refused: \(head)")
                    continue
                }
                #expect(error.code == .decode)
                #expect(client.isClosed(within: .seconds(60)))
            }
            try expectService(daemon)
        }
    }

    /// In a process of its own, as other tests take memory, too.
    @Test func memoryIsNotReservedForWhatWasOnlyAnnounced() async {
        await #expect(processExitsWith: .success) { try HostileClientTests().announceMuch() }
    }

    private func announceMuch() throws {
        try withDaemon { daemon in
            let before = try residentBytes()
            let clients = try (0..<4).map { _ in try RawClient(daemon.socket) }
            var refused = 0
            for client in clients {
                try client.open(daemon.home)
                client.send([0, 0, 0, 0x1f, 0, 0, 0, 0] + [UInt8](repeating: 0, count: 1000))
            }
            for client in clients {
                if case .refusal(let error)? = try client.receive(within: .seconds(5)) {
                    #expect(error.code == .notAvailable)
                    refused += 1
                }
            }
            #expect(refused == 3)
            #expect(try residentBytes() - before < 64 << 20)
            try expectService(daemon)
        }
    }

    /// Clients that send a part of a long request, and ones that don't read long replies.
    @Test func longFramesShareTheirMemory() async {
        await #expect(processExitsWith: .success) { try HostileClientTests().sendMuch() }
    }

    private func sendMuch() throws {
        let room = 16 << 20
        try withDaemon({ $0.mostLongBytes = room }) { daemon in
            let long = [UInt8](repeating: 1, count: 500_000)
            _ = try daemon.keychain().add(
                NewItem(
                    .genericPassword, attributes: [.service: .string("long")],
                    secret: SecretBytes(copying: long)))
            let query = try Query.password([.service: .string("long")])
            #expect(try daemon.keychain().find(query)[0].secret?.count == long.count)
            let find = SentRequest(
                Request(.find(Find(query, returning: [.secret], skips: false)), at: daemon.home))
            let before = try residentBytes()
            for sendsRequest in [false, true] {
                let clients = try (0..<100).map { _ in try RawClient(daemon.socket) }
                for client in clients {
                    try client.open(daemon.home)
                    if sendsRequest {
                        client.send(.request(find.encoded, groups: []))
                    } else {
                        client.send([0x20, 0xa1, 0x07, 0, 0, 0, 0, 0] + long.dropLast())
                    }
                }
                // Half of the room for this user; a find has an item sealed, opened and encoded.
                #expect(try residentBytes() - before < 4 * room)
                var refused = 0
                for client in clients {
                    switch try client.receive(within: .milliseconds(sendsRequest ? 2000 : 10)) {
                    case .refusal(let error): refused += error.code == .notAvailable ? 1 : 0
                    case .reply(let message):
                        if case .failed(let error) = try Reply(decoding: message) {
                            refused += error.code == .notAvailable ? 1 : 0
                        }
                    default: break
                    }
                }
                #expect(refused > 0 && refused < 100, "\(refused)")
                for client in clients { client.end() }
                // Their room is free again, once securityd has noticed that they have gone.
                var isFree = false
                for _ in 0..<300 where !isFree {
                    isFree = (try? daemon.keychain().find(query)) != nil
                    if !isFree { usleep(100_000) }
                }
                #expect(isFree)
            }
        }
    }

    /// A secret takes a page of memory, even if it has no byte.
    @Test func secretsShareTheMemoryOfLongFrames() throws {
        try withDaemon({ $0.mostLongBytes = 16 << 20 }) { daemon in
            // The length, the number of secrets, the length of the first one.
            let head: (UInt32, UInt32) -> [UInt8] = { length, count in
                [length, count, 0].flatMap { word in
                    withUnsafeBytes(of: word.littleEndian) { Array($0) }
                }
            }
            for (isOpen, count, isRefused) in [
                (false, 8, false), (false, 1000, true), (true, 1000, false), (true, 8000, true),
            ] as [(Bool, UInt32, Bool)] {
                let client = try RawClient(daemon.socket)
                if isOpen { try client.open(daemon.home) } else { _ = try client.receive() }
                client.send(head(4 + 4 * count + 100, count))
                if !isRefused {
                    #expect(!client.isClosed(within: .milliseconds(100)))
                } else if case .refusal(let error)? = try client.receive() {
                    #expect(error.code == .notAvailable)
                } else {
                    Issue.record("not refused: \(count)")
                }
            }
            try expectService(daemon)
        }
    }

    /// A new item takes far more memory than its bytes in a request. What is claimed for its secret is enough for both.
    @Test func newItemsShareTheMemoryOfLongFrames() throws {
        try withDaemon({ $0.mostLongBytes = 16 << 20 }) { daemon in
            for (count, secret, code) in [
                (1500, nil, .duplicateItem), (2500, nil, .notAvailable),
                (1500, "s", .duplicateItem), (2500, "s", .notAvailable),
                (1500, nil, .duplicateItem),
            ] as [(Int, String?, KeychainError.Code)] {
                let item = try NewItem(
                    .genericPassword, attributes: [:],
                    secret: secret.map { SecretBytes(copying: $0.utf8) })
                let items = [NewItem](repeating: item, count: count)
                let reply = daemon.remote.perform(
                    Request(.add([items], duplicates: .refused), at: daemon.home), from: .unsigned)
                guard case .failed(let error) = reply else {
                    Issue.record("\(reply)")
                    continue
                }
                #expect(error.code == code, "\(count): \(error.detail)")
            }
        }
    }

    private func residentBytes() throws -> Int {
        let text = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
        return (Int(text.split(separator: " ")[1]) ?? 0) * Int(getpagesize())
    }

    /// The request names groups of the library, which a program could write itself.
    @Test func theGroupsOfARequestGiveNothing() throws {
        let group = Caller.trustSettingsGroup
        for (mode, mayChange) in [(DaemonMode.user, true), (.system, false)] {
            let home = TemporaryHome()
            let daemon = try TestDaemon(home: home.path) {
                $0.mode = mode
                $0.stores = home.path + "/stores"
            }
            defer { daemon.stop() }
            let client = try RawClient(daemon.socket)
            try client.open(daemon.home)
            func perform(
                _ operation: Request.Operation, _ groups: [String]
            ) throws -> KeychainError.Code? {
                let request = SentRequest(Request(operation, at: daemon.home))
                client.send(.request(request.encoded, groups: groups))
                guard case .reply(let message)? = try client.receive() else {
                    throw KeychainError(.decode, "no reply")
                }
                if case .failed(let error) = try Reply(decoding: message) { return error.code }
                return nil
            }
            let query = try Query.password([.accessGroup: .string(group)])
            let find = Request.Operation.find(
                Find(query, returning: .attributes, skips: false))
            let add = Request.Operation.add(
                [[try NewItem.password(service: "forged")]], duplicates: .refused)
            // The program names the group by itself.
            #expect(try perform(find, []) == .missingEntitlement)
            #expect(try perform(find, [group]) == .itemNotFound)
            #expect(try perform(add, [group]) == (mayChange ? nil : .missingEntitlement))
            #expect(try perform(find, [group]) == (mayChange ? nil : .itemNotFound))
            #expect(
                try perform(.update(query, Change([.label: .string("l")])), [group])
                    == (mayChange ? nil : .missingEntitlement))
            #expect(
                try perform(.delete(query), [group]) == (mayChange ? nil : .missingEntitlement))
        }
    }

    /// A keychain of the system's service may have items of other programs, which stay usable.
    @Test(arguments: [DaemonMode.user, .system])
    func aWeakProgramTakesNoItemsFromOthers(_ mode: DaemonMode) throws {
        var system = SystemSources()
        system.passcodeCost = .leastPasscode
        let daemon = try TestDaemon(home: home.path, system: system) {
            $0.mode = mode
            $0.stores = home.path + "/stores"
        }
        defer { daemon.stop() }
        let refused: KeychainError.Code? = mode == .system ? .missingEntitlement : nil
        func perform(_ operation: Request.Operation) -> KeychainError.Code? {
            let request = Request(operation, at: daemon.home)
            let reply = daemon.remote.perform(request, from: .unsigned, progress: nil)
            if case .failed(let error) = reply { return error.code }
            return nil
        }
        func set(_ new: String?, old: String?) -> KeychainError.Code? {
            func secret(_ text: String?) -> SecretBytes? {
                text.map { SecretBytes(copying: $0.utf8) }
            }
            return perform(.setPasscode(secret(new), old: secret(old)))
        }
        // Empty, it has none of others.
        #expect(set("first", old: nil) == nil)
        let item = try NewItem.password(service: "s")
        #expect(perform(.add([[item]], duplicates: .refused)) == nil)
        #expect(set("second", old: nil) == .authenticationFailed)
        // The items that need one would be deleted with it.
        #expect(set(nil, old: "first") == refused)
        #expect(set("", old: "first") == (refused ?? .authenticationFailed))
        if mode == .system {
            #expect(perform(.delete(try Query.password([:]))) == nil)
            #expect(set(nil, old: "first") == nil)
            #expect(perform(.add([[item]], duplicates: .refused)) == nil)
        }
        #expect(set("third", old: nil) == refused)
        #expect(perform(.remove(home: daemon.home, name: "keychain-2.db")) == refused)
    }

    @Test func randomBytesKillNothing() throws {
        try withDaemon { daemon in
            for round in 0..<200 {
                let client = try RawClient(daemon.socket)
                if round % 2 == 0 { try client.open(daemon.home) }
                var bytes = (0..<Int.random(in: 1...400)).map { _ in UInt8.random(in: 0...255) }
                if round % 4 < 2 {
                    // A right length, so that the body is read too.
                    let length = UInt32(bytes.count + 4).littleEndian
                    bytes = withUnsafeBytes(of: length) { Array($0) } + [0, 0, 0, 0] + bytes
                }
                client.send(bytes)
            }
            try expectService(daemon)
        }
    }

    @Test func manyConnectionsLeaveRoomForOthers() throws {
        try withDaemon({ $0.mostConnections = 60 }) { daemon in
            let clients = try (0..<300).map { _ in try RawClient(daemon.socket) }
            for client in clients { try? client.open(daemon.home) }
            for _ in 0..<20 { try expectService(daemon) }
            withExtendedLifetime(clients) {}
        }
    }

    /// Elements of a greeting or hello of another version: the version, that of the program, and others.
    private static let anotherVersion: [UInt8] = [4, 0x63, 0x39, 0x2e, 0x39, 0x41, 1, 0xf6]

    @Test func anotherVersionOfTheLibraryIsNamed() throws {
        try withDaemon { daemon in
            let client = try RawClient(daemon.socket)
            _ = try client.receive()
            var writer = FrameWriter(Message(body: [0x85, 1] + Self.anotherVersion, secrets: []))
            _ = writer.write(client.descriptor)
            guard case .refusal(let error)? = try client.receive() else {
                Issue.record("not refused")
                return
            }
            #expect(error.code == .notAvailable)
            #expect(error.detail.contains("9.9 speaks version 4"), "\(error.detail)")
            #expect(error.detail.contains("version 3: start both again"))
        }
    }

    @Test func anotherVersionOfSecuritydIsNamed() throws {
        let isOpen = home.path + "/open"
        mkdir(isOpen, 0o700)
        let securityd = try StandIn(in: home.path) { connection, _ in
            Self.greetAsAnotherVersion(connection)
            // Nothing more is sent to it.
            var byte: UInt8 = 0
            if recv(connection, &byte, 1, 0) == 0 { rmdir(isOpen) }
        }
        let error = try securityd.failure()
        #expect(error.code == .notAvailable)
        #expect(error.detail.hasPrefix("\(securityd.path): securityd 9.9 speaks version 4"))
        #expect(error.detail.contains("version 3: start both again"), "\(error.detail)")
        for _ in 0..<6000 where access(isOpen, F_OK) == 0 { usleep(10_000) }
        #expect(access(isOpen, F_OK) != 0)
    }

    private static func greetAsAnotherVersion(_ connection: Int32) {
        var writer = FrameWriter(Message(body: [0x85, 0] + anotherVersion, secrets: []))
        _ = writer.write(connection)
    }

    /// securityd refuses a program that it can't know before it greets.
    @Test func aRefusalInsteadOfAGreetingIsReported() throws {
        let securityd = try StandIn(in: home.path) { connection, _ in
            let refusal = Frame.refusal(KeychainError(.missingEntitlement, "connection: why"))
            var writer = FrameWriter(refusal.encoded)
            _ = writer.write(connection)
        }
        let error = try securityd.failure()
        #expect(error.code == .missingEntitlement)
        #expect(error.detail == "\(securityd.path): connection: why")
    }

    /// securityd closes a connection without a word where a user has no room for another one.
    @Test func aProgramConnectsAgainWhereNoRoomWas() throws {
        let securityd = try StandIn(in: home.path, connections: 4) { connection, number in
            if number == 3 { Self.greetAsAnotherVersion(connection) }
        }
        let error = try securityd.failure()
        #expect(error.detail.contains("speaks version 4"), "\(error.detail)")
    }

    @Test func groupsOfOthersAreNotTaken() throws {
        try withDaemon { daemon in
            let client = try RawClient(daemon.socket)
            try client.open(daemon.home)
            let request = SentRequest(Request(.status, at: daemon.home)).encoded
            client.send(.request(request, groups: ["com.example.other"]))
            guard case .reply(let message)? = try client.receive(),
                case .failed(let error) = try Reply(decoding: message)
            else {
                Issue.record("not refused")
                return
            }
            #expect(error.code == .decode)
        }
    }

    /// The bytes of frames never change within a version of the protocol.
    @Test func framesHaveTheirBytes() throws {
        let expected = [
            "84000365302e312e30"
                + "5007070707070707070707070707070707",
            "86010365302e312e30"
                + "5007070707070707070707070707070707"
                + "622f61662f622f6b6579",
            "8302826167616843010203", "820340", "83040304",
            "83053962ca6f616e6f746865722076657273696f6e",
        ]
        for (frame, hex) in zip(FrameTests.samples, expected) {
            #expect(frame.encoded.body.map { String(format: "%02x", $0) }.joined() == hex)
        }
        var ends: [Int32] = [0, 0]
        try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
        defer { ends.forEach { close($0) } }
        var writer = FrameWriter(FrameTests.samples[2].encoded)
        _ = writer.write(ends[0])
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = recv(ends[1], &bytes, bytes.count, 0)
        // The length, one secret of two bytes, the body, the secret.
        #expect(
            Array(bytes.prefix(max(0, count))) == [21, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0]
                + [0x83, 0x02, 0x82, 0x61, 0x67, 0x61, 0x68, 0x43, 1, 2, 3] + [4, 5])
    }

    private static let isSoak = ProcessInfo.processInfo.environment["SECURITYD_SECONDS"] != nil

    /// Only `make soak` decides by time. Alone and beside hostile clients in turn, and the best of each, because
    /// other programs use the machine too.
    @Test(.enabled(if: isSoak, "make soak runs it, because it decides by time"))
    func othersKeepTheirPace() throws {
        DescriptorLimit.raise()
        let daemon = try SecuritydProcess()
        let keychain = daemon.keychain
        let query = try Query.password([.service: .string("a")])
        _ = try keychain.add(.password(service: "a"))
        func times() throws -> [Duration] {
            try (0..<10_000).map { _ in
                let start = ContinuousClock.now
                _ = try keychain.find(query)
                return start.duration(to: .now)
            }.sorted()
        }
        _ = try times()
        var (alone, beside): ([[Duration]], [[Duration]]) = ([], [])
        var memory = 0
        for _ in 0..<3 {
            alone.append(try times())
            let hostile = HostileClients(daemon.socket, daemon.location, connections: 10_000)
            beside.append(try times())
            memory = max(memory, daemon.residentBytes)
            hostile.stop()
        }
        func best(_ rounds: [[Duration]], _ part: Double) -> Duration {
            rounds.map { $0[Int(Double($0.count) * part)] }.min() ?? .zero
        }
        print(
            "a find alone: median \(best(alone, 0.5)), p99 \(best(alone, 0.99)); beside hostile"
                + " clients: \(best(beside, 0.5)), \(best(beside, 0.99)); \(memory >> 20) MiB")
        // Alone, a find takes less than the turn of another thread on its processor, which ends with a tick of the
        // kernel at the latest (4 ms at 250 Hz).
        #expect(best(beside, 0.99) < max(best(alone, 0.99) * 2, .milliseconds(4)))
        #expect(memory < 256 << 20)
    }
}
