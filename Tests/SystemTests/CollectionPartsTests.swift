// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainSystem
import Testing

@Suite struct CollectionPartsTests {
    @Test func aPartIsFound() throws {
        let text = "aaab: c: "
        let place = try #require(text.firstRange(ofPart: ": "))
        #expect(text[..<place.lowerBound] == "aaab")
        #expect(text[place.upperBound...] == "c: ")
        // A start that fails shares characters with the next one.
        #expect(text.contains(part: "aab"))
        #expect([1, 1, 2, 3].firstRange(ofPart: [1, 2, 3]) == 1..<4)
        #expect(!text.contains(part: "c:  "))
        #expect(!"".contains(part: "a"))
    }

    @Test func bothEndsAreTrimmed() {
        #expect(" a b  ".trimmed { $0 == " " } == "a b")
        #expect([0, 0].trimmed { $0 == 0 }.isEmpty)
    }

    @Test func aPrefixIsDropped() {
        #expect("manifest: torn".dropping(prefix: "manifest: ") == "torn")
        #expect("a manifest: torn".dropping(prefix: "manifest: ") == "a manifest: torn")
    }
}
