// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain
import Testing

/// Expects `body` to fail with a code, and an error that names the repair.
func expectRefusal(
    _ what: String, _ code: KeychainError.Code, _ body: () throws(KeychainError) -> Void
) {
    do throws(KeychainError) {
        try body()
        Issue.record("\(what) did not fail")
    } catch {
        #expect(error.code == code, "\(what): \(error)")
        #expect(error.detail.contains("security doctor --repair"), "\(what): \(error)")
    }
}
