// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel
import Testing

@testable import SwiftKeychainStore

@Suite struct IdlePoolsTests {
    private let folders = (0..<3).map { _ in Folder() }

    /// Runs a call as a store does, and leaves its connection idle.
    private func use(_ pool: ConnectionPool) throws -> Idle {
        let connection = pool.take()
        #expect(try connection.enter(writing: false, schema: .current, deadline: .standard))
        connection.leave()
        pool.give(connection)
        return Idle(connection: connection)
    }

    private final class Idle {
        weak var connection: StoreConnection?
        init(connection: StoreConnection) { self.connection = connection }
    }

    private func pools(among others: IdlePools) throws -> [ConnectionPool] {
        try folders.map { folder in
            _ = try folder.store.all(.genericPassword)
            return ConnectionPool(folder.store.paths, among: others)
        }
    }

    @Test func theOneThatWasNotUsedForLongestIsClosed() throws {
        let pools = try pools(among: IdlePools(most: 2))
        let idle = try pools.map(use)
        #expect(idle.map { $0.connection != nil } == [false, true, true])
        // Its pool finds the stored rows on a new connection.
        let again = try use(pools[0])
        #expect([again, idle[1], idle[2]].map { $0.connection != nil } == [true, false, true])
    }

    @Test func oneThatIsUsedAgainStays() throws {
        let pools = try pools(among: IdlePools(most: 2))
        let first = try use(pools[0])
        let second = try use(pools[1])
        #expect(try use(pools[0]).connection === first.connection)
        let third = try use(pools[2])
        #expect([first, second, third].map { $0.connection != nil } == [true, false, true])
    }

    @Test func aStoreThatIsGoneCountsNoMore() throws {
        let others = IdlePools(most: 2)
        let pools = try pools(among: others)
        let first = try use(pools[0])
        do { _ = try use(ConnectionPool(folders[1].store.paths, among: others)) }
        let third = try use(pools[2])
        #expect(first.connection != nil && third.connection != nil)
    }
}
