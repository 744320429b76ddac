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
    /// The search list and `kSecUseKeychain` narrow each other, as all conditions do.
    var locations: [KeychainLocation] {
        switch (match.searchList, use.keychain) {
        case (nil, nil): [.standard]
        case (nil, let keychain?): [keychain]
        case (let list?, nil): list
        case (let list?, let keychain?): list.filter { $0 == keychain }
        }
    }

    private var referenceClass: ItemClass? { (reference ?? persistentReference)?.itemClass }

    /// What reference, persistent reference and UUID have in common; nil when none was given.
    private func references() throws(KeychainError) -> [PersistentReference]? {
        let given = [reference, persistentReference].compactMap(\.self)
        if let itemClass, given.contains(where: { $0.itemClass != itemClass }) {
            throw KeychainError(.noSuchClass, "kSecClass: contradicts the reference")
        }
        var common: [PersistentReference]? = given.isEmpty ? nil : given
        if let uuid {
            guard let itemClass = itemClass ?? referenceClass else {
                throw KeychainError(.parameter, "kSecClass: missing")
            }
            common = (common ?? []) + [PersistentReference(itemClass: itemClass, uuid: uuid)]
        }
        guard let common else { return nil }
        return Set(common).count == 1 ? [common[0]] : []
    }

    /// What both item lists have in common, in the order of the first.
    private var itemList: [PersistentReference]? {
        switch (match.itemList, use.itemList) {
        case (nil, let list), (let list, nil): list
        case (let list?, let other?): list.filter(Set(other).contains)
        }
    }
}
