// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain
import KeychainTestSupport

/// Holds everything of an item that a caller can see.
struct Seen: Hashable {
    let reference: PersistentReference
    let revision: Int64
    let accessGroup: String
    let protection: ProtectionClass
    let synchronizable: Bool
    let isTombstone: Bool
    let attributes: [Attribute: AttributeValue]
    let secret: [UInt8]?

    init(_ item: Item) {
        reference = item.reference
        revision = item.revision
        accessGroup = item.accessGroup
        protection = item.accessControl.protection
        synchronizable = item.synchronizable
        isTombstone = item.isTombstone
        attributes = item.stored
        secret = item.secret?.copied
    }

    /// Asks for this item by what its owner would know of it.
    func query(limit: Query.Limit = .all) throws -> Query {
        var known: [Attribute: AttributeValue] = [.tombstone: .number(isTombstone ? 1 : 0)]
        for attribute in [Attribute.service, .server, .account] {
            known[attribute] = attributes[attribute]
        }
        return try Query.everything(reference.itemClass, known, limit: limit)
    }
}

extension Query {
    /// Makes a query for items of all groups, synchronizable or not.
    static func everything(
        _ itemClass: ItemClass, _ attributes: [Attribute: AttributeValue] = [:],
        limit: Limit = .all
    ) throws -> Query {
        var conditions = Conditions(attributes)
        conditions.synchronizable = .any
        conditions.limit = limit
        return try Query(itemClass, conditions)
    }
}

/// Tells what came of a call.
enum Outcome: Equatable {
    case items([Seen])
    case refused(KeychainError.Code)

    init(_ body: () throws(KeychainError) -> [Item]) {
        do throws(KeychainError) {
            self = .items(try body().map(Seen.init))
        } catch {
            self = .refused(error.code)
        }
    }

    var items: [Seen] {
        if case .items(let items) = self { items } else { [] }
    }
}

extension Keychain {
    /// Finds an item as its owner would.
    func outcome(of seen: Seen) throws -> Outcome {
        let query = try seen.query()
        return Outcome { () throws(KeychainError) in try find(query) }
    }

    /// Gives every password that can be read, tombstones too.
    func everyPassword() throws -> [Seen] {
        var all: [Seen] = []
        for itemClass in [ItemClass.genericPassword, .internetPassword] {
            for tombstone in [Int64(0), 1] {
                let query = try Query.everything(itemClass, [.tombstone: .number(tombstone)])
                all += Outcome { () throws(KeychainError) in try find(query) }.items
            }
        }
        return all
    }

    /// Tells whether an examination finds anything wrong.
    var hasProblem: Bool { diagnose().contains { $0.isProblem } }
    /// What an examination finds wrong, without the settings that a repair gave up: they are named until the user
    /// sets them again.
    var problems: [String] {
        diagnose().filter {
            $0.isProblem && !$0.text.hasPrefix("given up by a repair") && !$0.isOfMissingItems
        }
        .map { "\($0.subject): \($0.text)" }
    }
}

extension Finding {
    /// Whether it says that a salvage found fewer items than the manifest counted.
    var isOfMissingItems: Bool { subject == "incident" && text.contains("the manifest counted ") }
}
