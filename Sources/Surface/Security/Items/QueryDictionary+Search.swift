// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain
import SwiftKeychainModel

extension QueryDictionary {
    /// The keychains to work on, in the order in which they are asked.
    ///
    /// When both the search list and `kSecUseKeychain` are given, a keychain must be in both. Without
    /// them these are the keychains of references, or else all that are searched.
    var searchList: SearchList {
        switch (match.searchList, use.keychain) {
        case _ where Keychain.areOfCards(attributes): SearchList([.cards])
        case (nil, nil): keychainsOfReferences
        case (nil, let keychain?): SearchList([keychain])
        case (let list?, nil): SearchList(list)
        case (let list?, let keychain?): SearchList(list.filter { $0 == keychain })
        }
    }

    private var keychainsOfReferences: SearchList {
        let told = (reference.map { [$0] } ?? given + listed).map(\.keychain)
        if told.isEmpty { return .standard }
        // A reference to an item of the user's own keychain finds it in any that is searched.
        return SearchList(told.map { $0?.isLogin == true ? nil : $0 })
    }

    /// The classes of the items that may match.
    var classes: Set<ItemClass> {
        if let searchedClass { return [searchedClass] }
        return Set(listed.compactMap(\.itemClass))
    }

    /// The items of `kSecValueRef` and `kSecValuePersistentRef`.
    private var given: [ItemReference] { [reference, persistentReference].compactMap(\.self) }

    private var listed: [ItemReference] { (match.itemList ?? []) + (use.itemList ?? []) }

    /// The class of the items: `kSecClass`, or else that of the first reference.
    var searchedClass: ItemClass? { itemClass ?? given.first?.itemClass }

    /// Returns the items that reference, persistent reference and UUID have in common; nil when none of
    /// the three is given.
    func references() throws(KeychainError) -> [PersistentReference]? {
        let classes = Set(given.compactMap(\.itemClass))
        if let itemClass, !classes.isSubset(of: [itemClass]) {
            throw KeychainError(.noSuchClass, "kSecClass: contradicts the reference")
        }
        var common = given.compactMap(\.reference)
        if let uuid {
            guard let searchedClass else {
                throw KeychainError(.parameter, "kSecClass: missing")
            }
            common.append(PersistentReference(itemClass: searchedClass, uuid: uuid))
        }
        guard let first = common.first else { return nil }
        return classes.count < 2 && common.allSatisfy { $0 == first } ? [first] : []
    }
}
