// SPDX-License-Identifier: Apache-2.0
import SeededGenerator
import SwiftKeychainModel
import SwiftKeychainSync
import Testing

@testable import SwiftKeychainCircle

/// The packs of a map that changes.
@Suite struct PackListTests {
    private let circle: Circle

    init() throws { circle = try Circle() }

    private func place(_ number: UInt64, _ kind: PackKind) -> PackPlace {
        circle.place(number, kind)
    }

    /// Whatever changes, the packs that the head names say the map, and there are few of them.
    @Test(arguments: 0..<20) func packsSayTheMap(seed: UInt64) throws {
        var random = SeededGenerator(seed)
        var list = PackList()
        var next: UInt64 = 1
        var relay: [UInt64: [UInt8]] = [:]
        var map: [String: ItemRecord] = [:]
        for step in 0..<60 {
            for _ in 0..<Int.random(in: 0...4, using: &random) {
                let account = "\(Int.random(in: 0..<12, using: &random))"
                let isLocked = Bool.random(using: &random)
                map[account] =
                    Bool.random(using: &random)
                    ? nil
                    : circle.record(
                        account, isLocked ? .whenUnlocked : .always,
                        version: UInt64(step) * 10 + UInt64.random(in: 1...9, using: &random))
            }
            let kinds: [PackKind] =
                Bool.random(using: &random) ? PackKind.allCases : [.afterFirstUnlock]
            let before = try said(list, relay).filter { PackKind($0.protection) == .whenUnlocked }
            let changes = list.update(to: Array(map.values), kinds: kinds, next: &next) {
                Pack.seal($0, at: place($1, $2), under: circle.keys)
            }
            for (number, bytes) in changes.puts {
                #expect(relay.updateValue(bytes, forKey: number) == nil)
            }
            for number in changes.superseded { relay[number] = nil }
            #expect(Set(list.entries.map(\.reference.number)) == Set(relay.keys))
            let now = try said(list, relay)
            let wanted =
                kinds.count == 2
                ? Array(map.values)
                : map.values.filter { PackKind($0.protection) == .afterFirstUnlock } + before
            #expect(names(now) == names(wanted))
            #expect(list.entries.count <= 18)
            #expect(changes.tooLong.isEmpty)
        }
    }

    private func names(_ records: [ItemRecord]) -> Set<ItemRecord.Name> { Set(records.map(\.name)) }

    private func said(_ list: PackList, _ relay: [UInt64: [UInt8]]) throws -> [ItemRecord] {
        PackList.records(
            try list.entries.map(\.reference).map { reference in
                let bytes = try #require(relay[reference.number])
                #expect(Pack.hash(bytes) == reference.hash)
                let place = place(reference.number, reference.kind)
                return (reference.kind, try Pack.open(bytes, at: place, under: circle.keys))
            })
    }

    @Test func oneChangeIsOneSmallPack() {
        var list = PackList()
        var next: UInt64 = 1
        var map = (0..<300).map { circle.record("\($0)") }
        func update() -> PackList.Changes {
            list.update(to: map, kinds: PackKind.allCases, next: &next) {
                Pack.seal($0, at: place($1, $2), under: circle.keys)
            }
        }
        _ = update()
        map[7] = circle.record("7", version: 2)
        let changes = update()
        #expect(changes.puts.map(\.bytes.count) == [1064] && changes.superseded.isEmpty)
        #expect(update().puts.isEmpty)
        map = []
        let emptied = update()
        #expect(emptied.puts.isEmpty && emptied.superseded.count > 1 && list.entries.isEmpty)
    }

    /// However large the map is, many changes one after the other write little.
    @Test func changesOfALargeMapWriteLittle() {
        var list = PackList()
        var next: UInt64 = 1
        let long = String(repeating: "x", count: 1000)
        var map = (0..<1000).map { circle.record("\($0)" + long) }
        func update() -> PackList.Changes {
            list.update(to: map, kinds: PackKind.allCases, next: &next) {
                Pack.seal($0, at: place($1, $2), under: circle.keys)
            }
        }
        let all = update().puts.reduce(0) { $0 + $1.bytes.count }
        var written = 0
        for index in 0..<20 {
            map[index] = circle.record("\(index)" + long, version: 2)
            let changes = update()
            #expect(changes.puts.count == 1)
            written += changes.puts[0].bytes.count
        }
        #expect(written < all / 4)
        #expect(list.entries.count < 20)
    }

    @Test func manyItemsThatAreGoneLeaveNoPackTooLong() {
        var list = PackList()
        var next: UInt64 = 1
        let long = String(repeating: "x", count: 1000)
        var map = (0..<800).map { circle.record("\($0)" + long) }
        for _ in 0..<2 {
            let changes = list.update(to: map, kinds: PackKind.allCases, next: &next) {
                Pack.seal($0, at: place($1, $2), under: circle.keys)
            }
            #expect(changes.tooLong.isEmpty && !changes.puts.isEmpty)
            map.removeFirst(260)
        }
        let said = list.entries.reduce(0) { $0 + $1.reference.records }
        #expect(said == 540)
    }

    @Test func longItemsHavePacksOfTheirOwnAndTooLongOnesStay() {
        var list = PackList()
        var next: UInt64 = 1
        let map = [100_000, 200_000, 100_000, 6_000_000, 10].enumerated().map { index, count in
            circle.record("\(index)", secret: [UInt8](repeating: 1, count: count))
        }
        let changes = list.update(to: map, kinds: PackKind.allCases, next: &next) {
            Pack.seal($0, at: place($1, $2), under: circle.keys)
        }
        #expect(changes.tooLong == [map[3].key])
        #expect(list.entries.map(\.reference.records).reduce(0, +) == 4)
    }

    /// A pack that is longer than a file is several, and is written again only when its item changes.
    @Test func aLongPackIsSeveralFiles() throws {
        var list = PackList()
        var next: UInt64 = 1
        var relay: [UInt64: [UInt8]] = [:]
        func update(_ map: [ItemRecord]) -> PackList.Changes {
            let changes = list.update(to: map, kinds: PackKind.allCases, next: &next) {
                Pack.seal($0, at: place($1, $2), under: circle.keys)
            }
            for (number, bytes) in changes.puts {
                #expect(bytes.count <= Pack.longestFile)
                #expect(relay.updateValue(bytes, forKey: number) == nil)
            }
            return changes
        }
        let long = circle.record("long", secret: [UInt8](repeating: 7, count: 1 << 20))
        #expect(update([long, circle.record("a")]).puts.count == 6)
        let reference = try #require(list.entries.map(\.reference).first { !$0.parts.isEmpty })
        #expect(reference.files.count == 5 && reference.parts.count == 5)
        #expect(reference.files.allSatisfy { relay[$0.number].map(Pack.hash) == $0.hash })
        let pack = reference.files.flatMap { relay[$0.number] ?? [] }
        #expect(Pack.hash(pack) == reference.hash && pack.count == reference.length)
        let contents = try Pack.open(
            pack, at: place(reference.number, reference.kind), under: circle.keys)
        #expect(contents.records.first?.secret == long.secret)
        for version in 1...40 {
            let changes = update([long, circle.record("a", version: UInt64(version) + 100)])
            #expect(changes.puts.count == 1)
        }
        #expect(
            Set(update([circle.record("a", version: 200)]).superseded).isSuperset(
                of: reference.files.map(\.number)))
    }
}
