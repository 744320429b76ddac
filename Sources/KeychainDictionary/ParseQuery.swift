import KeychainModel

extension ReadDictionary {
    /// Makes the typed query of a dictionary that searches, updates or deletes.
    ///
    /// - Throws: what ``Query`` throws; `parameter` without a class and without references.
    func query() throws(KeychainError) -> Query {
        var conditions = Query.Conditions(attributes)
        conditions.references = try references()
        conditions.itemList = itemList
        conditions.comparison = match.comparison
        conditions.hostOrSubdomain = match.hostOrSubdomain
        conditions.limit = match.limit
        conditions.authentication = use.authentication
        conditions.leavesTombstones = use.leavesTombstones
        return try Query(itemClass ?? referenceClass, conditions)
    }

    /// The keychains to work on, in the order in which they are asked.
    ///
    /// The search list and `kSecUseKeychain` narrow each other, as all conditions do; without them
    /// references tell where their items lie.
    var locations: [KeychainLocation] {
        switch (match.searchList, use.keychain) {
        case (nil, nil): locationsOfReferences
        case (nil, let keychain?): [keychain]
        case (let list?, nil): list
        case (let list?, let keychain?): list.filter { $0 == keychain }
        }
    }

    private var locationsOfReferences: [KeychainLocation] {
        if let reference { return [reference.location] }
        var locations: [KeychainLocation] = []
        let listed = (match.itemList ?? []) + (use.itemList ?? [])
        for item in given + listed where !locations.contains(item.location) {
            locations.append(item.location)
        }
        return locations.isEmpty ? [.standard] : locations
    }

    /// The items of `kSecValueRef` and `kSecValuePersistentRef`.
    private var given: [ItemReference] { [reference, persistentReference].compactMap(\.self) }

    private var referenceClass: ItemClass? { given.first?.reference.itemClass }

    /// What reference, persistent reference and UUID have in common; nil when none was given.
    private func references() throws(KeychainError) -> [PersistentReference]? {
        var common = given.map(\.reference)
        if let itemClass, common.contains(where: { $0.itemClass != itemClass }) {
            throw KeychainError(.noSuchClass, "kSecClass: contradicts the reference")
        }
        if let uuid {
            guard let itemClass = itemClass ?? referenceClass else {
                throw KeychainError(.parameter, "kSecClass: missing")
            }
            common.append(PersistentReference(itemClass: itemClass, uuid: uuid))
        }
        guard let first = common.first else { return nil }
        return common.allSatisfy { $0 == first } ? [first] : []
    }

    /// What both item lists have in common, in the order of the first.
    private var itemList: [PersistentReference]? {
        let used = use.itemList?.map(\.reference)
        guard let matched = match.itemList?.map(\.reference) else { return used }
        guard let used else { return matched }
        return matched.filter(Set(used).contains)
    }
}
