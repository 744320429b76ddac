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
        for page in Swift.stride(from: Kind.allCases.firstIndex(of: kind)!, to: count, by: stride) {
            let range = page * 4096..<(page + 1) * 4096
            let damaged = Self.damage(image.database, range, kind, &generator)
            try folder.lay([StoreImage.database: damaged])
            let lost = Self.mayBeLost(image, image.database[range])
            // Without the settings in the manifest, no call knows what it may do.
            let isNeeded = image.isInterior(page) || manifest == [[.integer(Int64(page + 1))]]
            try judge(
                folder, image, damaged, page: page, isNeeded: isNeeded, lost: lost,
                "page \(page + 1) \(kind)", tally)
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
    static func mayBeLost(_ image: StoreImage, _ page: ArraySlice<UInt8>) -> Set<Seen> {
        switch page[page.startIndex] {
        case 0x02, 0x05, 0x0a, UInt8(ascii: "S"): return []
        case 0x0d:
            let bytes = Array(page)
            return Set(image.items.filter { bytes.contains($0.reference.uuid) })
        default: return Set(image.items.filter { $0.secret?.count ?? 0 > 2000 })
        }
    }

    private func judge(
        _ folder: ImageFolder, _ image: StoreImage, _ damaged: [UInt8], page: Int, isNeeded: Bool,
        lost: Set<Seen>, _ what: String, _ tally: Tally
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
                #expect(isNeeded || lost.contains(item), "\(what): refused")
                tally.add("refused until repair")
            case .refused(.notAvailable):
                #expect(found.isEmpty, "\(what): usable, and not")
                tally.add("unusable until repair")
            case .refused(.decode), .refused(.itemNotFound):
                #expect(lost.contains(item), "\(what): an intact item is refused")
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
