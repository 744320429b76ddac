// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import Testing

@testable import SwiftKeychainSecretService

/// Which items of two services are the same. All have equal attributes.
@Suite struct ItemPairingTests {
    /// An item as label, secret, and the times at which it was made and changed.
    private typealias Item = (label: String?, secret: String, created: UInt64, modified: UInt64)

    private func pairings(_ items: [Item], _ others: [Item]) -> [ItemPairing] {
        func candidates(_ items: [Item]) -> [ItemPairing.Candidate] {
            items.map {
                ItemPairing.Candidate(
                    label: $0.label, secret: SecretBytes(copying: $0.secret.utf8),
                    created: $0.created, modified: $0.modified)
            }
        }
        return ItemPairing.of(candidates(items), with: candidates(others))
    }

    @Test func itemsOfOneSecondStayApart() {
        let items: [Item] = [("n", "a", 1, 1), ("n", "b", 1, 1), ("n", "c", 1, 1)]
        #expect(pairings(items, []) == [.new, .new, .new])
        #expect(pairings(items, [("n", "b", 1, 1)]) == [.new, .present(0), .new])
        #expect(
            pairings(items, [items[2], items[1], items[0]])
                == [.present(2), .present(1), .present(0)])
    }

    /// The item of the keychain has the date of the copy as long as it isn't changed.
    @Test func inOneSecondTheChangedOneCounts() {
        func pairing(_ isChanged: Bool?, _ otherIsChanged: Bool?) -> ItemPairing {
            func candidate(_ text: String, _ isChanged: Bool?) -> ItemPairing.Candidate {
                ItemPairing.Candidate(
                    label: "n", secret: SecretBytes(copying: text.utf8), created: 1, modified: 1,
                    isChanged: isChanged)
            }
            return ItemPairing.of(
                [candidate("a", isChanged)], with: [candidate("b", otherIsChanged)])[0]
        }
        #expect(pairing(true, nil) == .earlier(0))
        #expect(pairing(false, nil) == .later(0))
        #expect(pairing(nil, true) == .later(0))
        #expect(pairing(nil, false) == .earlier(0))
        #expect(pairing(nil, nil) == .new)
    }

    @Test func anEmptySecretReplacesNone() {
        #expect(pairings([("n", "", 1, 9)], [("n", "a", 1, 2)]) == [.later(0)])
        #expect(pairings([("n", "a", 1, 2)], [("n", "", 1, 9)]) == [.earlier(0)])
    }

    @Test func ofTwoSecretsTheLaterOneCounts() {
        #expect(pairings([("n", "new", 1, 5)], [("n", "old", 1, 1)]) == [.earlier(0)])
        #expect(pairings([("n", "old", 1, 1)], [("n", "new", 1, 5)]) == [.later(0)])
        // Of several with equal attributes, the one that isn't there otherwise.
        #expect(
            pairings(
                [("n", "a", 1, 1), ("n", "changed", 1, 5)], [("n", "b", 1, 1), ("n", "a", 1, 1)])
                == [.present(1), .earlier(0)])
    }

    /// Neither secret may be lost.
    @Test func whatIsNotSurelyTheSameIsNew() {
        // Changed in the same second, or at a time that isn't known.
        #expect(pairings([("n", "a", 1, 5)], [("n", "b", 1, 5)]) == [.new])
        #expect(pairings([("n", "a", 1, 0)], [("n", "b", 1, 5)]) == [.new])
        #expect(pairings([("n", "a", 0, 6)], [("m", "b", 0, 5)]) == [.new])
        // Other labels, with another item that has these attributes.
        let two: [Item] = [("n", "a", 1, 1), ("m", "b", 1, 1)]
        #expect(pairings([("k", "c", 1, 6)], two) == [.new])
        #expect(pairings([("n", "c", 2, 6)], two) == [.new])
    }

    /// A service gives a copy the time of the copy.
    @Test func theOnlyItemIsKnownByItsLabel() {
        #expect(pairings([("n", "new", 9, 9)], [("n", "old", 1, 1)]) == [.earlier(0)])
        #expect(pairings([("n", "new", 9, 9)], [("m", "old", 1, 1)]) == [.new])
        #expect(pairings([("n", "new", 9, 9)], [(nil, "old", 1, 1)]) == [.new])
        // Or by the time, if its label was changed with the secret.
        #expect(pairings([("n", "new", 1, 9)], [("m", "old", 1, 1)]) == [.earlier(0)])
    }

    @Test func oneItemIsTheSameAsOneOther() {
        #expect(
            pairings([("n", "a", 1, 1), ("n", "a", 1, 1)], [("n", "a", 1, 1)]) == [
                .present(0), .new,
            ])
        // First the one that was made at the same time, then the one with the same label, then any.
        #expect(
            pairings(
                [("x", "a", 3, 3), ("n", "a", 2, 2), ("k", "a", 1, 1)],
                [("k", "a", 1, 1), ("n", "a", 5, 5), ("z", "a", 6, 6)])
                == [.present(2), .present(1), .present(0)])
    }
}
