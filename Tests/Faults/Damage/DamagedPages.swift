// SPDX-License-Identifier: Apache-2.0
import Foundation
import SeededGenerator
import SwiftKeychain
import KeychainTestSupport
import Testing

/// Zeroes or overwrites each page of a store of a few hundred rows.
@Suite struct DamagedPages {
    enum Kind: String, CaseIterable { case zeroed, random, halfZeroed, headerFlipped }

    @Test(arguments: Kind.allCases)
    func everyPage(_ kind: Kind) throws {
        let tally = Tally("pages \(kind.rawValue)")
        let image = try StoreImage.ofPasswords(240)
        let folder = try ImageFolder(image)
        var generator = SeededGenerator(Effort.seed)
        let count = image.database.count / 4096
        try folder.lay([StoreImage.database: image.database])
        let manifest = try RawDatabase(folder.test.home.databasePath).rows(
            "SELECT rootpage FROM sqlite_schema WHERE name='manifest'")
        let stride = Effort.stride(17)
        let first = Kind.allCases.firstIndex(of: kind)!
        for number in Swift.stride(from: first, to: count, by: stride) {
            let range = number * 4096..<(number + 1) * 4096
            let damaged = Self.damage(image.database, range, kind, &generator)
            try folder.lay([StoreImage.database: damaged])
            let page = Array(image.database[range])
            let hidden = Self.items(image, on: page)
            let lost = Self.mayBeLost(hidden, page, Array(damaged[range]))
            // Without the settings in the manifest, no call knows what it may do.
            let isNeeded = image.isInterior(number) || manifest == [[.integer(Int64(number + 1))]]
            try judge(
                folder, image, damaged, page: number, isNeeded: isNeeded, hidden: hidden,
                lost: lost, "page \(number + 1) \(kind)", tally)
        }
        tally.print()
    }

    private static func damage(
        _ bytes: [UInt8], _ page: Range<Int>, _ kind: Kind, _ generator: inout SeededGenerator
    ) -> [UInt8] {
        var bytes = bytes
        switch kind {
        case .zeroed: bytes.replaceSubrange(page, with: repeatElement(0, count: page.count))
        case .random: bytes.replaceSubrange(page, with: generator.bytes(page.count))
        case .halfZeroed:
            let half = page.lowerBound + 2048..<page.upperBound
            bytes.replaceSubrange(half, with: repeatElement(0, count: half.count))
        case .headerFlipped:
            bytes[
                page.lowerBound + (page.lowerBound == 0 ? 100 : 0)
                    + Int.random(in: 0..<16, using: &generator)] ^= 0xff
        }
        return bytes
    }

    /// Gives the items that lay on a page: in a leaf of a table, or on an overflow page.
    static func items(_ image: StoreImage, on page: [UInt8]) -> Set<Seen> {
        switch page[0] {
        case 0x02, 0x05, 0x0a, UInt8(ascii: "S"): []
        case 0x0d: Set(image.items.filter { page.contains($0.reference.uuid) })
        default: Set(image.items.filter { $0.secret?.count ?? 0 > 2000 })
        }
    }

    /// Gives those of the items on a page of which a byte has changed; of a leaf, in their cells.
    private static func mayBeLost(
        _ items: Set<Seen>, _ page: [UInt8], _ damaged: [UInt8]
    ) -> Set<Seen> {
        guard page[0] == 0x0d else { return items }
        func word(_ at: Int) -> Int { Int(page[at]) << 8 | Int(page[at + 1]) }
        let starts = (0..<word(3)).map { word(8 + 2 * $0) }.sorted()
        return items.filter { item in
            guard let reference = page.firstRange(of: item.reference.uuid)?.lowerBound,
                let start = starts.last(where: { $0 <= reference })
            else { return true }
            let end = starts.first { $0 > reference } ?? page.count
            return page[start..<end] != damaged[start..<end]
        }
    }

    private func judge(
        _ folder: ImageFolder, _ image: StoreImage, _ damaged: [UInt8], page: Int, isNeeded: Bool,
        hidden: Set<Seen>, lost: Set<Seen>, _ what: String, _ tally: Tally
    ) throws {
        tally.add("pages")
        let found = try folder.keychain.everyPassword()
        if !Set(found).isSubset(of: image.items) {
            tally.add("wrong values")
            Issue.record("\(what): something was returned that was never stored")
        }
        for item in [image.items[0], image.items.last!] {
            switch try folder.keychain.outcome(of: item) {
            case .items(let items): #expect(items == [item], "\(what)")
            case .refused(.itemNotFound) where image.isIndex(page): tally.add("hidden until repair")
            case .refused(.inputOutput):
                #expect(isNeeded || hidden.contains(item), "\(what): refused")
                tally.add("refused until repair")
            case .refused(.notAvailable):
                #expect(found.isEmpty, "\(what): usable, and not")
                tally.add("unusable until repair")
            case .refused(.decode), .refused(.itemNotFound):
                #expect(hidden.contains(item), "\(what): an intact item is refused")
            case .refused(let code): Issue.record("\(what): status \(code.rawValue)")
            }
        }
        #expect(try folder.aside() == [:], "\(what): a call moved the file")
        #expect(
            try Data.bytes(at: folder.test.home.databasePath) == damaged,
            "\(what): a call changed the file")
        if !folder.keychain.hasProblem {
            // It can only have been a byte that means nothing.
            #expect(found == image.items, "\(what): an examination shows nothing")
            tally.add("without effect")
        }
        _ = try folder.keychain.repair()
        #expect(folder.keychain.problems == [], "\(what)")
        let wasSalvaged = try folder.aside()[""] != nil
        if let kept = try folder.aside()[""] {
            #expect(kept == damaged, "\(what): the damaged file was changed")
        }
        let after = Set(try folder.keychain.everyPassword())
        #expect(after.isSubset(of: image.items), "\(what)")
        let missing = Set(image.items).subtracting(after)
        if !missing.isSubset(of: lost) {
            tally.add("losses")
            Issue.record("\(what): \(missing.subtracting(lost).count) intact items were lost")
        }
        tally.add("items lost with their page", missing.count)
        // Without a salvage, damaged items are in the quarantine.
        #expect(
            folder.keychain.diagnose().contains(where: \.isOfMissingItems)
                == (wasSalvaged && !missing.isEmpty), "\(what): \(missing.count) items are missing")
        try folder.keychain.add(.password(service: "after", account: what))
    }
}

extension StoreImage {
    /// Tells whether a page, counted from 0, leads to others: what lies on them can't be reached.
    fileprivate func isInterior(_ page: Int) -> Bool {
        page == 0 || [0x02, 0x05].contains(database[page * 4096])
    }

    /// Tells whether a page, counted from 0, belongs to an index. SQLite may search in a damaged one
    /// and miss what is there; nothing but an examination can tell.
    fileprivate func isIndex(_ page: Int) -> Bool {
        [0x02, 0x0a].contains(database[page * 4096])
    }
}
