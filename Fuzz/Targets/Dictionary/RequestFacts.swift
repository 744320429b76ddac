import Security
import SwiftKeychainModel

/// Holds what a request says, so that two can be compared.
struct RequestFacts: Hashable {
    private var query: QueryFacts?
    private var attributes: [Attribute: AttributeValue] = [:]
    private var secret: Int?
    private var shape: ResultShape?
    private var locations: [KeychainLocation] = []

    init(_ request: AddRequest) {
        attributes = request.item.attributes
        attributes[.accessGroup] = request.item.accessGroup.map { .string($0) }
        attributes[.accessControl] = .data(request.item.accessControl.encoded())
        attributes[.synchronizable] = .boolean(request.item.synchronizable)
        secret = request.item.secret?.count
        shape = request.shape
        locations = [request.location]
    }

    init(_ request: CopyRequest) {
        query = QueryFacts(request.query)
        shape = request.shape
        locations = request.locations
    }

    init(_ request: UpdateRequest) {
        query = QueryFacts(request.query)
        attributes = request.change.attributes
        secret = request.change.secret?.count
        locations = request.locations
    }

    init(_ request: DeleteRequest) {
        query = QueryFacts(request.query)
        locations = request.locations
    }
}

/// Holds every field of a query.
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
    let authentication: Query.AuthenticationPolicy
    let leavesTombstones: Bool

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
        authentication = query.authentication
        leavesTombstones = query.leavesTombstones
    }
}
