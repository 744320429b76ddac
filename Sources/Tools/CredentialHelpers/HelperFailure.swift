// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain

/// The reason why a helper failed, in one line.
///
/// git and Docker show it to their users, so it has the sentence of the status, and the detail that names what failed.
package struct HelperFailure: Error {
    package let text: String

    package init(_ text: String) { self.text = text }

    package init(_ error: KeychainError) {
        text = "\(Status.sentence(for: error.code.rawValue)) (\(error.detail))"
    }
}

/// Runs `body`, and logs its error and throws it as the failure of a helper.
package func calling<Result>(
    of function: StaticString = #function, _ body: () throws -> Result
) throws(HelperFailure) -> Result {
    do throws(KeychainError) {
        return try translating(body)
    } catch {
        Log.failure(error, of: "\(function)")
        throw HelperFailure(error)
    }
}
