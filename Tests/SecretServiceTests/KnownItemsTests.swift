// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel
import Testing

@testable import SwiftKeychainSecretService

@Suite struct KnownItemsTests {
    private let known = KnownItems()
    private let collection = CollectionName.session
    private let item = SecretItem(
        ItemIdentifier(itemClass: .genericPassword, uuid: [UInt8](repeating: 1, count: 16)),
        revision: 1,
        SecretItem.Properties(attributes: try! LookupAttributes([]), contentType: ""), created: 0,
        modified: 0)

    private func take(
        _ items: KnownItems.Revisions, isComplete: Bool = true, after changes: Int
    ) -> [SecretService.ItemChange]? {
        known.replace(collection, by: items, isComplete: isComplete, after: changes)?.map(\.1)
    }

    @Test func changesOfOthersAreTold() {
        #expect(take([:], after: known.changes) == [])
        #expect(take([item.name: 1], after: known.changes) == [.created])
        #expect(take([item.name: 2], after: known.changes) == [.changed])
        #expect(take([:], after: known.changes) == [.deleted])
    }

    @Test func whatCannotBeReadIsNotDeleted() {
        #expect(take([item.name: 1], after: known.changes) == [])
        #expect(take([:], isComplete: false, after: known.changes) == [])
        #expect(take([item.name: 1], after: known.changes) == [])
        #expect(take([:], isComplete: false, after: known.changes) == [])
        #expect(take([:], after: known.changes) == [.deleted])
    }

    /// A list that was read while the service made the item, before it noted that.
    @Test func aListDuringAChangeIsNotTaken() {
        #expect(take([:], after: known.changes) == [])
        known.beginChange()
        let before = known.changes
        #expect(take([item.name: 1], after: before) == nil)
        known.note(item, in: collection)
        known.endChange()
        #expect(take([item.name: 1], after: before) == nil)
        #expect(take([item.name: 1], after: known.changes) == [])
    }
}
