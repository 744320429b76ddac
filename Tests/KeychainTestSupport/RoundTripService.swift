// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain
import SwiftKeychainService

/// A service behind an encoding and decoding of every request and reply.
package struct RoundTripService: KeychainService {
    private let service: any KeychainService

    package init(_ service: any KeychainService) { self.service = service }

    package func perform(_ request: Request, in call: Call) -> Reply {
        do throws(KeychainError) {
            let arrived = try SentRequest(decoding: SentRequest(request, call.grant).encoded)
            let call = Call(call.caller, grant: arrived.grant, progress: call.progress)
            let reply = service.perform(arrived.request, in: call)
            return try Reply(decoding: reply.encoded())
        } catch {
            return .failed(error)
        }
    }
}
