// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftKeychainBus
import SwiftKeychainMemory
import SwiftKeychainSecretBus

/// The Secret Service on several buses, one provider a bus, each step on all of them in turn.
struct SecretServiceSuite {
    private let addresses: [String]
    private let size: Int
    private static let root = SecretClient.root
    private static let collection = root + "/aliases/default"

    init(_ addresses: [String], size: Int) { (self.addresses, self.size) = (addresses, size) }

    /// A provider, as one client calls it.
    private final class Provider: @unchecked Sendable {
        let bus: BusConnection
        var session = ""

        init(_ address: String) throws {
            setenv("DBUS_SESSION_BUS_ADDRESS", address, 1)
            bus = try BusConnection(.user)
            let answer = try call(
                root, ServiceNames.service, "OpenSession",
                [.string("plain"), .variant(.string(""))])
            session = answer[1].objectPath ?? ""
        }

        @discardableResult
        func call(
            _ path: String, _ interface: String, _ member: String, _ values: [BusValue] = []
        ) throws -> [BusValue] {
            try bus.call(ServiceNames.bus, path, interface, member, values, milliseconds: 60_000)
        }

        func create(_ number: Int) throws {
            try create("\(number)", server: "example.org")
        }

        func create(_ number: String, server: String) throws {
            let attributes = BusValue.texts([
                ("xdg:schema", "org.example.Bench"), ("server", server), ("n", number),
            ])
            try call(
                collection, ServiceNames.collection, "CreateItem",
                [
                    .variants([
                        (ServiceNames.item + ".Label", .string("Item \(number)")),
                        (ServiceNames.item + ".Attributes", attributes),
                    ]),
                    .structure([
                        .path(session), .bytes(SecretBytes(copying: [])),
                        .bytes(SecretBytes(copying: "secret \(number)".utf8)),
                        .string("text/plain"),
                    ]), .boolean(true),
                ])
        }

        func search(_ pairs: [(String, String)]) throws -> [String] {
            try call(root, ServiceNames.service, "SearchItems", [.texts(pairs)])[0].objectPaths
                ?? []
        }

        func secrets(_ paths: [String]) throws {
            try call(
                root, ServiceNames.service, "GetSecrets", [.paths(paths), .path(session)])
        }
    }

    /// Measures a step on every provider in turn, and prints the median and the 99th percentile in milliseconds.
    private func measure(
        _ name: String, _ providers: [Provider], count: Int, _ body: (Provider, Int) throws -> Void
    ) throws {
        var times = [[Double]](repeating: [], count: providers.count)
        for round in 0..<count {
            for (index, provider) in providers.enumerated() {
                let start = ContinuousClock.now
                try body(provider, round)
                let (seconds, rest) = (ContinuousClock.now - start).components
                times[index].append(Double(seconds) * 1000 + Double(rest) / 1e15)
            }
        }
        print(name, times.map(Self.summary).joined(separator: " | "), separator: " | ")
    }

    private static func summary(_ times: [Double]) -> String {
        let sorted = times.sorted()
        let total = times.reduce(0, +) / 1000
        return String(
            format: "%.3f (%.3f), %.2f s in all", sorted[sorted.count / 2],
            sorted[min(sorted.count - 1, sorted.count * 99 / 100)], total)
    }

    /// Measures how many items one client makes in a second, and eight.
    private func measureManyClients() throws {
        for count in [1, 8] {
            let rates = try addresses.map { address in
                let clients = try (0..<count).map { _ in try Provider(address) }
                let each = 400 / count
                let start = ContinuousClock.now
                let group = DispatchGroup()
                for (index, client) in clients.enumerated() {
                    group.enter()
                    Thread.detachNewThread {
                        for number in 0..<each {
                            try! client.create(
                                "\(index) \(number)", server: "\(count).example.org")
                        }
                        group.leave()
                    }
                }
                group.wait()
                return 400 / ((ContinuousClock.now - start) / .seconds(1))
            }
            let texts = rates.map { String(format: "%.0f a second", $0) }
            print("CreateItem, \(count) clients", texts.joined(separator: " | "), separator: " | ")
        }
    }

    private static let floor = "org.example.Floor"

    /// Owns a name on a bus, and answers each call with one path at once: the floor of a search.
    private static func answerAtOnce(on address: String) throws {
        setenv("DBUS_SESSION_BUS_ADDRESS", address, 1)
        nonisolated(unsafe) let bus = try BusConnection(.user)
        let isOwned = try bus.own(floor)
        precondition(isOwned)
        Thread.detachNewThread {
            while let message = try? bus.nextMessage() {
                guard message.kind == .call else { continue }
                try? bus.reply(to: message, [.paths([collection]), .paths([])])
            }
        }
    }

    func run() throws {
        let providers = try addresses.map(Provider.init)
        for address in addresses { try Self.answerAtOnce(on: address) }
        let bus = "org.freedesktop.DBus"
        try measure("CreateItem, 0 to \(size)", providers, count: size) { try $0.create($1) }
        try measure("ping of the bus", providers, count: 1000) { provider, _ in
            _ = try provider.bus.call(bus, "/", ServiceNames.peer, "Ping")
        }
        try measure("ping of the provider", providers, count: 1000) { provider, _ in
            try provider.call(Self.root, ServiceNames.peer, "Ping")
        }
        try measure("OpenSession plain", providers, count: 200) { provider, _ in
            try provider.call(
                Self.root, ServiceNames.service, "OpenSession",
                [.string("plain"), .variant(.string(""))])
        }
        let key = SecretBytes(copying: DiffieHellmanKey().publicKey)
        try measure("OpenSession dh", providers, count: 200) { provider, _ in
            try provider.call(
                Self.root, ServiceNames.service, "OpenSession",
                [.string("dh-ietf1024-sha256-aes128-cbc-pkcs7"), .variant(.bytes(key))])
        }
        let size = size
        func one(_ round: Int) -> [(String, String)] {
            [
                ("xdg:schema", "org.example.Bench"), ("server", "example.org"),
                ("n", "\(round * 7919 % size)"),
            ]
        }
        try measure("SearchItems, answered at once", providers, count: 500) { provider, round in
            let (search, values) = ("SearchItems", [BusValue.texts(one(round))])
            _ = try provider.bus.call(Self.floor, Self.root, ServiceNames.service, search, values)
        }
        try measure("SearchItems, one hit", providers, count: 500) { provider, round in
            let isRight = try provider.search(one(round)).count == 1
            precondition(isRight)
        }
        try measure("SearchItems and GetSecrets", providers, count: 500) { provider, round in
            try provider.secrets(provider.search(one(round)))
        }
        try measure("SearchItems, none", providers, count: 500) { provider, _ in
            let isRight = try provider.search([("n", "none")]).isEmpty
            precondition(isRight)
        }
        try measureManyClients()
        if size <= 1000 {
            try measure("SearchItems, \(size) hits", providers, count: 20) { provider, _ in
                let isRight = try provider.search([("server", "example.org")]).count == size
                precondition(isRight)
            }
            try measure("GetSecrets of \(size)", providers, count: 10) { provider, _ in
                try provider.secrets(provider.search([("server", "example.org")]))
            }
        }
    }
}
