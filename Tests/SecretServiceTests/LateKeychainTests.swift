// SPDX-License-Identifier: Apache-2.0
import Glibc
import KeychainTestSupport
import SwiftKeychain
import SwiftKeychainModel
import SwiftKeychainSeam
import SwiftKeychainSystem
import Synchronization
import Testing

@testable import SwiftKeychainSecretBus
@testable import SwiftKeychainSecretService

/// Keychains that another process keeps too long, or whose securityd doesn't answer.
@Suite struct LateKeychainTests {
    private static let isLate = Reply.failed(KeychainError(.notAvailable, "late"))

    private func harness(_ service: MemoryService) -> ServiceHarness {
        ServiceHarness(keychain: Keychain(home: TemporaryHome().path, service: service))
    }

    /// Runs a call that waits, in a thread of its own: those of the tests are as many as processors.
    private func failureInThread(
        _ body: @escaping @Sendable () throws -> Void
    ) async -> String? {
        await withCheckedContinuation { done in
            #expect(DetachedThread.start { done.resume(returning: failure(body)) })
        }
    }

    /// Otherwise a search would wait for the list of keychains, for the default one and for the items.
    @Test func aCallWaitsOnce() async {
        let requests = Atomic(0)
        let service = MemoryService { _ in
            if requests.add(1, ordering: .relaxed).oldValue == 0 { usleep(5_100_000) }
            return Self.isLate
        }
        let harness = harness(service)
        #expect(await failureInThread { _ = try harness.search(["a": "1"]) } == "Failed")
        #expect(service.requests.count == 1)
        // The next call tries again.
        #expect(failure { _ = try harness.search(["a": "1"]) } == "Failed")
        #expect(service.requests.count > 1)
    }

    /// What one keychain has doesn't depend on another one.
    @Test func otherKeychainsAreAsked() async {
        let service = MemoryService { request in
            if case .keychainList = request.request.operation {
                var list = KeychainList()
                list.searched = ["a.keychain-db", "b.keychain-db"]
                return .keychainList(list)
            }
            guard request.request.location.fileName == "a.keychain-db" else { return nil }
            usleep(5_100_000)
            return Self.isLate
        }
        let harness = harness(service)
        let paths = ["a", "b", "a"].map {
            "\(ServiceHarness.root)/collection/\($0)/" + String(repeating: "0", count: 32)
        }
        #expect(await failureInThread { _ = try harness.secrets(of: paths) } == "Failed")
        let requests = service.requests.map(\.request)
        #expect(requests.count { $0.location.fileName == "a.keychain-db" } == 1)
        #expect(
            requests.contains {
                if case .fetch = $0.operation {
                    $0.location.fileName == "b.keychain-db"
                } else {
                    false
                }
            })
    }
}
