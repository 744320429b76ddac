// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel

/// The service of a keychain that shows what is elsewhere, as the certificates of the system or the objects of smart
/// cards. Every program may search it, and none can change it.
protocol ReadOnlyService: KeychainService {
    /// Returns the items that may match.
    func items(of query: Query) throws(KeychainError) -> [Item]
    /// Why nothing matches.
    var absence: String { get }
    /// Returns the error of a request that would change something.
    func refusal(at location: Location) -> KeychainError
}

extension ReadOnlyService {
    func perform(_ request: Request, in call: Call) -> Reply {
        do throws(KeychainError) {
            return try reply(to: request)
        } catch {
            return .failed(error)
        }
    }

    private func reply(to request: Request) throws(KeychainError) -> Reply {
        switch request.operation {
        case .find(let find): return try self.find(find)
        case .fetch(let references, _):
            var conditions = Query.Conditions(limit: .all)
            conditions.itemList = references
            return try find(Find(try Query(nil, conditions), returning: .attributes, skips: false))
        case .status:
            return .status(
                Reply.LockStatus(
                    lockState: .unlocked, hasPasscode: false, mark: nil,
                    reasonUnlockedHereAlone: nil))
        case .lock, .unlock, .requireKeychain: return .done
        case .settings: return .settings(LockSettings())
        case .file: return .file(Reply.FileState(exists: true, mayRead: true, mayWrite: false))
        case .countItemsThatNeedPasscode, .countItems: return .count(0)
        case .filesSetAside: return .paths([])
        case .examine: return .findings([])
        default: throw refusal(at: request.location)
        }
    }

    private func find(_ find: Find) throws(KeychainError) -> Reply {
        var items = try self.items(of: find.query).filter { find.query.matches($0) }
        if find.page != nil {
            return .page(Reply.Page(items: items, next: nil, damage: nil, stop: nil))
        }
        if let list = find.query.itemList {
            items.sort { list.firstIndex(of: $0.reference)! < list.firstIndex(of: $1.reference)! }
        }
        if let limit = find.query.count(standard: .one) { items = Array(items.prefix(limit)) }
        if items.isEmpty { throw KeychainError(.itemNotFound, absence) }
        return .items(items)
    }
}
