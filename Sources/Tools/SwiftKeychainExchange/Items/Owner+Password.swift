// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain
import SwiftKeychainMemory
import SwiftKeychainModel

// Which password a part belongs to.
extension EntryPart.Owner {
    /// Makes the owner that the further secrets of a password name.
    init(_ item: Item) {
        self.init(item, named: item.numberedName)
    }

    /// Makes the owner as it would be with another realm or service.
    init(_ item: Item, named name: String) {
        if item.itemClass == .internetPassword {
            self.init(WebAddress(item), domain: name)
        } else {
            self.init(service: name)
        }
    }

    /// Returns what the user calls a part.
    func title(of part: Item) -> String {
        let service = part[.service]?.text ?? ""
        let none = SecretBytes(copying: EmptyCollection())
        return EntryPart(service, of: self, none)?.title ?? service
    }

    /// Returns the password that a part belongs to.
    ///
    /// An internet and a generic password, passwords of several access groups, and a synchronizable one and another may
    /// have the same owner and account. In this order, the part belongs to
    ///
    /// 1. the one whose label its own begins with
    /// 2. the one in its access group
    /// 3. the one that is synchronizable as it is
    /// 4. the oldest
    ///
    /// - Parameter items: passwords with this owner and the account of the part.
    func password(of part: Item, among items: [Item]) -> Item? {
        let label = part[.label]?.text
        func rank(_ item: Item) -> (Int, Int, Int, Double, String) {
            (
                label == "\(item[.label]?.text ?? ""): \(title(of: part))" ? 0 : 1,
                item.accessGroup == part.accessGroup ? 0 : 1,
                item.synchronizable == part.synchronizable ? 0 : 1,
                item[.creationDate]?.seconds ?? 0, item.reference.bytes.description
            )
        }
        return items.min { rank($0) < rank($1) }
    }
}
