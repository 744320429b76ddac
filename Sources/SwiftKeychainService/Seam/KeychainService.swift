// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel

/// A service that carries out requests: the engine in this process, a connection to one, or a fake in tests.
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
        _ request: Request, from caller: Caller, progress: Progress? = nil
    ) -> Reply {
        perform(request, in: Call(caller, progress: progress))
    }
}

/// A function that receives the number of items done and of all, 0 if the latter is unknown.
package typealias Progress = @Sendable (_ done: Int, _ all: Int) -> Void
