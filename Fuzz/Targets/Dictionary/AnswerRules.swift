// SPDX-License-Identifier: Apache-2.0
import Foundation
import Security
import SwiftKeychainMemory
import SwiftKeychain
import SwiftKeychainModel

/// The check that the dictionary of an item's attributes finds the item.
enum AnswerRules {
    /// Builds the result dictionary of the new item and reads it as a search.
    static func check(_ new: NewItem) throws(Finding) {
        let item = item(of: new)
        // The objects of certificates and keys need bytes that can be read.
        let parts: ResultShape.Parts = [.attributes, .data, .persistentReference]
        let everything = ResultShape(
            item.itemClass.isPassword ? parts.union(.reference) : parts, isArray: false)
        guard
            let answer = (try? everything.element(LocatedItem(item, in: .login)))
                as? NSDictionary
        else {
            throw Finding(description: "the attributes of an item are no dictionary")
        }
        let request: CopyRequest
        do throws(KeychainError) {
            request = try CopyRequest(answer)
        } catch {
            throw Finding(description: "an answer is refused as a search: \(error)")
        }
        try require(request.query.matches(item), "an answer does not find its own item")
    }

    /// Makes the item that an add of `new` stores.
    private static func item(of new: NewItem) -> Item {
        var stored = new.attributes
        stored[.creationDate] = .date(786_000_000.125)
        stored[.modificationDate] = .date(786_000_000.25)
        return Item(
            reference: PersistentReference(
                itemClass: new.itemClass, uuid: Array(repeating: 7, count: 16)),
            revision: 1, accessGroup: new.accessGroup ?? "unsigned",
            accessControl: new.accessControl, synchronizable: new.synchronizable,
            isTombstone: false, stored: stored, secret: new.secret)
    }
}
