// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel

/// A service that carries out requests: the engine in this process, a connection to one, or a fake in tests.
///
/// This is the seam of the package. Above it, the client parses, asks the user and matches certificates; below it, the
/// service authorises, opens stores and seals. One function crosses it:
///
///     Keychain ── Request, Call ─▶ perform ─▶ Reply: a result, a failure, or what the request lacks
///
/// 1. Requests and replies are `Sendable` values that can be encoded, so that both sides may be in different processes.
/// 2. A failure is a reply, not a thrown error, because it has to cross a socket too.
/// 3. The service never asks the user, and holds nothing between two requests of a call.
/// 4. A request says what it wants, not who sends it. The caller is in the ``Call``, which `securityd` makes from what
///    the kernel says about the client.
package protocol KeychainService: Sendable {
    /// Carries out a request. Failures are replies.
    ///
    /// Never asks the user. A client that gets ``Reply/lacks(_:)`` asks the user and sends the request
    /// again with what was granted.
    func perform(_ request: Request, in call: Call) -> Reply
}

extension KeychainService {
    /// Carries out a request of a program that has no other.
    package func perform(
        _ request: Request, from caller: Caller, grant: Grant = .none, progress: Progress? = nil
    ) -> Reply {
        perform(request, in: Call(caller, grant: grant, progress: progress))
    }
}

/// A function that receives the number of items done and of all, 0 if the latter is unknown.
package typealias Progress = @Sendable (_ done: Int, _ all: Int) -> Void
