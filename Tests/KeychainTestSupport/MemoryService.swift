// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain
import SwiftKeychainService
import Synchronization

/// A service that keeps the items of a keychain in memory, for tests of what is above the seam.
///
/// It knows the rules of the model (matching, primary keys, changes) and nothing of files, boxes or
/// lock states: a request about those is `unimplemented`.
package final class MemoryService: KeychainService {
    private struct State {
        var items: [Location: [Item]] = [:]
        var added: UInt64 = 0
        var requests: [SentRequest] = []
    }

    private let state = Mutex(State())
    /// Replies before the service looks at a request; nil: it carries the request out.
    private let intercept: @Sendable (SentRequest) -> Reply?

    package init(intercept: @escaping @Sendable (SentRequest) -> Reply? = { _ in nil }) {
        self.intercept = intercept
    }

    /// The requests that arrived.
    package var requests: [SentRequest] { state.withLock { $0.requests } }

    package func perform(_ request: Request, in call: Call) -> Reply {
        let sent = SentRequest(request, call.grant)
        state.withLock { $0.requests.append(sent) }
        if let reply = intercept(sent) { return reply }
        return state.withLock { state in
            var items = state.items[request.location] ?? []
            do throws(KeychainError) {
                let reply = try Self.reply(request.operation, call.caller, &items, &state.added)
                state.items[request.location] = items
                return reply
            } catch {
                return .failed(error)
            }
        }
    }

    private static func reply(
        _ operation: Request.Operation, _ caller: Caller, _ items: inout [Item],
        _ added: inout UInt64
    ) throws(KeychainError) -> Reply {
        switch operation {
        case .find(let find):
            let found = matches(find.query, items)
            guard find.page == nil else {
                return .page(Reply.Page(items: found, next: nil, damage: nil, stop: nil))
            }
            if found.isEmpty { throw KeychainError(.itemNotFound, "memory: no item matches") }
            return .items(limited(found, find.query.limit ?? .one))
        case .fetch(let references, _):
            let found = items.filter { references.contains($0.reference) }
            if found.isEmpty { throw KeychainError(.itemNotFound, "memory: no such item") }
            return .items(found)
        case .add(let groups, _):
            var stored: [[Item]] = []
            for group in groups {
                var group = group[...]
                var new: [Item] = []
                while let item = group.popFirst() {
                    new.append(try add(item, caller, &items, &added))
                }
                stored.append(new)
            }
            return .stored(stored)
        case .update(let query, let change):
            return .count(try update(query, change, caller, &items))
        case .put(let query, let change, let addition):
            if matches(query, items).isEmpty {
                _ = try add(addition, caller, &items, &added)
                return .count(0)
            }
            return .count(try update(query, change, caller, &items))
        case .delete(let query):
            let found = limited(matches(query, items), query.limit ?? .all)
            if found.isEmpty { throw KeychainError(.itemNotFound, "memory: no item matches") }
            let references = Set(found.map(\.reference))
            items.removeAll { references.contains($0.reference) }
            return .count(found.count)
        case .requireKeychain: return .done
        case .file: return .file(Reply.FileState(exists: true, mayRead: true, mayWrite: true))
        case .status:
            return .status(
                Reply.LockStatus(
                    lockState: .unlocked, hasPasscode: false, mark: [],
                    reasonUnlockedHereAlone: nil))
        case .keychainList: return .keychainList(KeychainList())
        default: throw KeychainError(.unimplemented, "memory: only items are kept")
        }
    }

    private static func matches(_ query: Query, _ items: [Item]) -> [Item] {
        items.filter { query.matches($0) }
    }

    private static func limited(_ items: [Item], _ limit: Query.Limit) -> [Item] {
        switch limit {
        case .one: Array(items.prefix(1))
        case .atMost(let count): Array(items.prefix(count))
        case .all: items
        }
    }

    private static func add(
        _ new: NewItem, _ caller: Caller, _ items: inout [Item], _ added: inout UInt64
    ) throws(KeychainError) -> Item {
        added += 1
        let number = withUnsafeBytes(of: added.bigEndian, Array.init)
        let item = Item(
            reference: PersistentReference(
                itemClass: new.itemClass, uuid: [UInt8](repeating: 0, count: 8) + number),
            revision: 1, accessGroup: new.accessGroup ?? caller.groups.first ?? "",
            accessControl: new.accessControl, synchronizable: new.synchronizable,
            isTombstone: false, stored: new.attributes, secret: new.secret)
        if items.contains(where: { primaryKey($0) == primaryKey(item) }) {
            throw KeychainError(.duplicateItem, "memory: stored already")
        }
        items.append(item)
        return item
    }

    private static func update(
        _ query: Query, _ change: Change, _ caller: Caller, _ items: inout [Item]
    ) throws(KeychainError) -> Int {
        let found = limited(matches(query, items), query.limit ?? .all)
        if found.isEmpty { throw KeychainError(.itemNotFound, "memory: no item matches") }
        for old in found {
            let new = try change.applied(to: old)
            guard let place = items.firstIndex(where: { $0.reference == old.reference }) else {
                continue
            }
            items[place] = Item(
                reference: old.reference, revision: old.revision + 1,
                accessGroup: new.accessGroup ?? old.accessGroup,
                accessControl: new.accessControl, synchronizable: new.synchronizable,
                isTombstone: false, stored: new.attributes, secret: new.secret)
        }
        return found.count
    }

    private static func primaryKey(_ item: Item) -> [AttributeValue?] {
        [
            .string(item.itemClass.rawValue), .string(item.accessGroup),
            .boolean(item.synchronizable),
        ]
            + item.itemClass.attributes.primaryKey.map { item[$0.attribute] }
    }
}
