// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel
import Synchronization

@testable import SwiftKeychainCards

/// The logins that reach the cards of this process: in the lists of functions that p11-kit made, it takes the place of
/// C_Login, and forwards each call to SoftHSM.
enum LoginCounter {
    private typealias Login = @convention(c) (UInt, UInt, UnsafeRawPointer?, UInt) -> UInt

    private static let logins = Mutex(0)
    /// C_Login of the module that was found first.
    nonisolated(unsafe) private static var original: Login?

    /// Runs `body`, and returns how often it sent a PIN, right or wrong. Only one test at a time may count.
    static func count(_ body: () throws -> Void) throws -> Int {
        // The version takes the room of a pointer, and 18 functions come before C_Login.
        let place = (1 + 18) * MemoryLayout<Login>.stride
        let lists = try softModules().map {
            UnsafeMutableRawPointer(mutating: $0.functions + place)
                .assumingMemoryBound(to: Login.self)
        }
        guard let list = lists.first, lists.count == 1 else {
            throw KeychainError(.itemNotFound, "SoftHSM")
        }
        original = list.pointee
        logins.withLock { $0 = 0 }
        list.pointee = { session, kind, pin, count in
            LoginCounter.logins.withLock { $0 += 1 }
            return LoginCounter.original?(session, kind, pin, count) ?? 0x54
        }
        defer { if let original { list.pointee = original } }
        try body()
        return logins.withLock { $0 }
    }

    /// The module that has the card of the tests.
    private static func softModules() throws -> [CardModule] {
        try CardToken.places().filter { $0.token.label == SoftCard.label }.map(\.module)
    }
}
