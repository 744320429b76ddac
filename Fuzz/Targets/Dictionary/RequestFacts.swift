// SPDX-License-Identifier: Apache-2.0
import Security
import SwiftKeychain
import SwiftKeychainModel

/// The contents of a request, in a form that can be compared.
struct RequestFacts: Hashable {
    private var query: QueryFacts?
    private var policy: Authentication.Policy?
    private var attributes: [Attribute: AttributeValue] = [:]
    private var secret: Int?
    private var shape: ResultShape?
    private var keychains: [Keychain] = []

    init(_ request: AddRequest) throws(KeychainError) {
        let item = try request.groups()[0][0]
        attributes = item.attributes
        attributes[.accessGroup] = item.accessGroup.map { .string($0) }
        attributes[.accessControl] = .data(item.accessControl.encoded())
        attributes[.synchronizable] = .boolean(item.synchronizable)
        secret = item.secret?.count
        shape = request.shape
        keychains = [request.keychain ?? .default]
    }

    init(_ request: CopyRequest) {
        query = QueryFacts(request.query)
        policy = request.search.asking.policy
        shape = request.shape
        keychains = request.searchList.keychains
    }

    init(_ request: UpdateRequest) {
        query = QueryFacts(request.query)
        policy = request.search.asking.policy
        attributes = request.change.attributes
        secret = request.change.secret?.count
        keychains = request.searchList.keychains
    }

    init(_ request: DeleteRequest) {
        query = QueryFacts(request.query)
        policy = request.search.asking.policy
        keychains = request.searchList.keychains
    }
}

/// The fields of a query.
private struct QueryFacts: Hashable {
    let itemClass: ItemClass?
    let conditions: [Attribute: AttributeValue]
    let accessGroup: String?
    let protection: ProtectionClass?
    let synchronizable: Query.SynchronizableFilter
    let tombstone: Bool
    let references: [PersistentReference]?
    let itemList: [PersistentReference]?
    let comparison: StringComparison
    let hostOrSubdomain: String?
    let limit: Query.Limit?
    let leavesTombstones: Bool?

    init(_ query: Query) {
        itemClass = query.itemClass
        conditions = query.conditions
        accessGroup = query.accessGroup
        protection = query.protection
        synchronizable = query.synchronizable
        tombstone = query.tombstone
        references = query.references
        itemList = query.itemList
        comparison = query.comparison
        hostOrSubdomain = query.hostOrSubdomain
        limit = query.limit
        leavesTombstones = query.leavesTombstones
    }
}
