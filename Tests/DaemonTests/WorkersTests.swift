// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainSystem
import Testing

@testable import SwiftKeychainDaemon

/// The shares of users.
@Suite struct WorkersTests {
    /// Begins works of one kind, each of which waits at a gate.
    private func hold(
        _ workers: Workers, _ kind: WorkQueues.Kind, of user: UInt32, _ count: Int,
        at gate: DispatchSemaphore
    ) -> DispatchSemaphore {
        let begun = DispatchSemaphore(value: 0)
        for _ in 0..<count {
            workers.add(kind, of: user) {
                begun.signal()
                gate.wait()
                gate.signal()
            }
        }
        return begun
    }

    private func isCarriedOut(_ workers: Workers, _ kind: WorkQueues.Kind, of user: UInt32) -> Bool
    {
        let done = DispatchSemaphore(value: 0)
        workers.add(kind, of: user) { done.signal() }
        return done.wait(timeout: .now() + 60) == .success
    }

    @Test func workOfOneUserLeavesThreadsForOthers() throws {
        let workers = try Workers(most: 8)
        let gate = DispatchSemaphore(value: 0)
        let first = hold(workers, .calls, of: 1, 100, at: gate)
        for _ in 0..<4 { first.wait() }
        // Half of the threads; then a third.
        #expect(isCarriedOut(workers, .calls, of: 2))
        let second = hold(workers, .calls, of: 2, 100, at: gate)
        for _ in 0..<2 { second.wait() }
        #expect(isCarriedOut(workers, .calls, of: 3))
        gate.signal()
        for _ in 4..<100 { first.wait() }
        for _ in 2..<100 { second.wait() }
        workers.finish()
    }

    @Test func derivationsHoldOneThreadOfTheirUser() throws {
        let workers = try Workers(most: 8)
        let gate = DispatchSemaphore(value: 0)
        let begun = hold(workers, .derivation, of: 1, 100, at: gate)
        begun.wait()
        for user in [1, 2] as [UInt32] {
            for _ in 0..<3 { #expect(isCarriedOut(workers, .calls, of: user)) }
        }
        #expect(!workers.areWanted(by: 1))
        #expect(isCarriedOut(workers, .derivation, of: 2))
        #expect(begun.wait(timeout: .now()) == .timedOut)
        gate.signal()
        for _ in 1..<100 { begun.wait() }
        workers.finish()
    }

    /// Nobody waits for the end of a connection, also when securityd stops.
    @Test func endsOfConnectionsHoldOneThreadOfTheirUser() throws {
        let workers = try Workers(most: 4)
        let gate = DispatchSemaphore(value: 0)
        hold(workers, .closing, of: 1, 100, at: gate).wait()
        for user in [1, 2] as [UInt32] {
            #expect(isCarriedOut(workers, .greeting, of: user))
            #expect(isCarriedOut(workers, .calls, of: user))
        }
        #expect(isCarriedOut(workers, .closing, of: 2))
        for _ in 0..<6000 where workers.areBusy { usleep(10_000) }
        #expect(!workers.areBusy)
        workers.finish()
        gate.signal()
    }

    @Test func withoutAThreadThereAreNoWorkers() {
        let caller = pthread_self()
        #expect {
            try SystemFaults.inject { call, _ in
                call == .thread && pthread_equal(pthread_self(), caller) != 0 ? EAGAIN : nil
            } during: {
                _ = try Workers(most: 2)
            }
        } throws: { KeychainError.Code.notAvailable ~= $0 }
    }

    @Test func usersTakeTurns() {
        var queues = WorkQueues(threads: 4)
        for _ in 0..<3 { queues.add({}, to: .init(user: 1, kind: .calls)) }
        queues.add({}, to: .init(user: 2, kind: .calls))
        var users: [UInt32] = []
        while let (lane, _) = queues.begin() {
            users.append(lane.user)
            queues.end(lane)
        }
        #expect(users == [1, 2, 1, 1])
    }

    /// The number of calls of user 1 that begin after one of user 2.
    private func begun(_ patience: Duration) -> Int {
        var queues = WorkQueues(threads: 1_000, patience: patience)
        queues.add({}, to: .init(user: 2, kind: .calls))
        while let (lane, _) = queues.begin() { queues.end(lane) }
        for _ in 0..<400 { queues.add({}, to: .init(user: 1, kind: .calls)) }
        var count = 0
        while queues.begin() != nil { count += 1 }
        return count
    }

    @Test func callsOfAUserTakeAsManyThreadsAsProcessorsBesideAnother() {
        #expect(begun(.seconds(1_000)) == max(2, sysconf(Int32(_SC_NPROCESSORS_ONLN))))
        #expect(begun(.zero) == 400)
    }

    @Test func aShareLeavesAsMuchFree() {
        var shares = UserShares(most: 100)
        func claim(_ count: Int, of user: UInt32) -> Bool { shares.claim(count, of: user) }
        #expect(!claim(51, of: 1))
        #expect(claim(50, of: 1) && !claim(1, of: 1))
        #expect(claim(25, of: 2) && !claim(1, of: 2))
        #expect(claim(12, of: 3))
        shares.release(50, of: 1)
        #expect(claim(6, of: 2) && shares.count(of: 2) == 31)
        #expect(shares.count(of: 1) == 0)
    }
}
